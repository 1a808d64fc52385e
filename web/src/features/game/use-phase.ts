import type { GamePhase } from '@vexil/db/enums/game';
import { useReached } from '../../ui/use-reached';

type Clock = { start: number; end: number; practiceMode?: boolean };

/** The phase a game is in by the server's clock; changes by itself at the start and at the end. */
export function usePhase({ start, end, practiceMode = false }: Clock): GamePhase {
  const started = useReached(start);
  // The very instant of the end still belongs to the game.
  const over = useReached(end + 1);
  if (!started) return 'Upcoming';
  if (!over) return 'Running';
  return practiceMode ? 'Practice' : 'Ended';
}

/** The next turn of a phase: the start of what is upcoming, the end of what runs. */
export function nextTurn({ start, end }: Clock, phase: GamePhase): number | undefined {
  if (phase === 'Upcoming') return start;
  return phase === 'Running' ? end : undefined;
}
