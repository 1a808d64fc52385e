import type { accountOrders } from '@vexil/contract/account-admin';
import { asciiEmail } from '@vexil/contract/email.rules';
import { DomainError } from '@vexil/contract/errors';
import { normaliseName } from '@vexil/contract/name.rules';
import { renewInvitesOf } from '@vexil/data/account/erasure.queries';
import type { Database, Executor, Tx } from '@vexil/db';
import type { Role } from '@vexil/db/enums/account';
import { violatedConstraint } from '@vexil/db/errors';
import { type AccountRow, accountConstraints, accounts, type NewAccountRow } from '@vexil/db/schema/account';
import { lockClasses } from '@vexil/db/schema/locks';
import { participationMembers } from '@vexil/db/schema/participation';
import { teamConstraints, teams } from '@vexil/db/schema/team';
import { and, asc, count, desc, eq, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { readOwn } from '../play/caller.queries';

/** Both names are unique without regard to case, which only the constraints can promise. */
function refuseTaken(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === accountConstraints.userName) {
    throw new DomainError('account.userNameTaken', { field: 'userName', cause: error });
  }
  if (constraint === accountConstraints.email) {
    throw new DomainError('account.emailTaken', { field: 'email', cause: error });
  }
  throw error;
}

/** Throws `account.userNameTaken` or `account.emailTaken`. */
export async function insertAccount(db: Executor, values: NewAccountRow): Promise<AccountRow> {
  const [row] = await db.insert(accounts).values(values).returning().catch(refuseTaken);
  if (!row) throw new Error('The account was not stored.');
  return row;
}

/** Throws `account.userNameTaken`, `account.emailTaken`, or `account.notFound`. */
export async function updateAccount(db: Executor, id: string, values: Partial<NewAccountRow>): Promise<AccountRow> {
  const [row] = await db.update(accounts).set(values).where(eq(accounts.id, id)).returning().catch(refuseTaken);
  if (!row) throw new DomainError('account.notFound');
  return row;
}

/** false when the account was made meanwhile, by another server or under another spelling. */
export async function insertAccountOnce(db: Executor, values: NewAccountRow): Promise<boolean> {
  const rows = await db.insert(accounts).values(values).onConflictDoNothing().returning({ id: accounts.id });
  return rows.length > 0;
}

export async function findAccountByLogin(db: Executor, login: string): Promise<AccountRow | undefined> {
  const name = normaliseName(login);
  // As typed first: names from before they were normalised are stored as they were.
  const byName =
    (await findAccountByName(db, login)) ?? (name === login ? undefined : await findAccountByName(db, name));
  return byName ?? (await findAccountByEmail(db, asciiEmail(login)));
}

export async function findAccountByName(db: Executor, userName: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(accounts).where(sql`lower(${accounts.userName}) = lower(${userName})`);
  return row;
}

export async function findAccountByEmail(db: Executor, email: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(accounts).where(sql`lower(${accounts.email}) = lower(${email})`);
  return row;
}

export async function findAccount(db: Executor, id: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row;
}

export async function getAccount(db: Executor, id: string): Promise<AccountRow> {
  const row = await findAccount(db, id);
  if (!row) throw new DomainError('account.notFound');
  return row;
}

export type ProfileRow = Pick<
  AccountRow,
  'id' | 'role' | 'userName' | 'email' | 'bio' | 'phone' | 'realName' | 'stdNumber' | 'avatarHash' | 'fields'
>;

export type OwnProfileRow = ProfileRow & {
  isOrganiser: boolean;
  isStaff: boolean;
  hasFactor: boolean;
  acceptedTerms: string[];
};

/** Of an account `a`. */
export const ownProfileColumns = (sql: Database['sql']) => sql`
  a.id, a.role, a.user_name as "userName", a.email, a.bio, a.phone, a.real_name as "realName",
  a.std_number as "stdNumber", a.avatar_hash as "avatarHash", a.fields,
  exists (select from game_staff s where s.account_id = a.id and s.role = 'organiser') as "isOrganiser",
  exists (select from game_staff s where s.account_id = a.id) as "isStaff",
  exists (select from factors f where f.account_id = a.id) as "hasFactor",
  (
    select coalesce(json_agg(k.hash), '[]') from consents k where k.account_id = a.id and k.game_id is null
  ) as "acceptedTerms"`;

export const findOwnProfile = readOwn<OwnProfileRow>(
  (sql) => sql`
    select c.*, ${ownProfileColumns(sql)}
    from callers c cross join lateral (select * from accounts where id = c.id limit 1) a`,
);

export async function lockAccount(tx: Tx, id: string): Promise<AccountRow> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update');
  if (!row) throw new DomainError('account.notFound');
  return row;
}

export async function lockAccountByEmail(tx: Tx, email: string): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${email})`)
    .for('no key update');
  return row;
}

export async function listTrustedNames(db: Executor, exceptId: string | null): Promise<string[]> {
  const rows = await db
    .select({ userName: accounts.userName })
    .from(accounts)
    .where(
      and(inArray(accounts.role, ['Admin', 'Monitor']), exceptId === null ? undefined : ne(accounts.id, exceptId)),
    );
  return rows.map(({ userName }) => userName);
}

export interface AccountFilter {
  hint?: string | undefined;
  role?: Role | undefined;
  confirmed?: boolean | undefined;
  order?: (typeof accountOrders)[number];
  descending?: boolean;
}

const hasHint = (hint: string) => {
  const pattern = `%${hint.replace(/[\\%_]/g, '\\$&')}%`;
  return or(
    ilike(accounts.userName, pattern),
    ilike(accounts.email, pattern),
    ilike(accounts.stdNumber, pattern),
    ilike(accounts.phone, pattern),
    ilike(accounts.realName, pattern),
    ilike(sql`${accounts.id}::text`, pattern),
  );
};

const fits = ({ hint, role, confirmed }: AccountFilter) =>
  and(
    hint ? hasHint(hint) : undefined,
    role && eq(accounts.role, role),
    confirmed === undefined ? undefined : eq(accounts.emailConfirmed, confirmed),
  );

/** Ids are in order of registration. */
const orders: Record<(typeof accountOrders)[number], SQL> = {
  registered: sql`${accounts.id}`,
  visited: sql`coalesce(${accounts.lastVisitedAt}, ${accounts.registeredAt})`,
  name: sql`lower(${accounts.userName})`,
  email: sql`lower(${accounts.email})`,
};

export function listAccounts(
  db: Executor,
  {
    count: limit,
    skip,
    order = 'registered',
    descending = false,
    ...filter
  }: AccountFilter & { count: number; skip: number },
) {
  const direction = descending ? desc : asc;
  const rows = db.select().from(accounts).where(fits(filter));
  return rows.orderBy(direction(orders[order]), direction(accounts.id)).limit(limit).offset(skip);
}

export async function countAccounts(db: Executor, filter: AccountFilter = {}): Promise<number> {
  const [row] = await db.select({ total: count() }).from(accounts).where(fits(filter));
  return row?.total ?? 0;
}

export function searchAccounts(db: Executor, hint: string, limit: number): Promise<AccountRow[]> {
  return db.select().from(accounts).where(hasHint(hint)).orderBy(asc(accounts.id)).limit(limit);
}

export async function listGamesOf(db: Executor, accountIds: readonly string[]): Promise<number[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: participationMembers.gameId })
    .from(participationMembers)
    .where(inArray(participationMembers.accountId, [...accountIds]));
  return rows.map(({ id }) => id);
}

/** Their share of all accounts, 0…1. */
export async function shareOfForeignHashes(db: Executor): Promise<number> {
  const share = sql<number>`coalesce(avg((left(${accounts.passwordHash}, 2) in ('$b', '$2'))::int), 0)::float8`;
  const [row] = await db.select({ share }).from(accounts);
  return row?.share ?? 0;
}

/** Imports take turns, so that two of the same list do not wait for each other's rows. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.accountImport}, 0)`);
}

export async function insertAccountIfFree(tx: Tx, values: NewAccountRow): Promise<AccountRow | undefined> {
  const [row] = await tx.insert(accounts).values(values).onConflictDoNothing().returning();
  return row;
}

type KnownAccount = Pick<AccountRow, 'id' | 'userName' | 'email' | 'emailConfirmed'>;

export function listKnownAccounts(db: Executor): Promise<KnownAccount[]> {
  const { id, userName, email, emailConfirmed } = accounts;
  return db.select({ id, userName, email, emailConfirmed }).from(accounts);
}

const rowsPerInsert = 200;

/** Their ids by name. */
export async function insertAccounts(tx: Tx, rows: readonly NewAccountRow[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    const insert = tx.insert(accounts).values(rows.slice(at, at + rowsPerInsert));
    const inserted = await insert.returning({ id: accounts.id, userName: accounts.userName });
    for (const { id, userName } of inserted) ids.set(userName, id);
  }
  return ids;
}

export function listOthersOfSameName(
  tx: Tx,
  id: string,
  { userName, email }: Pick<AccountRow, 'userName' | 'email'>,
): Promise<Pick<AccountRow, 'userName' | 'email'>[]> {
  return tx
    .select({ userName: accounts.userName, email: accounts.email })
    .from(accounts)
    .where(
      and(
        ne(accounts.id, id),
        or(sql`lower(${accounts.userName}) = lower(${userName})`, sql`lower(${accounts.email}) = lower(${email})`),
      ),
    );
}

/**
 * Throws `account.leadsTeam`; memberships, registrations and sessions go along. Its teams get new invitations, because its
 * owner may register again.
 */
export async function deleteAccountRow(tx: Tx, id: string): Promise<void> {
  await renewInvitesOf(tx, id);
  await tx.delete(teams).where(eq(teams.soloOf, id));
  try {
    await tx.delete(accounts).where(eq(accounts.id, id));
  } catch (error) {
    if (violatedConstraint(error) !== teamConstraints.captain) throw error;
    throw new DomainError('account.leadsTeam', { cause: error });
  }
}
