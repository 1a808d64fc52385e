import { timeMax } from '@vexil/contract/wire';
import type { Executor, Tx } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { accounts } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { type GameRow, games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { type PauseRow, pauses } from '@vexil/db/schema/pause';
import { type Shift, shiftedTime } from '@vexil/rules/pause.rules';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';

const resumers = alias(accounts, 'resumers');

/** What players use, and what is started ahead for them. */
export const ofPlayers = (gameId: number): SQL | undefined =>
  and(eq(containers.gameId, gameId), inArray(containers.kind, ['Team', 'Shared', 'Warm']));

export async function listPauses(db: Executor, gameId: number, page: { count: number; skip: number }) {
  const [rows, [total]] = await Promise.all([
    db
      .select({ pause: pauses, userName: accounts.userName, resumedBy: resumers.userName })
      .from(pauses)
      .leftJoin(accounts, eq(accounts.id, pauses.accountId))
      .leftJoin(resumers, eq(resumers.id, pauses.resumedById))
      .where(eq(pauses.gameId, gameId))
      .orderBy(desc(pauses.id))
      .limit(page.count)
      .offset(page.skip),
    db.select({ value: count() }).from(pauses).where(eq(pauses.gameId, gameId)),
  ]);
  return { rows, total: total?.value ?? 0 };
}

/** In order of their ids, so that two such calls wait for each other. */
export const lockRunningGames = (tx: Tx, now: Date): Promise<GameRow[]> =>
  tx
    .select()
    .from(games)
    .where(and(isNull(games.pausedAt), isNull(games.checkOf), lte(games.startAt, now), gt(games.endAt, now)))
    .orderBy(asc(games.id))
    .for('no key update');

export const lockPausedGames = (tx: Tx): Promise<GameRow[]> =>
  tx.select().from(games).where(isNotNull(games.pausedAt)).orderBy(asc(games.id)).for('no key update');

export async function insertPause(tx: Tx, values: typeof pauses.$inferInsert): Promise<void> {
  await tx.insert(pauses).values(values);
}

export async function endPause(
  tx: Tx,
  gameId: number,
  ended: { resumedAt: Date; resumedById: string | null },
): Promise<PauseRow | undefined> {
  const isOpen = and(eq(pauses.gameId, gameId), isNull(pauses.resumedAt));
  const [row] = await tx.update(pauses).set(ended).where(isOpen).returning();
  return row;
}

/** `shiftedTime` of a column. */
const shifted = (column: PgColumn, { pausedAt, resumedAt }: Shift): SQL => sql`
  case when ${column} > ${new Date(pausedAt).toISOString()}::timestamptz then least(
    ${column} + make_interval(secs => ${(resumedAt - pausedAt) / 1000}::float8),
    ${new Date(timeMax).toISOString()}::timestamptz
  ) else ${column} end`;

/** Moves what is still to come of a game. Returns what is to be done at the new times. */
export async function shiftPlans(
  tx: Tx,
  gameId: number,
  shift: Shift,
): Promise<{ releases: Date[]; instances: ContainerRow[] }> {
  const since = new Date(shift.pausedAt);
  const moved = await tx
    .update(challenges)
    .set({
      deadlineAt: shifted(challenges.deadlineAt, shift),
      releaseAt: shifted(challenges.releaseAt, shift),
      hintDueAt: shifted(challenges.hintDueAt, shift),
      version: sql`${challenges.version} + 1`,
    })
    .where(
      and(
        eq(challenges.gameId, gameId),
        or(gt(challenges.deadlineAt, since), gt(challenges.releaseAt, since), isNotNull(challenges.hintDueAt)),
      ),
    )
    .returning();
  for (const { id, hintDueAt, hintList } of moved) {
    if (hintDueAt === null) continue;
    const later = hintList.map(({ releaseUtc, ...hint }) => ({
      ...hint,
      releaseUtc: releaseUtc && shiftedTime(releaseUtc, shift),
    }));
    await tx.update(challenges).set({ hintList: later }).where(eq(challenges.id, id));
  }
  await tx
    .update(notices)
    .set({ scheduledAt: shifted(notices.scheduledAt, shift), version: sql`${notices.version} + 1` })
    .where(and(eq(notices.gameId, gameId), gt(notices.scheduledAt, since)));
  const instances = await tx
    .update(containers)
    .set({ expiresAt: shifted(containers.expiresAt, shift) })
    .where(and(ofPlayers(gameId), inArray(containers.state, [...liveContainerStates]), gt(containers.expiresAt, since)))
    .returning();
  const releases = moved.flatMap(({ releaseAt, hintDueAt }) => [releaseAt, hintDueAt]).filter((time) => time !== null);
  return { releases, instances };
}
