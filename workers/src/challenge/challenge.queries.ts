import type { Executor, Tx } from '@vexil/db';
import { auditEntries } from '@vexil/db/schema/audit';
import { type ChallengeRow, challenges, flags } from '@vexil/db/schema/challenge';
import { type GameRow, games } from '@vexil/db/schema/game';
import { type NewNoticeRow, type NoticeRow, notices } from '@vexil/db/schema/notice';
import type { storeHints } from '@vexil/rules/hint.rules';
import { and, asc, eq, exists, isNull, lte, or } from 'drizzle-orm';

const isPlayed = (db: Executor) =>
  exists(
    db
      .select({ id: games.id })
      .from(games)
      .where(and(eq(games.id, challenges.gameId), isNull(games.pausedAt))),
  );

/** One without a flag stays planned until it has one: no team could solve it. Plan: challenges_release_at_idx. */
const isDue = (db: Executor, now: Date) =>
  and(
    lte(challenges.releaseAt, now),
    eq(challenges.isEnabled, false),
    isPlayed(db),
    or(
      eq(challenges.type, 'DynamicContainer'),
      exists(
        db
          .select({ id: flags.id })
          .from(flags)
          .where(and(eq(flags.challengeId, challenges.id), eq(flags.isCanary, false))),
      ),
    ),
  );

export function listDueReleases(db: Executor, now: Date): Promise<Pick<ChallengeRow, 'id' | 'gameId' | 'releaseAt'>[]> {
  return db
    .select({ id: challenges.id, gameId: challenges.gameId, releaseAt: challenges.releaseAt })
    .from(challenges)
    .where(isDue(db, now))
    .orderBy(asc(challenges.releaseAt), asc(challenges.id));
}

/** Game before challenge, the order in which organisers lock them. */
export async function lockGameOfRelease(tx: Tx, gameId: number): Promise<GameRow | undefined> {
  const [game] = await tx.select().from(games).where(eq(games.id, gameId)).for('key share');
  return game;
}

/** undefined when another worker or an organiser was first. */
export async function enableDueChallenge(tx: Tx, id: number, now: Date): Promise<ChallengeRow | undefined> {
  const [row] = await tx
    .update(challenges)
    .set({ isEnabled: true, releaseAt: null, updatedAt: now })
    .where(and(eq(challenges.id, id), isDue(tx, now)))
    .returning();
  return row;
}

/** Plan: challenges_hint_due_at_idx. */
export const listDueHints = (db: Executor, now: Date): Promise<Pick<ChallengeRow, 'id' | 'gameId'>[]> =>
  db
    .select({ id: challenges.id, gameId: challenges.gameId })
    .from(challenges)
    .where(and(lte(challenges.hintDueAt, now), isPlayed(db)))
    .orderBy(asc(challenges.hintDueAt), asc(challenges.id));

/** undefined when another worker or an organiser was first. */
export async function lockDueHints(tx: Tx, id: number, now: Date): Promise<ChallengeRow | undefined> {
  const [row] = await tx
    .select()
    .from(challenges)
    .where(and(eq(challenges.id, id), lte(challenges.hintDueAt, now), isPlayed(tx)))
    .for('no key update');
  return row;
}

export async function updateHints(tx: Tx, id: number, values: ReturnType<typeof storeHints>): Promise<void> {
  await tx.update(challenges).set(values).where(eq(challenges.id, id));
}

export async function insertReleaseNotice(tx: Tx, values: NewNoticeRow): Promise<NoticeRow | undefined> {
  const [row] = await tx.insert(notices).values(values).returning();
  return row;
}

/** Without an account: the plan was an organiser's, and is in the log under their name. */
export async function insertReleaseAudit(tx: Tx, { id, gameId }: ChallengeRow, releaseAt: Date | null): Promise<void> {
  await tx.insert(auditEntries).values({
    gameId,
    action: 'challenge.release',
    target: `challenge:${id}`,
    before: { isEnabled: false, releaseAt: releaseAt?.toISOString() ?? null },
    after: { isEnabled: true, releaseAt: null },
  });
}
