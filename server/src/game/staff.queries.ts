import type { Executor, Tx } from '@vexil/db';
import type { StaffRole } from '@vexil/db/enums/game';
import { accounts } from '@vexil/db/schema/account';
import { type GameStaffRow, gameStaff } from '@vexil/db/schema/game';
import { participationMembers } from '@vexil/db/schema/participation';
import { and, eq, sql } from 'drizzle-orm';

/** The two roles are in two tables, so no constraint can exclude an account from having both. */
export async function lockGameRole(tx: Tx, gameId: number, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`game-role:${gameId}:${accountId}`}, 0))`);
}

export interface StaffMember {
  accountId: string;
  userName: string;
  avatarHash: string | null;
  role: StaffRole;
}

const staffMembers = (db: Executor) =>
  db
    .select({
      accountId: accounts.id,
      userName: accounts.userName,
      avatarHash: accounts.avatarHash,
      role: gameStaff.role,
    })
    .from(gameStaff)
    .innerJoin(accounts, eq(accounts.id, gameStaff.accountId));

export function listStaff(db: Executor, gameId: number): Promise<StaffMember[]> {
  return staffMembers(db).where(eq(gameStaff.gameId, gameId)).orderBy(gameStaff.role, accounts.userName);
}

export async function findStaffMember(db: Executor, gameId: number, accountId: string) {
  const [row] = await staffMembers(db).where(and(eq(gameStaff.gameId, gameId), eq(gameStaff.accountId, accountId)));
  return row;
}

export async function isRegistered(tx: Tx, gameId: number, accountId: string): Promise<boolean> {
  const rows = await tx
    .select({ accountId: participationMembers.accountId })
    .from(participationMembers)
    .where(and(eq(participationMembers.gameId, gameId), eq(participationMembers.accountId, accountId)));
  return rows.length > 0;
}

export async function accountExists(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('key share');
  return rows.length > 0;
}

/** Names differ by more than case. */
export async function findAccountId(tx: Tx, userName: string): Promise<string | undefined> {
  const isNamed = sql`lower(${accounts.userName}) = lower(${userName})`;
  const [row] = await tx.select({ id: accounts.id }).from(accounts).where(isNamed);
  return row?.id;
}

type NewStaffRow = { gameId: number; accountId: string; role: StaffRole; addedById: string };

export async function upsertStaff(tx: Tx, values: NewStaffRow): Promise<void> {
  await tx
    .insert(gameStaff)
    .values(values)
    .onConflictDoUpdate({
      target: [gameStaff.gameId, gameStaff.accountId],
      set: { role: values.role, grantedBy: null },
    });
}

export const listGranted = (tx: Tx, accountId: string, provider: string): Promise<GameStaffRow[]> =>
  tx
    .select()
    .from(gameStaff)
    .where(and(eq(gameStaff.accountId, accountId), eq(gameStaff.grantedBy, provider)));

type GrantedRow = Pick<GameStaffRow, 'gameId' | 'accountId' | 'role'> & { grantedBy: string };

/** false where a person or another provider has given a role, and where the game is gone. */
export async function upsertGranted(tx: Tx, { gameId, accountId, role, grantedBy }: GrantedRow): Promise<boolean> {
  const rows = await tx.execute(sql`
    insert into game_staff (game_id, account_id, role, granted_by)
    select id, ${accountId}, ${role}::staff_role, ${grantedBy} from games where id = ${gameId} and not exists (
      select from participation_members m where m.game_id = ${gameId} and m.account_id = ${accountId})
    on conflict (game_id, account_id) do update set role = excluded.role
    where game_staff.granted_by = ${grantedBy} and game_staff.role <> excluded.role
    returning game_id`);
  return rows.length > 0;
}

export async function deleteStaff(tx: Tx, gameId: number, accountId: string): Promise<StaffRole | undefined> {
  const [row] = await tx
    .delete(gameStaff)
    .where(and(eq(gameStaff.gameId, gameId), eq(gameStaff.accountId, accountId)))
    .returning({ role: gameStaff.role });
  return row?.role;
}
