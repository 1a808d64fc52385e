import { invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import type { CustomCategory } from '@vexil/db/enums/challenge';
import { attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { type GameRow, games, type NewGameRow } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { type PauseRow, pauses } from '@vexil/db/schema/pause';
import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { organisedGames } from '../play/access.queries';

type Page = { count: number; skip: number };

export async function findGame(db: Executor, gameId: number): Promise<GameRow | undefined> {
  const [row] = await db.select().from(games).where(eq(games.id, gameId));
  return row;
}

/** Locked until the transaction ends; `key share` only prevents deletion. */
export async function findGameLocked(
  tx: Tx,
  gameId: number,
  strength: 'key share' | 'no key update' | 'update',
): Promise<GameRow | undefined> {
  const [row] = await tx.select().from(games).where(eq(games.id, gameId)).for(strength);
  return row;
}

async function pageOfGames(db: Executor, filter: SQL | undefined, order: SQL[], page: Page) {
  const [rows, [total]] = await Promise.all([
    db
      .select()
      .from(games)
      .where(filter)
      .orderBy(...order)
      .limit(page.count)
      .offset(page.skip),
    db.select({ value: count() }).from(games).where(filter),
  ]);
  return { rows, total: total?.value ?? 0 };
}

export const listPublicGames = (db: Executor): Promise<GameRow[]> =>
  db.select().from(games).where(eq(games.hidden, false)).orderBy(desc(games.startAt), desc(games.id));

export const listAllGames = (db: Executor, page: Page) =>
  pageOfGames(db, isNull(games.checkOf), [desc(games.id)], page);

export function listGamesOfOrganiser(db: Executor, accountId: string, page: Page) {
  return pageOfGames(db, inArray(games.id, organisedGames(db, accountId)), [desc(games.id)], page);
}

export async function countTeams(db: Executor, gameId: number): Promise<number> {
  const [row] = await db.select({ value: count() }).from(participations).where(eq(participations.gameId, gameId));
  return row?.value ?? 0;
}

export function listDivisionNames(db: Executor, gameId: number) {
  return db
    .select({
      id: divisions.id,
      name: divisions.name,
      inviteCode: divisions.inviteCode,
      defaultPermissions: divisions.defaultPermissions,
      kind: divisions.kind,
      ruleText: divisions.ruleText,
      scoresAlone: divisions.scoresAlone,
    })
    .from(divisions)
    .where(eq(divisions.gameId, gameId))
    .orderBy(divisions.id);
}

/** An outage has a few. */
const pausesMax = 100;

/** The newest first. */
export const listPausesOfGame = (db: Executor, gameId: number): Promise<PauseRow[]> =>
  db.select().from(pauses).where(eq(pauses.gameId, gameId)).orderBy(desc(pauses.id)).limit(pausesMax);

export async function insertGame(tx: Tx, values: NewGameRow): Promise<GameRow> {
  const [row] = await tx.insert(games).values(values).returning();
  invariant(row, 'An inserted game is returned.');
  return row;
}

export async function updateGameRow(tx: Tx, gameId: number, values: Partial<NewGameRow>): Promise<GameRow> {
  const [row] = await tx
    .update(games)
    .set({ ...values, version: sql`${games.version} + 1`, updatedAt: new Date() })
    .where(eq(games.id, gameId))
    .returning();
  invariant(row, 'A locked game exists.');
  return row;
}

/** The titles of the challenges that have it; without `now` they keep it. */
export async function changeCustomCategory(
  tx: Tx,
  gameId: number,
  { id, now }: { id: number; now: CustomCategory | undefined },
): Promise<string[]> {
  const having = and(eq(challenges.gameId, gameId), sql`(${challenges.customCategory} ->> 'id')::int = ${id}`);
  const rows = now
    ? await tx
        .update(challenges)
        .set({ customCategory: now, category: now.category })
        .where(having)
        .returning({ title: challenges.title })
    : await tx.select({ title: challenges.title }).from(challenges).where(having).orderBy(challenges.title);
  return rows.map(({ title }) => title);
}

/** Attachments are deleted here; everything else of the game goes by cascade. */
export async function deleteGameRow(tx: Tx, gameId: number): Promise<void> {
  const ofChallenges = await tx
    .select({ id: challenges.attachmentId })
    .from(challenges)
    .where(eq(challenges.gameId, gameId));
  const ofFlags = await tx
    .select({ id: flags.attachmentId })
    .from(flags)
    .innerJoin(challenges, eq(challenges.id, flags.challengeId))
    .where(eq(challenges.gameId, gameId));
  const ids = [...ofChallenges, ...ofFlags].flatMap(({ id }) => id ?? []);
  await tx.delete(games).where(eq(games.id, gameId));
  // One array parameter, because a statement takes at most 65,534 parameters. Plan: index scan of attachments_pkey.
  if (ids.length > 0) await tx.delete(attachments).where(sql`${attachments.id} = any(${sql.param(ids)}::integer[])`);
}
