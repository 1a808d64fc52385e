import { lockPlacement } from '@vexil/data/container/placement.queries';
import type { Tx } from '@vexil/db';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { ContainerRow, NewContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '@vexil/http/deps';
import { instanceColumns, specHashOf } from '@vexil/runtime/instance';
import { countPlayed, findContainerTotalLimit, lockWarm, updateLiveContainer } from './container.queries';

type Challenge = Omit<ChallengeRow, 'content' | 'hints' | 'hintList'>;
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
  const found = await lockWarm(tx, challenge.id, specHashOf(deps, challenge));
  if (!found || (await isGameFull(tx, challenge.gameId))) return undefined;
  const { publicHost } = instanceColumns(deps, challenge);
  const taken = { ...ofTeam, publicHost, state: 'requested' as const, placedAt: ofTeam.requestedAt, startedAt: null };
  return updateLiveContainer(tx, found, taken);
}

/** Those ahead do not count against the game's limit, so it is checked here, one after the other. */
async function isGameFull(tx: Tx, gameId: number): Promise<boolean> {
  const limit = await findContainerTotalLimit(tx, gameId);
  if (limit === 0) return false;
  await lockPlacement(tx);
  return (await countPlayed(tx, gameId)) >= limit;
}
