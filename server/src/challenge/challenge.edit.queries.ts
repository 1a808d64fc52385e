import type { Executor, Tx } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type ChallengeRow, challenges, type FlagRow, flags, type NewChallengeRow } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { solves } from '@vexil/db/schema/submission';
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { DomainError, invariant } from '../contract/errors';

export interface ChallengeId {
  gameId: number;
  challengeId: number;
}

const isChallenge = ({ gameId, challengeId }: ChallengeId) =>
  and(eq(challenges.id, challengeId), eq(challenges.gameId, gameId));

export function listChallenges(db: Executor, gameId: number): Promise<ChallengeRow[]> {
  return db.select().from(challenges).where(eq(challenges.gameId, gameId)).orderBy(asc(challenges.id));
}

export async function getChallenge(db: Executor, id: ChallengeId): Promise<ChallengeRow> {
  const [row] = await db.select().from(challenges).where(isChallenge(id));
  if (!row) throw new DomainError('challenge.notFound');
  return row;
}

/**
 * Locked until the transaction ends. `no key update` makes organisers wait for each other and lets submissions pass,
 * which refer to the row; `update` is for deleting it.
 */
export async function lockChallenge(
  tx: Tx,
  id: ChallengeId,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<ChallengeRow> {
  const [row] = await tx.select().from(challenges).where(isChallenge(id)).for(strength);
  if (!row) throw new DomainError('challenge.notFound');
  return row;
}

export async function insertChallenge(tx: Tx, values: NewChallengeRow): Promise<ChallengeRow> {
  const [row] = await tx.insert(challenges).values(values).returning();
  invariant(row, 'an inserted challenge is returned');
  return row;
}

export async function updateChallengeRow(
  tx: Tx,
  challengeId: number,
  values: Partial<NewChallengeRow>,
): Promise<ChallengeRow> {
  const [row] = await tx
    .update(challenges)
    .set({ ...values, updatedAt: new Date() })
    .where(eq(challenges.id, challengeId))
    .returning();
  invariant(row, 'a locked challenge exists');
  return row;
}

export async function deleteChallengeRow(tx: Tx, challengeId: number): Promise<void> {
  await tx.delete(challenges).where(eq(challenges.id, challengeId));
}

export function listFlags(db: Executor, challengeId: number): Promise<FlagRow[]> {
  return db.select().from(flags).where(eq(flags.challengeId, challengeId)).orderBy(asc(flags.id));
}

export async function hasFlags(db: Executor, challengeId: number): Promise<boolean> {
  const rows = await db.select({ id: flags.id }).from(flags).where(eq(flags.challengeId, challengeId)).limit(1);
  return rows.length > 0;
}

export async function countSolves(db: Executor, challengeId: number): Promise<number> {
  const [row] = await db.select({ value: count() }).from(solves).where(eq(solves.challengeId, challengeId));
  return row?.value ?? 0;
}

export async function findTestContainer(db: Executor, challengeId: number): Promise<ContainerRow | undefined> {
  const [row] = await db
    .select()
    .from(containers)
    .where(
      and(
        eq(containers.challengeId, challengeId),
        eq(containers.kind, 'Test'),
        inArray(containers.state, [...liveContainerStates]),
      ),
    );
  return row;
}

/** Asks for the end of all instances of a challenge; gives their ids. */
export async function stopTeamContainers(tx: Tx, challengeId: number, endReason: string): Promise<string[]> {
  const rows = await tx
    .update(containers)
    .set({ state: 'stopping', endReason })
    .where(
      and(
        eq(containers.challengeId, challengeId),
        eq(containers.kind, 'Team'),
        inArray(containers.state, ['requested', 'starting', 'running']),
      ),
    )
    .returning({ id: containers.id });
  return rows.map(({ id }) => id);
}
