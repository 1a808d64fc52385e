import type { Tx } from '@vexil/db';
import type { FolderSource } from '@vexil/db/enums/challenge';
import { type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { pauses } from '@vexil/db/schema/pause';
import type { Shift } from '@vexil/rules/pause.rules';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';

/** Plan: index scan of files_pkey. */
export async function listStoredHashes(tx: Tx, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ hash: files.hash })
    .from(files)
    .where(sql`${files.hash} = any(${sql.param(hashes)}::text[])`);
  return new Set(rows.map(({ hash }) => hash));
}

export async function setPosition(tx: Tx, challengeId: number, position: number | null): Promise<void> {
  await tx.update(challenges).set({ position }).where(eq(challenges.id, challengeId));
}

/** Says where a challenge came from, which is no change of it. */
export async function setSource(
  tx: Tx,
  challengeId: number,
  values: Pick<ChallengeRow, 'sourceKey' | 'source'>,
): Promise<void> {
  await tx
    .update(challenges)
    .set({ ...values, updatedAt: sql`updated_at` })
    .where(eq(challenges.id, challengeId));
}

export async function setGameSource(tx: Tx, gameId: number, source: FolderSource): Promise<void> {
  await tx.update(games).set({ source, updatedAt: sql`updated_at` }).where(eq(games.id, gameId));
}

/** By what the pauses of a game have moved its times. Plan: pauses_game_id_idx. */
export async function listShifts(tx: Tx, gameId: number): Promise<Shift[]> {
  const rows = await tx.select().from(pauses).where(eq(pauses.gameId, gameId)).orderBy(asc(pauses.id));
  return rows.flatMap(({ pausedAt, resumedAt }) =>
    resumedAt === null ? [] : [{ pausedAt: pausedAt.getTime(), resumedAt: resumedAt.getTime() }],
  );
}

/** What a challenge has where nothing is said of it. */
export const challengeDefaults = Object.fromEntries(
  Object.entries(getTableColumns(challenges)).map(([name, column]) => [name, column.default ?? null]),
) as unknown as ChallengeRow;
