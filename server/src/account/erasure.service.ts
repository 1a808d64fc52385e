import { DomainError } from '@vexil/contract/errors';
import type { AccountErasure } from '@vexil/contract/own-data';
import { erasedAfterMs } from '@vexil/contract/own-data.limits';
import { findPlayingTeam, lockAdministrators } from '@vexil/data/account/erasure.queries';
import type { AccountErasureRow } from '@vexil/db/schema/own-data';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { lockAccount } from './account.queries';
import { deleteErasure, findErasure, listLeaving, storeErasure } from './erasure.queries';

const viewErasure = ({ requestedAt, dueAt }: AccountErasureRow): AccountErasure => ({
  requestedAt: requestedAt.getTime(),
  dueAt: dueAt.getTime(),
});

export async function readErasure(deps: Pick<Deps, 'db'>, { id }: Actor): Promise<AccountErasure | null> {
  const row = await findErasure(deps.db, id);
  return row ? viewErasure(row) : null;
}

/** One that is asked for again stays as it is. Throws `account.lastAdmin` or `account.leadsPlayingTeam`. */
export async function requestErasure(deps: Deps, { id: accountId }: Actor): Promise<AccountErasure> {
  return inTransaction(deps, async ({ tx }) => {
    // Before the account's own lock, so that two changes take their locks in one order.
    const administrators = await lockAdministrators(tx);
    const leaving = await listLeaving(tx, administrators);
    const isLast =
      administrators.every((id) => id === accountId || leaving.has(id)) && administrators.includes(accountId);
    await lockAccount(tx, accountId);
    const known = await findErasure(tx, accountId);
    if (known) return viewErasure(known);
    if (isLast) throw new DomainError('account.lastAdmin');
    const requestedAt = deps.clock.now();
    const team = await findPlayingTeam(tx, accountId, requestedAt);
    if (team !== undefined) throw new DomainError('account.leadsPlayingTeam', { params: { team } });
    const dueAt = new Date(requestedAt.getTime() + erasedAfterMs);
    return viewErasure(await storeErasure(tx, { accountId, requestedAt, dueAt }));
  });
}

/** Whether there was one. */
export const keepAccount = (deps: Deps, { id }: Actor): Promise<boolean> =>
  inTransaction(deps, async ({ tx }) => {
    await lockAccount(tx, id);
    return deleteErasure(tx, id);
  });
