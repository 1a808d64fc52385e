import { accountRoutes, type PasswordChangeBody, type ProfileUpdateBody } from '@vexil/contract/account';
import { DomainError } from '@vexil/contract/errors';
import { looksLikeStaff, nextName } from '@vexil/contract/name.rules';
import type { Executor, Tx } from '@vexil/db';
import { isAtLeast } from '@vexil/db/enums/account';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { refill, spendOn } from '@vexil/http/guard/target-budget';
import { requireFieldValues } from '@vexil/runtime/own-fields';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { releaseFile } from '../asset/asset.service';
import { storeUploadedImage } from '../asset/image.service';
import { hasAuthor } from '../post/post.service';
import { endOtherSessions } from '../session/session.service';
import { getAccount, listGamesOf, listTrustedNames, lockAccount, updateAccount } from './account.queries';
import { checkPassword, hashPassword, verifyPassword } from './password';
import { deleteSoloTeam, lockSoloTeam, updateSoloTeams } from './solo-team.queries';

export { type OwnProfileRow, ownProfileColumns } from './account.queries';
export { deleteSoloTeam, lockSoloTeam };

const avatarWidth = 300;

export function givenMembers<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given) as { [K in keyof T]?: NonNullable<T[K]> };
}

export const withoutPhone = <T extends { phone?: string }>(values: T) =>
  values.phone === '' ? { ...values, phone: null } : values;

/** Throws `account.nameReserved` for names of staff and reserved names; staff are exempt. */
export async function refuseStaffName(
  db: Executor,
  name: string,
  { field, actor }: { field: string; actor: Pick<Actor, 'id' | 'role'> | null },
): Promise<void> {
  if (actor && isAtLeast(actor.role, 'Monitor')) return;
  if (looksLikeStaff(name, await listTrustedNames(db, actor?.id ?? null))) {
    throw new DomainError('account.nameReserved', { field });
  }
}

/** Serialises changes of what is counted per account, until the transaction ends. */
export async function lockAccountOf(tx: Tx, accountId: string): Promise<void> {
  await lockAccount(tx, accountId);
}

/** After a change of names. Boards show who solved what, those of games that are over as well. */
export async function changeScoreboardsOf(work: Work, accountIds: readonly string[]): Promise<void> {
  await updateSoloTeams(work.tx, accountIds);
  work.scoreboards(await listGamesOf(work.tx, accountIds));
}

/** Posts show the name and the picture of their author. */
export async function changePostsOf(work: Work, accountIds: readonly string[]): Promise<void> {
  if (await hasAuthor(work.tx, accountIds)) work.changes('posts');
}

/** Changes the own profile; absent and null members stay. Throws `account.userNameTaken`, `.nameReserved`, `.fieldRequired` or `.fieldInvalid`. */
export async function updateProfile(
  deps: Deps,
  actor: Actor,
  { fields, ...changes }: z.output<typeof ProfileUpdateBody>,
): Promise<void> {
  const given = givenMembers(changes);
  if (Object.keys({ ...given, ...fields }).length === 0) return;
  const { fields: asked } = (await deps.settings.read()).accountPolicy;
  await inTransaction(deps, async (work) => {
    const before = await lockAccount(work.tx, actor.id);
    const userName = nextName(before.userName, given.userName);
    const renamed = userName !== before.userName;
    if (renamed) await refuseStaffName(work.tx, userName, { field: 'userName', actor });
    const answers = requireFieldValues(asked, fields, { stored: before.fields, isWhole: false });
    await updateAccount(work.tx, actor.id, { ...withoutPhone(given), userName, fields: answers });
    if (renamed) {
      await changePostsOf(work, [actor.id]);
      await changeScoreboardsOf(work, [actor.id]);
    }
  });
}

/** Ends all other sessions; returns the account as it is now. Throws `account.oldPasswordWrong` or `account.passwordWeak`. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  passwords: z.output<typeof PasswordChangeBody>,
): Promise<AccountRow> {
  const { passwordHash } = await getAccount(deps.db, actor.id);
  const wrong = () => new DomainError('account.oldPasswordWrong', { field: 'old' });
  // By session: a stolen one spends nothing of the owner's budget.
  const session = actor.sessionHash ?? actor.id;
  const sender = { client: actor.id, people: 1 };
  await spendOn(deps, 'guessesOfSession', session);
  if (!(await verifyPassword(passwordHash, passwords.old, sender))) throw wrong();
  checkPassword(passwords.new, 'new');
  const renewed = await hashPassword(passwords.new, sender);
  return inTransaction(deps, async (work) => {
    const account = await lockAccount(work.tx, actor.id);
    if (account.passwordHash !== passwordHash) throw wrong();
    await endOtherSessions(work, actor.id, actor.sessionHash);
    work.after(() => refill(deps, 'guessesOfSession', session));
    return updateAccount(work.tx, actor.id, { passwordHash: renewed });
  });
}

export async function isOwnPassword(deps: Deps, { id }: Actor, password: string): Promise<boolean> {
  const { passwordHash } = await getAccount(deps.db, id);
  return verifyPassword(passwordHash, password, { client: id, people: 1 });
}

export async function changeAvatar(deps: Deps, actor: Actor, request: FastifyRequest): Promise<string> {
  const image = await storeUploadedImage(deps, request, accountRoutes.avatar.upload, {
    widthMax: avatarWidth,
    name: 'avatar',
    use: async (work, avatarHash) => {
      const replaced = (await lockAccount(work.tx, actor.id)).avatarHash;
      await updateAccount(work.tx, actor.id, { avatarHash });
      if (replaced !== avatarHash) work.after(() => releaseFile(deps, replaced));
      if (await hasAuthor(work.tx, [actor.id])) work.changes('posts');
      work.scoreboards(await updateSoloTeams(work.tx, [actor.id]));
    },
  });
  return image.url;
}
