import { languages } from '@vexil/contract/languages';
import { lockAdministrators } from '@vexil/data/account/erasure.queries';
import { type Role, roles } from '@vexil/db/enums/account';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Deps } from '@vexil/http/deps';
import { refillAll } from '@vexil/http/guard/target-budget';
import { isStrongPassword } from '@vexil/rules/password.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import { audit, type Operator } from '../audit/audit.service';
import { makeLink } from '../mail/mail.service';
import { OperateError } from '../operate-error';
import { endOtherSessions } from '../session/session.service';
import { findAccountByLogin, insertAccount, lockAccount, updateAccount } from './account.queries';
import { deleteAllFactors } from './factor.service';
import { hashPassword, makePassword } from './password';

const hashing = { client: 'operator', people: 1 } as const;

export function roleOf(text: string): Role {
  const role = roles.find((one) => one.toLowerCase() === text.toLowerCase());
  if (!role) throw new OperateError(`There is no role ${text}; choose ${roles.join(', ')}.`);
  return role;
}

const by: Operator = { accountId: null, ip: null };

async function findByLogin(deps: Deps, login: string): Promise<AccountRow> {
  const account = await findAccountByLogin(deps.db, login);
  if (!account) throw new OperateError(`There is no account ${login}.`);
  return account;
}

/**
 * The address counts as confirmed.
 * @param password null for a random one
 * @returns the random password, or null
 */
export async function createAccount(
  deps: Deps,
  account: { userName: string; email: string; role: Role; password: string | null },
): Promise<{ id: string; password: string | null }> {
  const { userName, email, role } = account;
  if (account.password !== null && !isStrongPassword(account.password)) {
    throw new OperateError('The password must have six characters or more with a digit, a small and a capital letter.');
  }
  const password = account.password ?? makePassword(deps.random);
  const passwordHash = await hashPassword(password, hashing);
  const { id } = await inTransaction(deps, async ({ tx }) => {
    const row = await insertAccount(tx, {
      userName,
      email,
      role,
      passwordHash,
      emailConfirmed: true,
      registeredAt: deps.clock.now(),
    });
    await audit(tx, {
      by,
      gameId: null,
      action: 'account.create',
      target: `account:${row.id}`,
      after: { userName, role },
    });
    return row;
  });
  return { id, password: account.password === null ? password : null };
}

/** Acts on the next request of the account. */
export async function changeRole(deps: Deps, login: string, role: Role): Promise<void> {
  const { id } = await findByLogin(deps, login);
  await inTransaction(deps, async (work) => {
    const administrators = await lockAdministrators(work.tx);
    if (role !== 'Admin' && administrators.length === 1 && administrators[0] === id) {
      throw new OperateError(`${login} is the last administrator. Give another account the role first.`);
    }
    const before = await lockAccount(work.tx, id);
    const after = await updateAccount(work.tx, id, { role });
    await audit(work.tx, { by, gameId: null, action: 'account.update', target: `account:${id}`, before, after });
    work.accessChanged([id]);
  });
}

/** Ends all sessions of the account and returns its new password, which is stored nowhere. */
export async function replacePassword(deps: Deps, login: string): Promise<string> {
  const { id } = await findByLogin(deps, login);
  const password = makePassword(deps.random);
  const passwordHash = await hashPassword(password, hashing);
  await inTransaction(deps, async (work) => {
    const before = await lockAccount(work.tx, id);
    const after = await updateAccount(work.tx, id, { passwordHash });
    await endOtherSessions(work, id, null);
    await audit(work.tx, { by, gameId: null, action: 'account.resetPassword', target: `account:${id}`, before, after });
  });
  return password;
}

/**
 * Lets the account sign in, recover its password and get mails at once, whatever was tried before.
 * @returns how many budgets were in use
 */
export async function unlockAccount(deps: Deps, login: string): Promise<number> {
  const account = await findByLogin(deps, login);
  const counts = [account.id, account.email, account.userName].map((target) => refillAll(deps, target));
  const count = (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  await inTransaction(deps, ({ tx }) =>
    audit(tx, {
      by,
      gameId: null,
      action: 'account.unlock',
      target: `account:${account.id}`,
      after: { budgets: count },
    }),
  );
  return count;
}

/**
 * For an account whose owner has lost every factor: the password alone signs in again.
 * @returns how many factors there were
 */
export async function resetFactors(deps: Deps, login: string): Promise<number> {
  const { id } = await findByLogin(deps, login);
  return inTransaction(deps, async ({ tx }) => {
    await lockAccount(tx, id);
    const count = await deleteAllFactors(tx, id);
    const after = { factors: count };
    await audit(tx, { by, gameId: null, action: 'account.resetFactors', target: `account:${id}`, after });
    return count;
  });
}

/**
 * The link that a mail would carry, to be handed over another way. It sets a new password once, until it runs out or the
 * password or address changes.
 * @param origin of the site, such as `https://ctf.example.org`
 */
export async function makeResetLink(
  deps: Deps,
  login: string,
  origin: string,
): Promise<{ link: string; expiresAt: Date }> {
  const account = await findByLogin(deps, login);
  if (account.role === 'Banned')
    throw new OperateError(`${login} is banned and could not sign in with a new password.`);
  return inTransaction(deps, async ({ tx }) => {
    await audit(tx, { by, gameId: null, action: 'account.resetLink', target: `account:${account.id}` });
    return makeLink(deps, tx, { account, purpose: 'ResetPassword', context: { language: languages[0], origin } });
  });
}
