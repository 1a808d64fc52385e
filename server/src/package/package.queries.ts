import { invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { type ChallengeRow, challenges, type FlagRow, flags, type NewChallengeRow } from '@vexil/db/schema/challenge';
import { type DivisionChallengeRow, type DivisionRow, divisionChallenges, divisions } from '@vexil/db/schema/division';
import { type FileRow, files } from '@vexil/db/schema/file';
import { type GameRow, games, type NewGameRow } from '@vexil/db/schema/game';
import { shownFreeze } from '@vexil/rules/game-freeze.rules';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { type AttachmentFile, listAttachments } from '../challenge/attachment.service';

export interface GameFacts {
  game: GameRow;
  challenges: ChallengeRow[];
  flags: FlagRow[];
  /** By the id of the first. */
  attachments: Map<number, AttachmentFile[]>;
  divisions: DivisionRow[];
  masks: DivisionChallengeRow[];
  files: Map<string, FileRow>;
}

/** All statements of the transaction see one snapshot. Must be its first statement. */
export const setRepeatableRead = (tx: Tx): Promise<void> => tx.setTransaction({ isolationLevel: 'repeatable read' });

export async function readGameFacts(db: Executor, gameId: number): Promise<GameFacts | undefined> {
  const [game] = await db.select().from(games).where(eq(games.id, gameId));
  if (!game) return undefined;
  const challengeRows = await db
    .select()
    .from(challenges)
    .where(eq(challenges.gameId, gameId))
    .orderBy(asc(challenges.id));
  const flagRows = await db
    .select(getTableColumns(flags))
    .from(flags)
    .innerJoin(challenges, eq(challenges.id, flags.challengeId))
    .where(eq(challenges.gameId, gameId))
    .orderBy(asc(flags.id));
  const firstIds = [...challengeRows, ...flagRows].map(({ attachmentId }) => attachmentId);
  const attachments = await listAttachments(db, firstIds);
  const attached = [...attachments.values()].flat().map(({ fileHash }) => fileHash);
  const hashes = [game.posterHash, ...attached].filter((hash) => hash !== null);
  const fileRows = await db
    .select()
    .from(files)
    .where(sql`${files.hash} = any(${sql.param(hashes)}::text[])`);
  return {
    // A package and a copy have a freeze that is not revealed yet.
    game: { ...game, freezeAt: shownFreeze(game) },
    challenges: challengeRows,
    flags: flagRows,
    attachments,
    divisions: await db.select().from(divisions).where(eq(divisions.gameId, gameId)).orderBy(asc(divisions.id)),
    masks: await db
      .select()
      .from(divisionChallenges)
      .where(eq(divisionChallenges.gameId, gameId))
      .orderBy(asc(divisionChallenges.challengeId)),
    files: new Map(fileRows.map((row) => [row.hash, row])),
  };
}

// A statement has at most 65,534 parameters.
const rowsMax = 5000;

function* chunked<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += rowsMax) yield rows.slice(at, at + rowsMax);
}

export async function insertGame(tx: Tx, values: NewGameRow): Promise<GameRow> {
  const [row] = await tx.insert(games).values(values).returning();
  invariant(row, 'An inserted game is returned.');
  return row;
}

export async function insertChallenge(tx: Tx, values: NewChallengeRow): Promise<ChallengeRow> {
  const [row] = await tx.insert(challenges).values(values).returning();
  invariant(row, 'An inserted challenge is returned.');
  return row;
}

export async function updateLinks(
  tx: Tx,
  challengeId: number,
  links: Pick<ChallengeRow, 'requires' | 'nextId'>,
): Promise<void> {
  await tx.update(challenges).set(links).where(eq(challenges.id, challengeId));
}

export async function insertFlags(tx: Tx, rows: (typeof flags.$inferInsert)[]): Promise<void> {
  for (const part of chunked(rows)) await tx.insert(flags).values(part);
}

export async function insertDivision(tx: Tx, values: typeof divisions.$inferInsert): Promise<number> {
  const [row] = await tx.insert(divisions).values(values).returning({ id: divisions.id });
  invariant(row, 'An inserted division is returned.');
  return row.id;
}

export async function insertMasks(tx: Tx, rows: DivisionChallengeRow[]): Promise<void> {
  for (const part of chunked(rows)) await tx.insert(divisionChallenges).values(part);
}
