// How long a start that waits will probably take. Starts run a few at a time, each as long as recent ones under load, so
// the queue is played through: the next start takes the first slot that becomes free.

import { isFull, type Obstacle } from './placement.rules';

/** A start that waits longer for its service than this leaves its slot to the next. */
export const slotHoldMsMax = 10_000;
/** Starts that the estimate is made from. */
export const recentStartsMax = 12;

export interface QueueFacts {
  /** From its place to the answer of its service, of recent starts while others waited; null when there are none. */
  startMs: number | null;
  slots: number;
  /** How long the starts under way have lasted. */
  startingForMs: readonly number[];
  /** When running containers end, unless they are extended. */
  endings: readonly { gameId: number; inMs: number }[];
}

export interface WaitingInQueue {
  id: string;
  gameId: number;
  obstacle: Obstacle;
}

/** Seconds from now until each answers, in the order of the queue; null where nothing is known. */
export function predictWaits(waiting: readonly WaitingInQueue[], facts: QueueFacts): Map<string, number | null> {
  const { startMs } = facts;
  const waits = new Map<string, number | null>();
  const slots = startMs === null ? [] : slotsOf(facts, startMs);
  const endings = [...facts.endings].sort((a, b) => a.inMs - b.inMs);
  for (const { id, gameId, obstacle } of waiting) {
    const placedInMs = isFull(obstacle) ? takeEnding(endings, obstacle, gameId) : takeSlot(slots, obstacle, startMs);
    waits.set(id, placedInMs === null ? null : Math.max(1, Math.round((placedInMs + (startMs ?? 0)) / 1000)));
  }
  return waits;
}

/** Milliseconds until each slot is free. */
function slotsOf({ slots, startingForMs }: QueueFacts, startMs: number): number[] {
  const heldMs = Math.min(startMs, slotHoldMsMax);
  const busy = startingForMs.map((elapsedMs) => Math.max(0, heldMs - elapsedMs));
  const free = Math.max(0, slots - busy.length);
  return [...busy, ...Array.from({ length: free }, () => 0)];
}

function takeSlot(slots: number[], obstacle: Obstacle, startMs: number | null): number | null {
  if (obstacle !== 'startsBusy' || startMs === null || slots.length === 0) return null;
  const freeInMs = Math.min(...slots);
  slots[slots.indexOf(freeInMs)] = freeInMs + Math.min(startMs, slotHoldMsMax);
  return freeInMs;
}

/** Each container that ends makes room for one. */
function takeEnding(endings: { gameId: number; inMs: number }[], obstacle: Obstacle, gameId: number): number | null {
  const index = endings.findIndex((one) => obstacle !== 'gameFull' || one.gameId === gameId);
  const [taken] = index < 0 ? [] : endings.splice(index, 1);
  return taken === undefined ? null : Math.max(0, taken.inMs);
}
