import type { AdminUserUpdateBody } from '@vexil/contract/account-admin';
import { containerJobs } from '@vexil/contract/container';
import { DomainError } from '@vexil/contract/errors';
import { nextName } from '@vexil/contract/name.rules';
import { lockAdministrators } from '@vexil/data/account/erasure.queries';
import type { Tx } from '@vexil/db';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { requireFieldValues } from '@vexil/runtime/own-fields';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { releaseFile } from '../asset/asset.service';
import { type Author, audit } from '../audit/audit.service';
import { requireVersion } from '../audit/outdated';
import { getAccountPolicy } from '../config/config.service';
import { type MailContext, makeLink } from '../mail/mail.service';
import { hasAuthor } from '../post/post.service';
import { endOtherSessions, endPlayerTokens } from '../session/session.service';
import { isRecoverable, needsSession } from './account.policy';
import {
  type AccountFilter,
  countAccounts,
  deleteAccountRow,
  getAccount,
  listAccounts,
  listGamesOf,
  lockAccount,
  searchAccounts,
  updateAccount,
} from './account.queries';
import { changePostsOf, changeScoreboardsOf, givenMembers, withoutPhone } from './account.service';
import { accountVersion } from './account.view';
import { hashPassword, makePassword } from './password';

const searchResultsMax = 30;

export interface AccountPage {
  accounts: AccountRow[];
  total: number;
}

export interface Administrator {
  actor: Actor;
  by: Author;
}

export async function listAccountPage(
  deps: Pick<Deps, 'db'>,
  wanted: AccountFilter & { count: number; skip: number },
): Promise<AccountPage> {
  const [accounts, total] = await Promise.all([listAccounts(deps.db, wanted), countAccounts(deps.db, wanted)]);
  return { accounts, total };
}

export async function findAccounts(deps: Pick<Deps, 'db'>, hint: string): Promise<AccountPage> {
  const accounts = await searchAccounts(deps.db, hint, searchResultsMax);
  return { accounts, total: accounts.length };
}

/** Throws `account.notFound`. */
export const readAccount = (deps: Pick<Deps, 'db'>, accountId: string): Promise<AccountRow> =>
  getAccount(deps.db, accountId);

/** Without an administrator no account could be given the role again. */
async function keepAnAdministrator(tx: Tx, accountId: string): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (administrators.length === 1 && administrators[0] === accountId) {
    throw new DomainError('account.lastAdmin', { field: 'role' });
  }
}

/** Signs an account out everywhere, except for the session of the administrator who does so. */
export const endSessionsOf = (work: Work, { actor }: Pick<Administrator, 'actor'>, accountId: string): Promise<void> =>
  endOtherSessions(work, accountId, actor.id === accountId ? actor.sessionHash : null);

/**
 * Absent and null members stay. Throws `account.notFound`, `.lastAdmin`, `.userNameTaken`, `.emailTaken`, `.fieldRequired` or
 * `.fieldInvalid`, `request.outdated`, and `token.sessionOnly` where an API token sets an address or gives rights.
 */
export async function updateAccountAsAdmin(
  deps: Deps,
  admin: Administrator,
  accountId: string,
  { reason, version, fields: shown, ...changes }: z.output<typeof AdminUserUpdateBody>,
): Promise<void> {
  const given = givenMembers(changes);
  const fields = Array.isArray(shown) ? Object.fromEntries(shown.map(({ id, value }) => [id, value])) : shown;
  const { fields: asked } = await getAccountPolicy(deps);
  if (admin.actor.token && needsSession(given)) throw new DomainError('token.sessionOnly');
  await inTransaction(deps, async (work) => {
    // Before the account's own lock, so that two changes take their locks in one order.
    if (given.role !== undefined && given.role !== 'Admin') await keepAnAdministrator(work.tx, accountId);
    const before = await lockAccount(work.tx, accountId);
    requireVersion({ version: accountVersion(before) }, version);
    if (Object.keys({ ...given, ...fields }).length === 0) return;
    const moved = given.email !== undefined && given.email.toLowerCase() !== before.email.toLowerCase();
    const after = await updateAccount(work.tx, accountId, {
      ...(moved ? { emailConfirmed: false } : {}),
      ...withoutPhone(given),
      userName: nextName(before.userName, given.userName),
      fields: requireFieldValues(asked, fields, { stored: before.fields, isWhole: false }),
    });
    await audit(work.tx, {
      by: admin.by,
      gameId: null,
      action: 'account.update',
      target: `account:${accountId}`,
      before,
      after,
      reason,
    });
    const renamed = after.userName !== before.userName;
    if (renamed || moved) await endSessionsOf(work, admin, accountId);
    if (after.role !== before.role) work.accessChanged([accountId]);
    if (renamed) {
      await changePostsOf(work, [accountId]);
      await changeScoreboardsOf(work, [accountId]);
    }
  });
}

/** Returns the new random password, which is stored nowhere. Throws `account.notFound`. */
export async function resetPassword(deps: Deps, admin: Administrator, accountId: string): Promise<string> {
  const password = makePassword(deps.random);
  const passwordHash = await hashPassword(password, { client: admin.actor.id, people: 1 });
  await inTransaction(deps, async (work) => {
    const before = await lockAccount(work.tx, accountId);
    const after = await updateAccount(work.tx, accountId, { passwordHash });
    await endSessionsOf(work, admin, accountId);
    await audit(work.tx, {
      by: admin.by,
      gameId: null,
      action: 'account.resetPassword',
      target: `account:${accountId}`,
      before,
      after,
    });
  });
  return password;
}

/** The password stays until the link is used. Throws `account.notFound` or `account.notRecoverable`. */
export async function makeResetLink(
  deps: Deps,
  { by }: Administrator,
  accountId: string,
  { language, origin }: MailContext,
): Promise<{ link: string; expiresAt: Date }> {
  return inTransaction(deps, async ({ tx }) => {
    const account = await lockAccount(tx, accountId);
    if (!isRecoverable(account)) throw new DomainError('account.notRecoverable');
    await audit(tx, { by, gameId: null, action: 'account.resetLink', target: `account:${accountId}` });
    const context = { language, origin: origin ?? '' };
    return makeLink(deps, tx, { account, purpose: 'ResetPassword', context });
  });
}

/** Throws `account.notFound`. */
export async function endSessions(deps: Deps, admin: Administrator, accountId: string): Promise<void> {
  await inTransaction(deps, async (work) => {
    await lockAccount(work.tx, accountId);
    await endSessionsOf(work, admin, accountId);
    const entry = { gameId: null, action: 'account.endSessions' as const, target: `account:${accountId}`, after: {} };
    await audit(work.tx, { by: admin.by, ...entry });
  });
}

/** Throws `account.own`, `account.notFound`, `account.lastAdmin` or `account.leadsTeam`. */
export async function deleteAccount(deps: Deps, { actor, by }: Administrator, accountId: string): Promise<void> {
  if (accountId === actor.id) throw new DomainError('account.own');
  await inTransaction(deps, async (work) => {
    // Two administrators who delete each other at once must not both succeed.
    await keepAnAdministrator(work.tx, accountId);
    const before = await lockAccount(work.tx, accountId);
    const games = await listGamesOf(work.tx, [accountId]);
    const wroteOne = await hasAuthor(work.tx, [accountId]);
    await endPlayerTokens(work.tx, accountId);
    await deleteAccountRow(work.tx, accountId);
    await audit(work.tx, { by, gameId: null, action: 'account.delete', target: `account:${accountId}`, before });
    work.accessChanged([accountId]);
    // Containers of a team that goes with its account.
    work.job(containerJobs.reconcile, {});
    work.after(() => releaseFile(deps, before.avatarHash));
    if (wroteOne) work.changes('posts');
    work.scoreboards(games);
  });
}
