import type { BasicGame } from '@vexil/contract/game';
import type { GamePhase } from '@vexil/db/enums/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import type { GamesSearch } from './games-search';

const order: Record<GamePhase, number> = { Running: 0, Upcoming: 1, Practice: 2, Ended: 2 };

/** Filtered games: joined ones that are not over, then running, upcoming (soonest first), ended (latest first). */
export function filterGames(
  games: readonly BasicGame[],
  { phase = 'all', q = '' }: GamesSearch,
  own: ReadonlyMap<number, string>,
  now: number,
): BasicGame[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const phaseOf = (game: BasicGame) => gamePhase({ ...game, practiceMode: false }, now);
  const fits = (game: BasicGame) => {
    const text = `${game.title} ${game.summary}`.toLowerCase();
    return (phase === 'all' || phaseOf(game).toLowerCase() === phase) && words.every((word) => text.includes(word));
  };
  const awaits = (game: BasicGame) => Number(own.has(game.id) && now <= game.end);
  return games.filter(fits).sort((a, b) => {
    const phase = phaseOf(a);
    const byTime = phase === 'Upcoming' ? a.start - b.start : b.end - a.end;
    return awaits(b) - awaits(a) || order[phase] - order[phaseOf(b)] || byTime;
  });
}
