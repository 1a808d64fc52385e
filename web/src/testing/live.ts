import { deliver } from '../live/handlers';
import type { LivePayload, LiveTarget } from '../live/targets';

/** Says something to the page as the live hub of a game would. */
export const sayLive = <T extends LiveTarget>(gameId: number, target: T, payload: LivePayload<T>): void =>
  deliver(target, payload, gameId);
