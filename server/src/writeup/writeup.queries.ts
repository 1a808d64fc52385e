import type { Executor, Tx } from '@vexil/db';
import { divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { noWriteup, type ParticipationRow, participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, or } from 'drizzle-orm';

export async function findWriteup(
  db: Executor,
  participationId: number,
): Promise<{ name: string | null; sizeBytes: number; writeupAt: Date | null } | undefined> {
  const [row] = await db
    .select({ name: participations.writeupName, sizeBytes: files.sizeBytes, writeupAt: participations.writeupAt })
    .from(participations)
    .innerJoin(files, eq(files.hash, participations.writeupHash))
    .where(eq(participations.id, participationId));
  return row;
}

export async function findParticipationToWrite(tx: Tx, participationId: number) {
  const [row] = await tx
    .select({
      status: participations.status,
      writeupHash: participations.writeupHash,
      startAt: games.startAt,
      writeupRequired: games.writeupRequired,
      writeupDeadline: games.writeupDeadline,
      pausedAt: games.pausedAt,
    })
    .from(participations)
    .innerJoin(games, eq(games.id, participations.gameId))
    .where(eq(participations.id, participationId))
    .for('no key update', { of: participations });
  return row;
}

export async function setWriteup(
  tx: Tx,
  participationId: number,
  writeup: Pick<ParticipationRow, 'writeupHash' | 'writeupName' | 'writeupAt'>,
): Promise<void> {
  await tx.update(participations).set(writeup).where(eq(participations.id, participationId));
}

export async function clearWriteups(tx: Tx, gameId: number): Promise<string[]> {
  // Locked in order of id, so that two concurrent calls do not deadlock.
  const rows = await tx
    .select({ id: participations.id, hash: participations.writeupHash })
    .from(participations)
    .where(and(eq(participations.gameId, gameId), isNotNull(participations.writeupHash)))
    .orderBy(asc(participations.id))
    .for('no key update');
  // Only the locked rows: a writeup submitted meanwhile would be removed without its file being released.
  await tx
    .update(participations)
    .set(noWriteup)
    .where(
      inArray(
        participations.id,
        rows.map(({ id }) => id),
      ),
    );
  return rows.flatMap(({ hash }) => hash ?? []);
}

export const listWriteups = (db: Executor, gameId: number) =>
  db
    .select({
      participation: getTableColumns(participations),
      team: getTableColumns(teams),
      sizeBytes: files.sizeBytes,
    })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .innerJoin(files, eq(files.hash, participations.writeupHash))
    .where(eq(participations.gameId, gameId))
    .orderBy(desc(participations.writeupAt), desc(participations.id));

export type ListedWriteup = Awaited<ReturnType<typeof listWriteups>>[number];

const reviewedColumns = {
  id: participations.id,
  gameId: participations.gameId,
  teamId: teams.id,
  teamName: teams.name,
  avatarHash: teams.avatarHash,
  divisionId: participations.divisionId,
  hash: participations.writeupHash,
  name: participations.writeupName,
  at: participations.writeupAt,
  comment: participations.writeupComment,
  grade: participations.writeupGrade,
  sizeBytes: files.sizeBytes,
};

/** Plan: index by game; files by primary key. */
export const listForReview = (db: Executor, gameId: number) =>
  db
    .select(reviewedColumns)
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(files, eq(files.hash, participations.writeupHash))
    .where(
      and(
        eq(participations.gameId, gameId),
        or(isNotNull(participations.writeupHash), eq(participations.status, 'Accepted')),
      ),
    )
    .orderBy(asc(participations.writeupAt), asc(teams.name), asc(participations.id));

export type ReviewedRow = Awaited<ReturnType<typeof listForReview>>[number];

export async function findReview(tx: Tx, gameId: number, participationId: number) {
  const [row] = await tx
    .select({ comment: participations.writeupComment, grade: participations.writeupGrade })
    .from(participations)
    .where(
      and(
        eq(participations.id, participationId),
        eq(participations.gameId, gameId),
        isNotNull(participations.writeupHash),
      ),
    )
    .for('no key update');
  return row;
}

export async function setReview(
  tx: Tx,
  participationId: number,
  review: Partial<Pick<ParticipationRow, 'writeupComment' | 'writeupGrade'>>,
): Promise<ReviewedRow | undefined> {
  await tx.update(participations).set(review).where(eq(participations.id, participationId));
  const [row] = await tx
    .select(reviewedColumns)
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(files, eq(files.hash, participations.writeupHash))
    .where(eq(participations.id, participationId));
  return row;
}

export const listDivisionsOfGame = (db: Executor, gameId: number) =>
  db
    .select({ id: divisions.id, name: divisions.name })
    .from(divisions)
    .where(eq(divisions.gameId, gameId))
    .orderBy(asc(divisions.id));
