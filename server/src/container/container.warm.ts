import { isEngineSeen, lockPlacement } from '@vexil/data/container/placement.queries';
import type { Tx } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers, engines, type NewContainerRow } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { instanceColumns, specHashOf } from '@vexil/runtime/instance';
import { and, asc, eq, inArray } from 'drizzle-orm';

type Challenge = Omit<ChallengeRow, 'content' | 'hints'>;
type TeamColumns = Pick<NewContainerRow, 'kind' | 'participationId' | 'accountId' | 'requestedAt' | 'expiresAt'>;

/**
 * Gives one that was started ahead to a team, as a start that has its place and its container; undefined when there is
 * none, or the game is at its limit. What the engine's labels say of it stays as it was.
 */
export async function takeWarm(
  deps: Pick<Deps, 'config' | 'random'>,
  tx: Tx,
  challenge: Challenge,
  ofTeam: TeamColumns,
): Promise<ContainerRow | undefined> {
  const [found] = await tx
    .select({ id: containers.id })
    .from(containers)
    .innerJoin(engines, eq(engines.name, containers.engine))
    .where(
      and(
        eq(containers.challengeId, challenge.id),
        eq(containers.kind, 'Warm'),
        eq(containers.state, 'running'),
        eq(containers.specHash, specHashOf(deps, challenge)),
        eq(engines.state, 'active'),
        eq(engines.isUp, true),
        isEngineSeen,
      ),
    )
    .orderBy(asc(containers.startedAt), asc(containers.id))
    .limit(1)
    .for('update', { of: containers, skipLocked: true });
  if (!found || (await isGameFull(tx, challenge.gameId))) return undefined;
  const { publicHost } = instanceColumns(deps, challenge);
  const [row] = await tx
    .update(containers)
    .set({ ...ofTeam, publicHost, state: 'requested', placedAt: ofTeam.requestedAt, startedAt: null })
    .where(eq(containers.id, found.id))
    .returning();
  return row;
}

/** Those ahead do not count against the game's limit, so it is checked here, one after the other. */
async function isGameFull(tx: Tx, gameId: number): Promise<boolean> {
  const [game] = await tx.select({ limit: games.containerTotalLimit }).from(games).where(eq(games.id, gameId));
  const limit = game?.limit ?? 0;
  if (limit === 0) return false;
  await lockPlacement(tx);
  const counted = await tx.$count(
    containers,
    and(
      eq(containers.gameId, gameId),
      inArray(containers.kind, ['Team', 'Shared']),
      inArray(containers.state, [...liveContainerStates]),
    ),
  );
  return counted >= limit;
}
