import type { ChallengeHealth } from '@vexil/contract/challenge';
import type { Deps } from '@vexil/http/deps';
import { getGame } from '../game/game.service';
import { listChallengeHealth } from './challenge.health.queries';

/** Throws `game.notFound`. */
export async function readChallengeHealth(deps: Deps, gameId: number, at: Date): Promise<ChallengeHealth[]> {
  await getGame(deps.db, gameId);
  return [...(await listChallengeHealth(deps.database.sql, gameId, at))];
}
