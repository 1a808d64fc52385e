import { DomainError, invariant } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { StaffRole } from '@vexil/db/enums/game';
import type { Deps } from '@vexil/http/deps';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { findStaffRole } from '../play/access.queries';
import { getGame, lockGame } from './game.service';
import {
  accountExists,
  deleteStaff,
  findAccountId,
  findStaffMember,
  isRegistered,
  listGranted,
  listStaff,
  lockGameRole,
  type StaffMember,
  upsertGranted,
  upsertStaff,
} from './staff.queries';

export { listStaff, type StaffMember } from './staff.queries';

export async function readStaff(deps: Deps, gameId: number): Promise<StaffMember[]> {
  await getGame(deps.db, gameId);
  return listStaff(deps.db, gameId);
}

interface StaffKey {
  gameId: number;
  accountId: string;
}

/** Refuses registered players of any status, because their team may still be accepted. */
export function setStaff(deps: Deps, by: Author, person: StaffKey, role: StaffRole): Promise<StaffMember> {
  return inTransaction(deps, async (work) => {
    await lockGame(work.tx, person.gameId);
    await setStaffIn(work, by, person, role);
    const member = await findStaffMember(work.tx, person.gameId, person.accountId);
    invariant(member, 'An inserted staff member is found.');

    return member;
  });
}

async function setStaffIn(work: Work, by: Author, { gameId, accountId }: StaffKey, role: StaffRole): Promise<void> {
  await lockGameRole(work.tx, gameId, accountId);
  if (!(await accountExists(work.tx, accountId))) throw new DomainError('account.notFound');
  if (await isRegistered(work.tx, gameId, accountId)) throw new DomainError('game.staffIsPlayer');
  const before = await findStaffRole(work.tx, gameId, accountId);
  await upsertStaff(work.tx, { gameId, accountId, role, addedById: by.accountId });
  const change = { ...(before ? { before: { role: before } } : {}), after: { role } };
  await audit(work.tx, { by, gameId, action: 'game.setStaff', target: `account:${accountId}`, ...change });
  work.accessChanged([accountId]);
}

/** Of a game that the transaction has locked. An account does not change its own role this way. */
export async function setStaffByName(
  work: Work,
  by: Author,
  gameId: number,
  { user, role, field }: { user: string; role: StaffRole; field: string },
): Promise<void> {
  const accountId = await findAccountId(work.tx, user);
  if (accountId === undefined) throw new DomainError('account.notFound', { field: `${field}.user` });
  if (accountId === by.accountId) throw new DomainError('account.forbidden', { field: `${field}.role` });
  await setStaffIn(work, by, { gameId, accountId }, role).catch((error: unknown) => {
    throw error instanceof DomainError ? new DomainError(error.code, { field: `${field}.user`, cause: error }) : error;
  });
}

export function removeStaff(deps: Deps, by: Author, { gameId, accountId }: StaffKey): Promise<void> {
  return inTransaction(deps, async (work) => {
    await lockGame(work.tx, gameId);
    await lockGameRole(work.tx, gameId, accountId);
    const role = await deleteStaff(work.tx, gameId, accountId);
    if (!role) throw new DomainError('game.staffNotFound');
    await audit(work.tx, { by, gameId, action: 'game.removeStaff', target: `account:${accountId}`, before: { role } });
    work.accessChanged([accountId]);
  });
}

/** What the groups of a provider say of an account. Roles that people have given stay, and players of a game get none. */
export async function grantStaffBy(
  work: Work,
  { id: accountId }: { id: string },
  provider: string,
  wanted: readonly { gameId: number; role: StaffRole }[],
): Promise<void> {
  const { tx } = work;
  const granted = await listGranted(tx, accountId, provider);
  const lost = granted.filter(({ gameId }) => !wanted.some((one) => one.gameId === gameId));
  if (lost.length + wanted.length === 0) return;
  const entry = { by: { accountId: null, ip: null }, target: `account:${accountId}`, reason: provider } as const;
  for (const { gameId, role } of lost) {
    await deleteStaff(tx, gameId, accountId);
    await audit(tx, { ...entry, gameId, action: 'game.removeStaff', before: { role } });
  }
  for (const { gameId, role } of wanted) {
    await lockGameRole(tx, gameId, accountId);
    if (!(await upsertGranted(tx, { gameId, accountId, role, grantedBy: provider }))) continue;
    await audit(tx, { ...entry, gameId, action: 'game.setStaff', after: { role } });
  }
  work.accessChanged([accountId]);
}

/** Call before the first statement about the account in this game. Throws `participation.isStaff`. */
export async function requireNotStaff(tx: Tx, gameId: number, accountId: string): Promise<void> {
  await lockGameRole(tx, gameId, accountId);
  if (await findStaffRole(tx, gameId, accountId)) throw new DomainError('participation.isStaff');
}
