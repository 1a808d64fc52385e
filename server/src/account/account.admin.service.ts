import type { Tx } from '@vexil/db';
import type { AccountRow } from '@vexil/db/schema/account';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import type { AdminUserUpdateBody } from '../contract/account';
import { DomainError } from '../contract/errors';
import { type Deps, inTransaction } from '../deps';
import {
  countAccounts,
  listAccounts,
  lockAccount,
  lockAdministrators,
  searchAccounts,
  updateAccount,
} from './account.queries';
import { advanceBoardsOf, givenMembers, withoutPhone } from './account.service';
import { tellAccessChanged } from './session.service';

const searchResultsMax = 30;

export interface AccountPage {
  accounts: AccountRow[];
  total: number;
}

export async function listAccountPage(
  deps: Pick<Deps, 'db'>,
  page: { count: number; skip: number },
): Promise<AccountPage> {
  const [accounts, total] = await Promise.all([listAccounts(deps.db, page), countAccounts(deps.db)]);
  return { accounts, total };
}

export async function findAccounts(deps: Pick<Deps, 'db'>, hint: string): Promise<AccountPage> {
  const accounts = await searchAccounts(deps.db, hint, searchResultsMax);
  return { accounts, total: accounts.length };
}

/** Without an administrator nobody could ever name one again. */
async function keepAnAdministrator(tx: Tx, accountId: string): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (administrators.length === 1 && administrators[0] === accountId) {
    throw new DomainError('account.lastAdmin', { field: 'role' });
  }
}

/**
 * Changes an account; absent and null members stay. A role or a ban acts on the account's next request. Another e-mail
 * address has to be confirmed anew unless the same change confirms it.
 * @throws DomainError `account.notFound`, `.lastAdmin`, `.userNameTaken` or `.emailTaken`.
 */
export async function updateAccountAsAdmin(
  deps: Deps,
  by: Author,
  accountId: string,
  changes: z.output<typeof AdminUserUpdateBody>,
): Promise<void> {
  const given = givenMembers(changes);
  await inTransaction(deps, async (tx, afterCommit) => {
    // Before the account's own lock, so that two changes take their locks in one order.
    if (given.role !== undefined && given.role !== 'Admin') await keepAnAdministrator(tx, accountId);
    const before = await lockAccount(tx, accountId);
    if (Object.keys(given).length === 0) return;
    const moved = given.email !== undefined && given.email.toLowerCase() !== before.email.toLowerCase();
    const after = await updateAccount(tx, accountId, {
      ...(moved ? { emailConfirmed: false } : {}),
      ...withoutPhone(given),
    });
    await audit(tx, { by, gameId: null, action: 'account.update', target: `account:${accountId}`, before, after });
    if (after.role !== before.role) afterCommit(() => tellAccessChanged(deps, [accountId]));
    if (after.userName !== before.userName) afterCommit(() => advanceBoardsOf(deps, accountId));
  });
}
