import { describe, expect, it } from 'vitest';
import { type PlacedContainer, type PlacementEngine, planPlacement, type WaitingStart } from './placement.rules';

const noLimits = { total: 0, ofGames: new Map<number, number>() };

const engine = (name: string, changes: Partial<PlacementEngine> = {}): PlacementEngine => ({
  name,
  isUp: true,
  memoryMiB: 1000,
  cpuTenths: 100,
  isLimited: true,
  runtimes: ['runc'],
  startsMax: 100,
  imagesPresent: [],
  imagesFailed: [],
  ...changes,
});

const start = (id: string, changes: Partial<WaitingStart> = {}): WaitingStart => ({
  id,
  gameId: 1,
  kind: 'Team',
  images: ['quiz'],
  memoryMiB: 100,
  cpuTenths: 1,
  runtime: null,
  ...changes,
});

const placed = (engineName: string, changes: Partial<PlacedContainer> = {}): PlacedContainer => ({
  id: `on-${engineName}`,
  gameId: 1,
  kind: 'Team',
  engine: engineName,
  memoryMiB: 100,
  cpuTenths: 1,
  isStarting: false,
  isStopping: false,
  ...changes,
});

const starts = (count: number, changes: Partial<WaitingStart> = {}) =>
  Array.from({ length: count }, (_, index) => start(`s${index + 1}`, changes));

describe('planPlacement', () => {
  it('takes the engine with the most memory left, in its own proportion', () => {
    const engines = [engine('small', { memoryMiB: 200 }), engine('large')];
    const plan = planPlacement(starts(6), engines, [], noLimits);
    expect(plan.placed.map((one) => one.engine)).toEqual(['large', 'large', 'large', 'large', 'large', 'small']);
  });

  it('counts what is placed already, that which is ending too', () => {
    const engines = [engine('a'), engine('b')];
    const plan = planPlacement(starts(2), engines, [placed('a', { memoryMiB: 500, isStopping: true })], noLimits);
    expect(plan.placed.map((one) => one.engine)).toEqual(['b', 'b']);
  });

  it('spreads over engines that report no size', () => {
    const unknown = { memoryMiB: null, cpuTenths: null, isLimited: false };
    const plan = planPlacement(starts(4), [engine('a', unknown), engine('b', unknown)], [], noLimits);
    expect(plan.placed.map((one) => one.engine)).toEqual(['a', 'b', 'a', 'b']);
  });

  it('lets a size that is not a limit be exceeded', () => {
    const plan = planPlacement(starts(3), [engine('a', { memoryMiB: 100, isLimited: false })], [], noLimits);
    expect(plan.placed).toHaveLength(3);
  });

  it.each([
    ['memory', { memoryMiB: 250, cpuTenths: 1000 }, 2],
    ['processor', { memoryMiB: 1000, cpuTenths: 3 }, 3],
  ])('stops at the %s of an engine', (_, size, fitting) => {
    const plan = planPlacement(starts(5), [engine('a', size)], [], noLimits);
    expect(plan.placed).toHaveLength(fitting);
    expect(plan.waiting).toEqual(
      Array.from({ length: 5 - fitting }, (_each, index) => ({
        id: `s${fitting + index + 1}`,
        obstacle: 'engineFull',
        ahead: index,
      })),
    );
  });

  it('lets no smaller start overtake one that waits for memory, but on engines that cannot hold it', () => {
    const engines = [engine('a', { memoryMiB: 300 }), engine('b', { memoryMiB: 150 })];
    const waiting = [start('big', { memoryMiB: 250 }), ...starts(3)];
    const plan = planPlacement(waiting, engines, [placed('a')], noLimits);
    expect(plan.placed).toEqual([{ id: 's1', engine: 'b' }]);
    expect(plan.waiting.map(({ id, obstacle }) => [id, obstacle])).toEqual([
      ['big', 'engineFull'],
      ['s2', 'engineFull'],
      ['s3', 'engineFull'],
    ]);
  });

  it('starts as many at once as an engine may, those under way included', () => {
    const plan = planPlacement(
      starts(4),
      [engine('a', { startsMax: 3 })],
      [placed('a', { isStarting: true }), placed('a')],
      noLimits,
    );
    expect(plan.placed.map(({ id }) => id)).toEqual(['s1', 's2']);
    expect(plan.waiting).toEqual([
      { id: 's3', obstacle: 'startsBusy', ahead: 0 },
      { id: 's4', obstacle: 'startsBusy', ahead: 1 },
    ]);
  });

  it('uses the engine with a free start where the other is busy', () => {
    const engines = [engine('a', { startsMax: 1, memoryMiB: 4000 }), engine('b', { startsMax: 1 })];
    const plan = planPlacement(starts(3), engines, [], noLimits);
    expect(plan.placed.map((one) => one.engine)).toEqual(['a', 'b']);
    expect(plan.waiting).toEqual([{ id: 's3', obstacle: 'startsBusy', ahead: 0 }]);
  });

  it('places nothing above the limit of the deployment', () => {
    const plan = planPlacement(starts(3), [engine('a')], [placed('a'), placed('a', { kind: 'Test' })], {
      ...noLimits,
      total: 3,
    });
    expect(plan.placed.map(({ id }) => id)).toEqual(['s1']);
    expect(plan.waiting.map(({ obstacle, ahead }) => [obstacle, ahead])).toEqual([
      ['deploymentFull', 0],
      ['deploymentFull', 1],
    ]);
  });

  it('places nothing above the limit of a game, and lets other games pass', () => {
    const waiting = [start('a1'), start('a2'), start('b1', { gameId: 2 }), start('a3'), start('t', { kind: 'Test' })];
    const plan = planPlacement(waiting, [engine('a')], [placed('a'), placed('a', { kind: 'Warm' })], {
      ...noLimits,
      ofGames: new Map([[1, 2]]),
    });
    expect(plan.placed.map(({ id }) => id)).toEqual(['a1', 'b1', 't']);
    expect(plan.waiting).toEqual([
      { id: 'a2', obstacle: 'gameFull', ahead: 0 },
      { id: 'a3', obstacle: 'gameFull', ahead: 1 },
    ]);
  });

  it('counts ahead of a team those of its own full game only, shared instances too', () => {
    const limits = {
      total: 0,
      ofGames: new Map([
        [1, 1],
        [2, 0],
      ]),
    };
    const waiting = [start('b1', { gameId: 2 }), start('a1'), start('b2', { gameId: 2 }), start('b3', { gameId: 2 })];
    const plan = planPlacement(waiting, [engine('a')], [placed('a', { kind: 'Shared' })], limits);
    expect(plan.waiting).toEqual([
      { id: 'b1', obstacle: 'gameFull', ahead: 0 },
      { id: 'a1', obstacle: 'gameFull', ahead: 0 },
      { id: 'b2', obstacle: 'gameFull', ahead: 1 },
      { id: 'b3', obstacle: 'gameFull', ahead: 2 },
    ]);
  });

  it('counts for a game what is placed of that game, and nothing that is started ahead', () => {
    const limits = { total: 0, ofGames: new Map([[1, 1]]) };
    const others = [placed('a', { gameId: 2 }), placed('a', { kind: 'Warm' })];
    const waiting = [start('w', { kind: 'Warm' }), start('a1'), start('a2')];
    const plan = planPlacement(waiting, [engine('a')], others, limits);
    expect(plan.placed.map(({ id }) => id)).toEqual(['a1', 'w']);
    expect(plan.waiting).toEqual([{ id: 'a2', obstacle: 'gameFull', ahead: 0 }]);
  });

  it('counts for a game no start of its solvers', () => {
    const waiting = [start('check', { kind: 'Check' }), start('team')];
    const plan = planPlacement(waiting, [engine('a')], [], { total: 0, ofGames: new Map([[1, 1]]) });
    expect(plan.placed.map(({ id }) => id)).toEqual(['check', 'team']);
  });

  it('fills an engine to its last megabyte', () => {
    const plan = planPlacement(starts(3), [engine('a', { memoryMiB: 200 })], [], noLimits);
    expect(plan.placed).toHaveLength(2);
  });

  it('counts ahead of a start those of every game that wait for engines', () => {
    const waiting = [start('a1'), start('b1', { gameId: 2 }), start('a2')];
    const plan = planPlacement(waiting, [engine('a', { memoryMiB: 100 })], [], noLimits);
    expect(plan.waiting).toEqual([
      { id: 'b1', obstacle: 'engineFull', ahead: 0 },
      { id: 'a2', obstacle: 'engineFull', ahead: 1 },
    ]);
  });

  it('does not count those of a full game as ahead of others', () => {
    const limits = { total: 0, ofGames: new Map([[1, 0]]) };
    const waiting = [start('a1'), start('b1', { gameId: 2 }), start('b2', { gameId: 2 })];
    const plan = planPlacement(waiting, [engine('a', { startsMax: 1 })], [], limits);
    expect(plan.waiting).toEqual([
      { id: 'a1', obstacle: 'gameFull', ahead: 0 },
      { id: 'b2', obstacle: 'startsBusy', ahead: 0 },
    ]);
  });

  it.each([
    ['no engine', [], 'noEngine'],
    ['its runtime on none', [engine('a')], 'runtimeMissing'],
    [
      'its runtime only on an engine that is too small',
      [engine('a'), engine('b', { memoryMiB: 50, runtimes: ['runsc'] })],
      'tooLarge',
    ],
    ['too little memory on each', [engine('a', { memoryMiB: 50, runtimes: ['runsc'] })], 'tooLarge'],
  ] as const)('refuses a start with %s', (_, engines, why) => {
    const plan = planPlacement([start('s', { runtime: 'runsc' })], engines, [], noLimits);
    expect(plan).toEqual({ placed: [], waiting: [], refused: [{ id: 's', why }], evicted: [] });
  });

  it('waits for an engine that is down, where no other can take it', () => {
    const engines = [engine('a', { isUp: false, runtimes: ['runsc'] }), engine('b')];
    const plan = planPlacement([start('s1', { runtime: 'runsc' }), start('s2')], engines, [], noLimits);
    expect(plan.placed).toEqual([{ id: 's2', engine: 'b' }]);
    expect(plan.waiting).toEqual([{ id: 's1', obstacle: 'engineDown', ahead: 0 }]);
  });

  it('prefers an engine that has the images, and avoids one that could not pull them', () => {
    const engines = [
      engine('failed', { memoryMiB: 9000, imagesFailed: ['quiz'] }),
      engine('empty', { memoryMiB: 8000 }),
      engine('has', { imagesPresent: ['quiz', 'mysql'] }),
    ];
    const plan = planPlacement([start('s1', { images: ['quiz', 'mysql'] }), start('s2')], engines, [], noLimits);
    expect(plan.placed.map((one) => one.engine)).toEqual(['has', 'has']);
    const without = planPlacement([start('s1')], engines.slice(0, 2), [], noLimits);
    expect(without.placed).toEqual([{ id: 's1', engine: 'empty' }]);
    const only = planPlacement([start('s1')], engines.slice(0, 1), [], noLimits);
    expect(only.placed).toEqual([{ id: 's1', engine: 'failed' }]);
    const half = [engine('a'), engine('b', { imagesPresent: ['mysql'] })];
    const both = start('s1', { images: ['quiz', 'mysql'] });
    expect(planPlacement([both], half, [], noLimits).placed).toEqual([{ id: 's1', engine: 'a' }]);
    const partly = [engine('a', { imagesFailed: ['mysql'] }), engine('b')];
    expect(planPlacement([both], partly, [], noLimits).placed).toEqual([{ id: 's1', engine: 'b' }]);
  });

  it('places those started ahead after all others', () => {
    const waiting = [start('warm', { kind: 'Warm' }), start('team')];
    const plan = planPlacement(waiting, [engine('a', { startsMax: 1 })], [], noLimits);
    expect(plan.placed.map(({ id }) => id)).toEqual(['team']);
    expect(plan.waiting).toEqual([{ id: 'warm', obstacle: 'startsBusy', ahead: 0 }]);
  });

  it('ends those started ahead when teams wait for their room, and no more than needed', () => {
    const warm = (id: string, changes: Partial<PlacedContainer> = {}) => placed('a', { id, kind: 'Warm', ...changes });
    const others = [warm('w1'), warm('w2', { isStarting: true }), warm('w3'), warm('w4', { isStopping: true })];
    const limits = { ...noLimits, total: 4 };
    expect(planPlacement(starts(2), [engine('a')], others, limits).evicted).toEqual(['w1']);
    expect(planPlacement(starts(5), [engine('a')], others, limits).evicted).toEqual(['w1', 'w3']);
    expect(planPlacement(starts(1), [engine('a')], others, limits).evicted).toEqual([]);
    expect(planPlacement(starts(3, { kind: 'Warm' }), [engine('a')], others, limits).evicted).toEqual([]);
    const small = [engine('a', { memoryMiB: 400 })];
    expect(planPlacement(starts(2), small, others, noLimits).evicted).toEqual(['w1']);
    const busy = [engine('a', { startsMax: 1 })];
    expect(planPlacement(starts(3), busy, others, noLimits).evicted).toEqual([]);
    expect(planPlacement(starts(2), [engine('a')], [placed('a'), ...others], { ...limits, total: 5 }).evicted).toEqual([
      'w1',
    ]);
  });
});
