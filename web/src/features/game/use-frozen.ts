import type { DetailedGame } from '@vexil/contract/game';
import { useReached } from '../../ui/use-reached';

/** Whether the public board stands still by the server's clock; changes by itself at the moment of the freeze. */
export const useFrozen = ({ freezeTime }: Pick<DetailedGame, 'freezeTime'>): boolean => useReached(freezeTime);
