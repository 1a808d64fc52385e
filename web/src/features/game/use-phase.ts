import type { GamePhase } from '@vexil/db/enums/game';
import { gameNow } from '@vexil/rules/pause.rules';
import { clockErrorMs, serverNow } from '../../api/clock';
import { useReached } from '../../ui/use-reached';

type Clock = { start: number; end: number; pausedAt: number | null; practiceMode?: boolean };

/** Whether a game has certainly started by the server's clock: what opens with it is refused before. */
export const useStarted = (start: number): boolean => useReached(start + clockErrorMs());

const phaseOf = (started: boolean, over: boolean, practiceMode: boolean): GamePhase => {
  if (!started) return 'Upcoming';
  if (!over) return 'Running';
  return practiceMode ? 'Practice' : 'Ended';
};

/** The game's phase by the server's clock; updates at start and end. */
export function usePhase({ start, end, pausedAt, practiceMode = false }: Clock): GamePhase {
  const started = useStarted(start);
  // The end itself still belongs to the game.
  const over = useReached(end + 1, pausedAt);
  return phaseOf(started, over, practiceMode);
}

/** The phase at this moment, for what is loaded before the page is drawn. */
export function phaseNow({ start, end, pausedAt, practiceMode = false }: Clock): GamePhase {
  const now = gameNow({ pausedAt }, serverNow());
  return phaseOf(now >= start + clockErrorMs(), now > end, practiceMode);
}

/** The next phase change: start or end. */
export function nextPhaseChange({ start, end }: Pick<Clock, 'start' | 'end'>, phase: GamePhase): number | undefined {
  if (phase === 'Upcoming') return start;
  return phase === 'Running' ? end : undefined;
}
