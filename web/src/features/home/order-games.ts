import type { BasicGame } from '@vexil/contract/game';
import { serverNow } from '../../api/clock';

/** Running, upcoming, ended; within each, the nearest change first. */
function urgency(game: BasicGame, now: number): [number, number] {
  if (now < game.start) return [1, game.start];
  return now <= game.end ? [0, game.end] : [2, -game.end];
}

/** Joined games that are not over first. */
export function orderGames(games: BasicGame[], own: ReadonlyMap<number, string>, now = serverNow()): BasicGame[] {
  const rank = (game: BasicGame) => {
    const [phase, change] = urgency(game, now);
    return [phase < 2 && own.has(game.id) ? 0 : 1, phase, change] as const;
  };
  return games.toSorted((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
  });
}
