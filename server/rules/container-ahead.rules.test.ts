import { describe, expect, it } from 'vitest';
import { type AheadChallenge, type AheadContainer, aheadEndMs, planAhead } from './container-ahead.rules';

const now = new Date('2030-01-01T12:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const engines = new Set(['a']);

const challenge = (changes: Partial<AheadChallenge> = {}): AheadChallenge => ({
  id: 1,
  isEnabled: true,
  sharing: 'none',
  warmCount: 2,
  specHash: 'now',
  hasFailed: false,
  startAt: at(-60),
  endAt: at(60),
  practiceMode: false,
  pausedAt: null,
  ...changes,
});
const warm = (id: string, changes: Partial<AheadContainer> = {}): AheadContainer => ({
  id,
  kind: 'Warm',
  challengeId: 1,
  state: 'running',
  engine: 'a',
  specHash: 'now',
  ...changes,
});
const shared = (changes: Partial<AheadContainer> = {}) => warm('s', { kind: 'Shared', specHash: null, ...changes });
const missing = (count: number) => [{ challengeId: 1, kind: 'Warm', count }];

describe('the plan of containers that no team asked for', () => {
  it.each<[string, Partial<AheadChallenge>, AheadContainer[], { surplus: string[]; missing: unknown[] }]>([
    ['fills the pool', {}, [], { surplus: [], missing: missing(2) }],
    [
      'counts what is on its way',
      {},
      [warm('x', { state: 'requested', engine: null })],
      { surplus: [], missing: missing(1) },
    ],
    [
      'replaces what is ending',
      {},
      [warm('x', { state: 'stopping' }), warm('y')],
      { surplus: [], missing: missing(1) },
    ],
    ['ends the youngest of too many', {}, [warm('x'), warm('y'), warm('z')], { surplus: ['z'], missing: [] }],
    [
      'ends those of other settings',
      {},
      [warm('x', { specHash: 'old' }), warm('y')],
      { surplus: ['x'], missing: missing(1) },
    ],
    [
      'ends those on drained engines',
      {},
      [warm('x', { engine: 'b' }), warm('y')],
      { surplus: ['x'], missing: missing(1) },
    ],
    [
      'ends all of a disabled challenge',
      { isEnabled: false },
      [warm('x'), shared()],
      { surplus: ['s', 'x'], missing: [] },
    ],
    [
      'leaves alone what is ending',
      { isEnabled: false },
      [shared({ state: 'stopping' })],
      { surplus: [], missing: [] },
    ],
    ['ends all as the game ends', { endAt: now }, [warm('x')], { surplus: ['x'], missing: [] }],
    ['is ready five minutes before the game', { startAt: at(5) }, [], { surplus: [], missing: missing(2) }],
    ['ends all after the game', { endAt: at(-1) }, [warm('x')], { surplus: ['x'], missing: [] }],
    ['goes on for practice', { endAt: at(-1), practiceMode: true }, [warm('x')], { surplus: [], missing: missing(1) }],
    ['starts none long before the game', { startAt: at(6) }, [], { surplus: [], missing: [] }],
    ['is ready when the game opens', { startAt: at(4) }, [], { surplus: [], missing: missing(2) }],
    ['starts none while the game is paused', { pausedAt: at(-1) }, [warm('x')], { surplus: [], missing: [] }],
    [
      'ends none while a paused game waits for its end',
      { endAt: at(-1), pausedAt: at(-2) },
      [warm('x')],
      { surplus: [], missing: [] },
    ],
    ['waits after a failed start', { hasFailed: true }, [warm('x')], { surplus: [], missing: [] }],
    [
      'keeps one for all',
      { warmCount: 0, sharing: 'kept' },
      [],
      { surplus: [], missing: [{ challengeId: 1, kind: 'Shared', count: 1 }] },
    ],
    [
      'keeps no second one',
      { warmCount: 0, sharing: 'kept' },
      [shared({ state: 'stopping' })],
      { surplus: [], missing: [] },
    ],
    ['leaves the start to the first team', { warmCount: 0, sharing: 'onDemand' }, [], { surplus: [], missing: [] }],
    ['ends one that is no longer for all', { warmCount: 0 }, [shared()], { surplus: ['s'], missing: [] }],
    [
      'ends one for all with the game',
      { warmCount: 0, sharing: 'kept', endAt: at(-1) },
      [shared()],
      { surplus: ['s'], missing: [] },
    ],
  ])('%s', (_, changes, live, plan) => expect(planAhead([challenge(changes)], live, engines, now)).toEqual(plan));

  it('counts for each challenge its own', () => {
    const both = [challenge(), challenge({ id: 2, warmCount: 1 })];
    const live = [warm('x', { challengeId: 2 }), warm('y', { challengeId: 2 })];
    expect(planAhead(both, live, engines, now)).toEqual({ surplus: ['y'], missing: missing(2) });
  });

  it('ends those of challenges that keep none, and starts none while every engine is drained', () => {
    expect(planAhead([], [warm('x')], engines, now)).toEqual({ surplus: ['x'], missing: [] });
    expect(planAhead([challenge()], [warm('x')], new Set(), now)).toEqual({ surplus: ['x'], missing: [] });
  });

  it('ends with the game, within the ceiling', () => {
    const ceilings = { lifetimeMinutes: 90 };
    const end = (game: { endAt: Date; practiceMode: boolean }) => new Date(aheadEndMs(game, now.getTime(), ceilings));
    expect(end({ endAt: at(60), practiceMode: false })).toEqual(at(60));
    expect(end({ endAt: at(600), practiceMode: false })).toEqual(at(90));
    expect(end({ endAt: at(60), practiceMode: true })).toEqual(at(90));
  });
});
