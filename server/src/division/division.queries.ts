import { DomainError, invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { type DivisionChallengeRow, type DivisionRow, divisionChallenges, divisions } from '@vexil/db/schema/division';
import { participations } from '@vexil/db/schema/participation';
import { and, asc, eq, sql } from 'drizzle-orm';

export type NewDivisionRow = typeof divisions.$inferInsert;

export function listDivisions(db: Executor, gameId: number): Promise<DivisionRow[]> {
  return db.select().from(divisions).where(eq(divisions.gameId, gameId)).orderBy(asc(divisions.id));
}

export function listChallengeMasks(db: Executor, gameId: number): Promise<DivisionChallengeRow[]> {
  return db
    .select()
    .from(divisionChallenges)
    .where(eq(divisionChallenges.gameId, gameId))
    .orderBy(asc(divisionChallenges.challengeId));
}

export function listMasksOf(tx: Tx, divisionId: number): Promise<DivisionChallengeRow[]> {
  return tx
    .select()
    .from(divisionChallenges)
    .where(eq(divisionChallenges.divisionId, divisionId))
    .orderBy(asc(divisionChallenges.challengeId));
}

export async function lockDivision(tx: Tx, gameId: number, divisionId: number): Promise<DivisionRow> {
  const [row] = await tx
    .select()
    .from(divisions)
    .where(and(eq(divisions.id, divisionId), eq(divisions.gameId, gameId)))
    .for('update');
  if (!row) throw new DomainError('division.notFound');
  return row;
}

export async function insertDivision(tx: Tx, values: NewDivisionRow): Promise<DivisionRow> {
  const [row] = await tx.insert(divisions).values(values).returning();
  invariant(row, 'An inserted division is returned.');
  return row;
}

export async function updateDivisionRow(tx: Tx, id: number, values: Partial<NewDivisionRow>): Promise<DivisionRow> {
  const [row] = await tx
    .update(divisions)
    .set({ ...values, version: sql`${divisions.version} + 1` })
    .where(eq(divisions.id, id))
    .returning();
  invariant(row, 'A locked division exists.');
  return row;
}

/** Plan: participations_division_id_idx. */
export const countTeamsOf = (tx: Tx, divisionId: number): Promise<number> =>
  tx.$count(participations, eq(participations.divisionId, divisionId));

export async function deleteDivisionRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(divisions).where(eq(divisions.id, id));
}

export async function deleteMasks(tx: Tx, divisionId: number): Promise<void> {
  await tx.delete(divisionChallenges).where(eq(divisionChallenges.divisionId, divisionId));
}

export async function insertMasks(tx: Tx, rows: DivisionChallengeRow[]): Promise<void> {
  await tx.insert(divisionChallenges).values(rows);
}
