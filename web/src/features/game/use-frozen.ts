import type { DetailedGame } from '@vexil/contract/game';
import { useReached } from '../../ui/use-reached';

/** Whether the public scoreboard is frozen by the server's clock; updates at the freeze. */
export const useFrozen = ({ freezeTime }: Pick<DetailedGame, 'freezeTime'>): boolean => useReached(freezeTime);
