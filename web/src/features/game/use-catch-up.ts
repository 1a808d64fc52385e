import type { GamePhase } from '@vexil/db/enums/game';
import { useEffect, useRef } from 'react';
import { hasLiveCursor } from '../../live/connection';
import { deliver } from '../../live/handlers';
import { useOnLive } from '../../live/use-live';

const spreadMs = 3000;
/** At a turn of the game people look at the clock: soon, and once more in case our clock was ahead. */
const turnSpreadMs = 700;
const secondLookMs = 3000;

/**
 * Fetches a game anew where no message will tell what changed: between the first fetch and the first moment on the live
 * connection, and at the start and the end of the game. A connection that comes back is given what it missed.
 */
export function useCatchUp(gameId: number, phase: GamePhase): void {
  const continues = useRef({ gameId, known: hasLiveCursor('user', gameId) });
  if (continues.current.gameId !== gameId) continues.current = { gameId, known: hasLiveCursor('user', gameId) };
  useOnLive(gameId, 'CaughtUp', () => {
    if (continues.current.known) return;
    continues.current.known = true;
    deliver('Refetch', { withinMs: spreadMs }, gameId);
  });

  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    deliver('Refetch', { withinMs: turnSpreadMs }, gameId);
    const timer = setTimeout(() => deliver('Refetch', { withinMs: turnSpreadMs }, gameId), secondLookMs);
    return () => clearTimeout(timer);
  }, [gameId, phase]);
}
