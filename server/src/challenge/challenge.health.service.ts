import type { Deps } from '@vexil/http/deps';
import { getGame } from '../game/game.service';
import { type ChallengeFigures, listChallengeHealth } from './challenge.health.queries';

export type { ChallengeFigures };

/** Throws `game.notFound`. */
export async function readChallengeHealth(deps: Deps, gameId: number, at: Date): Promise<ChallengeFigures[]> {
  await getGame(deps.db, gameId);
  return [...(await listChallengeHealth(deps.database.sql, gameId, at))];
}
