import type { GamePhase } from '@vexil/db/enums/game';
import { useEffect, useRef } from 'react';
import { hasLiveCursor } from '../../live/connection';
import { deliver } from '../../live/handlers';
import { useOnLive } from '../../live/use-live';

const refetchJitterMs = 3000;
/** Delays after start and end: shortly after, and once more in case our clock is fast. */
const phaseChangeJitterMs = 700;
const recheckMs = 3000;

/**
 * Refetches a game where no message reports a change: between the first fetch and the live connection, and at the start
 * and the end. Reconnections receive missed messages.
 */
export function useCatchUp(gameId: number, phase: GamePhase): void {
  const continues = useRef({ gameId, known: hasLiveCursor('user', gameId) });
  if (continues.current.gameId !== gameId) continues.current = { gameId, known: hasLiveCursor('user', gameId) };
  useOnLive(gameId, 'CaughtUp', () => {
    if (continues.current.known) return;
    continues.current.known = true;
    deliver('Refetch', { withinMs: refetchJitterMs }, gameId);
  });

  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    deliver('Refetch', { withinMs: phaseChangeJitterMs }, gameId);
    const timer = setTimeout(() => deliver('Refetch', { withinMs: phaseChangeJitterMs }, gameId), recheckMs);
    return () => clearTimeout(timer);
  }, [gameId, phase]);
}
