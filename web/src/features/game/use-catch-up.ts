import type { GamePhase } from '@vexil/db/enums/game';
import { useEffect, useRef } from 'react';
import { hasLiveCursor, type LiveState } from '../../live/connection';
import { deliver } from '../../live/handlers';

const spreadMs = 3000;
/** At a turn of the game people look at the clock: soon, and once more in case our clock was ahead. */
const turnSpreadMs = 700;
const secondLookMs = 3000;

/**
 * Fetches a game anew where no message will tell what changed: between the first fetch and the first moment on the live
 * connection, and at the start and the end of the game.
 */
export function useCatchUp(gameId: number, state: LiveState, phase: GamePhase): void {
  useEffect(() => {
    // With a cursor the server sends what was missed by itself.
    if (state === 'live' && !hasLiveCursor('user', gameId)) deliver('Refetch', { withinMs: spreadMs }, gameId);
  }, [gameId, state]);

  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    deliver('Refetch', { withinMs: turnSpreadMs }, gameId);
    const timer = setTimeout(() => deliver('Refetch', { withinMs: turnSpreadMs }, gameId), secondLookMs);
    return () => clearTimeout(timer);
  }, [gameId, phase]);
}
