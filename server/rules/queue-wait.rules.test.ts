import { describe, expect, it } from 'vitest';
import { predictWaits, type QueueFacts, type WaitingInQueue } from './queue-wait.rules';

const facts = (changes: Partial<QueueFacts> = {}): QueueFacts => ({
  startMs: 4000,
  slots: 2,
  startingForMs: [1000, 3000],
  endings: [],
  ...changes,
});

const queue = (count: number, changes: Partial<WaitingInQueue> = {}): WaitingInQueue[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `s${index + 1}`,
    gameId: 1,
    obstacle: 'startsBusy' as const,
    ...changes,
  }));

const waits = (waiting: WaitingInQueue[], given: QueueFacts) => [...predictWaits(waiting, given).values()];

describe('predictWaits', () => {
  it('plays the queue through: each start takes the first slot that becomes free', () => {
    expect(waits(queue(4), facts())).toEqual([5, 7, 9, 11]);
  });

  it('counts free slots, and slots whose start is overdue', () => {
    expect(waits(queue(3), facts({ slots: 3, startingForMs: [9000, 1000] }))).toEqual([4, 4, 7]);
  });

  it('knows nothing before the first start, and never says less than a second', () => {
    expect(waits(queue(2), facts({ startMs: null }))).toEqual([null, null]);
    expect(waits(queue(1), facts({ startMs: 100, startingForMs: [] }))).toEqual([1]);
    expect(waits(queue(1), facts({ slots: 0, startingForMs: [] }))).toEqual([null]);
  });

  it('lets slow services hold their slot for ten seconds only', () => {
    expect(waits(queue(3), facts({ startMs: 60_000, slots: 1, startingForMs: [2000] }))).toEqual([68, 78, 88]);
  });

  it('waits for the ends of containers where there is no room', () => {
    const endings = [
      { gameId: 2, inMs: 90_000 },
      { gameId: 1, inMs: 30_000 },
      { gameId: 1, inMs: -5000 },
    ];
    expect(waits(queue(4, { obstacle: 'deploymentFull' }), facts({ endings }))).toEqual([4, 34, 94, null]);
    expect(waits(queue(3, { obstacle: 'gameFull', gameId: 2 }), facts({ endings }))).toEqual([94, null, null]);
    expect(waits(queue(1, { obstacle: 'engineFull' }), facts({ endings, startMs: null }))).toEqual([1]);
  });

  it('says nothing while no engine answers, and lets others pass', () => {
    const waiting: WaitingInQueue[] = [{ id: 'down', gameId: 1, obstacle: 'engineDown' }, ...queue(1)];
    expect(waits(waiting, facts())).toEqual([null, 5]);
  });
});
