import type { Factor, PasskeyRef } from '@vexil/contract/factor';
import type { Database, Executor, Tx } from '@vexil/db';
import { sessions } from '@vexil/db/schema/account';
import { type FactorRow, factors, recoveryCodes } from '@vexil/db/schema/factor';
import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { readOwn } from '../play/caller.queries';

/** Times in Unix milliseconds. */
interface OwnFactorRow {
  id: string;
  kind: Factor['kind'];
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** The oldest first. */
export const findOwnFactors = readOwn<{ factors: OwnFactorRow[]; recoveryCodes: number }>(
  (sql) => sql`
    select c.*, (
      select coalesce(json_agg(json_build_object(
        'id', f.id, 'name', f.name,
        'kind', case when f.secret_sealed is null then 'passkey' else 'app' end,
        'createdAt', (extract(epoch from f.created_at) * 1000)::bigint,
        'lastUsedAt', (extract(epoch from f.last_used_at) * 1000)::bigint
      ) order by f.created_at, f.id), '[]')
      from factors f where f.account_id = c.id
    ) as factors,
    (select count(*)::int4 from recovery_codes r where r.account_id = c.id) as "recoveryCodes"
    from callers c`,
);

const ofAccount = (accountId: string) => eq(factors.accountId, accountId);

export const countFactors = (db: Executor, accountId: string): Promise<number> =>
  db.$count(factors, ofAccount(accountId));

export interface FactorFacts {
  isStaff: boolean;
  hasFactor: boolean;
}

/** Plan: by the indexes of both tables by account. */
export async function findFactorFacts({ sql }: Pick<Database, 'sql'>, accountId: string): Promise<FactorFacts> {
  const [row] = await sql<FactorFacts[]>`
    select exists (select from game_staff where account_id = ${accountId}) as "isStaff",
      exists (select from factors where account_id = ${accountId}) as "hasFactor"`;
  return row ?? { isStaff: false, hasFactor: false };
}

export const listFactors = (db: Executor, accountId: string): Promise<FactorRow[]> =>
  db.select().from(factors).where(ofAccount(accountId));

export interface Passkey {
  id: string;
  accountId: string;
  publicKey: string;
}

export async function findPasskey(db: Executor, credentialId: string): Promise<Passkey | undefined> {
  const { id, accountId, publicKey } = factors;
  const [row] = await db
    .select({ id, accountId, publicKey })
    .from(factors)
    .where(eq(factors.credentialId, credentialId));
  return row?.publicKey ? { ...row, publicKey: row.publicKey } : undefined;
}

export async function listPasskeys(db: Executor, accountId: string): Promise<PasskeyRef[]> {
  const { credentialId, transports } = factors;
  const isOne = and(ofAccount(accountId), isNotNull(credentialId));
  const rows = await db.select({ credentialId, transports }).from(factors).where(isOne);
  return rows.map(({ credentialId, transports }) => ({ id: credentialId ?? '', transports }));
}

/** false when the counter does not go on from the stored one, or the passkey was removed meanwhile. */
export async function useCounter(tx: Tx, id: string, counter: number, lastUsedAt: Date): Promise<boolean> {
  const goesOn = or(lt(factors.counter, counter), counter === 0 ? eq(factors.counter, 0) : undefined);
  const isIt = and(eq(factors.id, id), goesOn);
  return (await tx.update(factors).set({ counter, lastUsedAt }).where(isIt).returning({ id: factors.id })).length > 0;
}

/** false when it is stored already. */
export async function insertFactor(tx: Tx, values: typeof factors.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(factors).values(values).onConflictDoNothing().returning({ id: factors.id });
  return rows.length > 0;
}

/** false when a code of the step, or of a later one, was used meanwhile. */
export async function useStep(tx: Tx, id: string, lastStep: number, lastUsedAt: Date): Promise<boolean> {
  const isUnused = and(eq(factors.id, id), lt(factors.lastStep, lastStep));
  const rows = await tx.update(factors).set({ lastStep, lastUsedAt }).where(isUnused).returning({ id: factors.id });
  return rows.length > 0;
}

/** false when the account has no such factor. */
export async function updateName(tx: Tx, accountId: string, id: string, name: string): Promise<boolean> {
  const isIt = and(eq(factors.id, id), ofAccount(accountId));
  return (await tx.update(factors).set({ name }).where(isIt).returning({ id: factors.id })).length > 0;
}

/** undefined when the account has no such factor. */
export async function deleteFactor(tx: Tx, accountId: string, id: string): Promise<FactorRow | undefined> {
  const isIt = and(eq(factors.id, id), ofAccount(accountId));
  const [row] = await tx.delete(factors).where(isIt).returning();
  return row;
}

/** @returns how many there were */
export async function deleteFactors(tx: Tx, accountId: string): Promise<number> {
  return (await tx.delete(factors).where(ofAccount(accountId)).returning({ id: factors.id })).length;
}

export async function deleteCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

export async function insertCodes(tx: Tx, accountId: string, codeHashes: readonly string[]): Promise<void> {
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ accountId, codeHash })));
}

/** Of many requests with one code only one gets true. */
export async function useRecoveryCode(tx: Tx, accountId: string, codeHash: string): Promise<boolean> {
  const isIt = and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash));
  return (await tx.delete(recoveryCodes).where(isIt).returning({ codeHash: recoveryCodes.codeHash })).length > 0;
}

export async function updateProved(tx: Tx, tokenHash: string, provedAt: Date): Promise<void> {
  await tx.update(sessions).set({ provedAt }).where(eq(sessions.tokenHash, tokenHash));
}

export async function findProof(
  db: Executor,
  tokenHash: string,
): Promise<{ provedAt: Date | null; hasFactor: boolean } | undefined> {
  // Columns that Drizzle writes here name no table.
  const hasFactor = sql<boolean>`exists (select from factors f where f.account_id = sessions.account_id)`;
  const [row] = await db
    .select({ provedAt: sessions.provedAt, hasFactor })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash));
  return row;
}
