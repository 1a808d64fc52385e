// Which engine each waiting start gets, first come, first served. A start that has to wait for memory keeps the engines
// that could hold it from later ones, so that a stream of small containers cannot starve a large one.

import type { ContainerKind } from '@vexil/db/enums/container';

export interface WaitingStart {
  id: string;
  gameId: number;
  kind: ContainerKind;
  images: readonly string[];
  memoryMiB: number;
  cpuTenths: number;
  /** Null takes any engine. */
  runtime: string | null;
}

export interface PlacementEngine {
  name: string;
  isUp: boolean;
  /** Null where none is known. */
  memoryMiB: number | null;
  cpuTenths: number | null;
  /** Whether memory and processor bound what is placed, or only rank the engines. */
  isLimited: boolean;
  runtimes: readonly string[];
  startsMax: number;
  imagesPresent: readonly string[];
  imagesFailed: readonly string[];
}

/** A placed container that is not yet gone. */
export interface PlacedContainer {
  id: string;
  gameId: number;
  kind: ContainerKind;
  engine: string;
  memoryMiB: number;
  cpuTenths: number;
  /** Whether the engine is still busy with its start. */
  isStarting: boolean;
  isStopping: boolean;
}

export interface PlacementLimits {
  /** Containers of the deployment; 0 is no limit. */
  total: number;
  /** Of all teams of a game; a game without a limit is absent. */
  ofGames: ReadonlyMap<number, number>;
}

export type Obstacle = 'startsBusy' | 'engineFull' | 'deploymentFull' | 'gameFull' | 'engineDown';
export type PlacementRefusal = 'noEngine' | 'runtimeMissing' | 'tooLarge';

export interface PlacementPlan {
  placed: { id: string; engine: string }[];
  waiting: { id: string; obstacle: Obstacle; ahead: number }[];
  /** No engine can ever hold these. */
  refused: { id: string; why: PlacementRefusal }[];
  /** Containers that were started ahead and make room for a team. */
  evicted: string[];
}

/** Those started ahead come last. */
function inOrder<T extends Pick<WaitingStart, 'kind'>>(waiting: readonly T[]): T[] {
  return [...waiting.filter(({ kind }) => kind !== 'Warm'), ...waiting.filter(({ kind }) => kind === 'Warm')];
}

const countsForGame = ({ kind }: Pick<WaitingStart, 'kind'>) => kind === 'Team' || kind === 'Shared';
export const isFull = (obstacle: Obstacle): boolean =>
  obstacle === 'engineFull' || obstacle === 'deploymentFull' || obstacle === 'gameFull';

interface Load {
  memoryMiB: number;
  cpuTenths: number;
  starting: number;
}

export function planPlacement(
  waiting: readonly WaitingStart[],
  engines: readonly PlacementEngine[],
  placed: readonly PlacedContainer[],
  limits: PlacementLimits,
): PlacementPlan {
  const plan: Omit<PlacementPlan, 'evicted'> = { placed: [], waiting: [], refused: [] };
  const loads = new Map(engines.map(({ name }) => [name, loadOf(placed.filter(({ engine }) => engine === name))]));
  const startedOf = (gameId: number) => placed.filter((one) => one.gameId === gameId && countsForGame(one)).length;
  const games = new Map([...limits.ofGames.keys()].map((gameId) => [gameId, startedOf(gameId)]));
  /** Engines that an earlier start waits for. */
  const reserved = new Set<string>();

  for (const start of inOrder(waiting)) {
    const able = engines.filter((engine) => canEverHold(engine, start));
    if (able.length === 0) {
      plan.refused.push({ id: start.id, why: refusalOf(engines, start) });
      continue;
    }
    const obstacle = place(start, able);
    if (obstacle) wait(start, obstacle);
  }
  return { ...plan, evicted: evictions(plan.waiting, waiting, placed) };

  /** What the start waits for; null once it is placed. */
  function place(start: WaitingStart, able: readonly PlacementEngine[]): Obstacle | null {
    const up = able.filter(({ isUp }) => isUp);
    if (up.length === 0) return 'engineDown';
    const reached = reachedLimit(start);
    if (reached) return reached;
    const roomy = up.filter((engine) => !reserved.has(engine.name) && hasRoom(engine, loadAt(engine.name), start));
    if (roomy.length === 0) {
      for (const { name } of up) reserved.add(name);
      return 'engineFull';
    }
    const free = preferPresent(roomy, start).filter(({ name, startsMax }) => loadAt(name).starting < startsMax);
    const [best] = free.sort((a, b) => rank(a, start) - rank(b, start) || a.name.localeCompare(b.name));
    if (!best) return 'startsBusy';
    plan.placed.push({ id: start.id, engine: best.name });
    loads.set(best.name, add(loadAt(best.name), { ...start, isStarting: true }));
    if (countsForGame(start)) games.set(start.gameId, (games.get(start.gameId) ?? 0) + 1);
    return null;
  }

  function reachedLimit({ gameId, kind }: WaitingStart): Obstacle | null {
    const ofGame = limits.ofGames.get(gameId) ?? Number.POSITIVE_INFINITY;
    if (countsForGame({ kind }) && (games.get(gameId) ?? 0) >= ofGame) return 'gameFull';
    return limits.total > 0 && placed.length + plan.placed.length >= limits.total ? 'deploymentFull' : null;
  }

  function loadAt(name: string): Load {
    return loads.get(name) ?? loadOf([]);
  }

  function rank(engine: PlacementEngine, start: WaitingStart): number {
    return share(engine, add(loadAt(engine.name), start));
  }

  function wait(start: WaitingStart, obstacle: Obstacle): void {
    const earlier = plan.waiting.filter((one) => obstacle === 'gameFull' || one.obstacle !== 'gameFull');
    const sameGame = (id: string) => waiting.some((one) => one.id === id && one.gameId === start.gameId);
    const ahead = obstacle === 'gameFull' ? earlier.filter(({ id }) => sameGame(id)).length : earlier.length;
    plan.waiting.push({ id: start.id, obstacle, ahead });
  }
}

const loadOf = (placed: readonly Pick<PlacedContainer, 'memoryMiB' | 'cpuTenths' | 'isStarting'>[]): Load =>
  placed.reduce(add, { memoryMiB: 0, cpuTenths: 0, starting: 0 });

function add(load: Load, one: { memoryMiB: number; cpuTenths: number; isStarting?: boolean }): Load {
  return {
    memoryMiB: load.memoryMiB + one.memoryMiB,
    cpuTenths: load.cpuTenths + one.cpuTenths,
    starting: load.starting + (one.isStarting ? 1 : 0),
  };
}

function fits(engine: PlacementEngine, { memoryMiB, cpuTenths }: Pick<Load, 'memoryMiB' | 'cpuTenths'>): boolean {
  if (!engine.isLimited) return true;
  return (
    memoryMiB <= (engine.memoryMiB ?? Number.POSITIVE_INFINITY) &&
    cpuTenths <= (engine.cpuTenths ?? Number.POSITIVE_INFINITY)
  );
}

const hasRuntime = ({ runtimes }: PlacementEngine, { runtime }: WaitingStart) =>
  runtime === null || runtimes.includes(runtime);

const canEverHold = (engine: PlacementEngine, start: WaitingStart) => hasRuntime(engine, start) && fits(engine, start);

const hasRoom = (engine: PlacementEngine, load: Load, start: WaitingStart) => fits(engine, add(load, start));

/** An engine that could not pull an image is used only where none has it. */
function preferPresent(engines: readonly PlacementEngine[], { images }: WaitingStart): PlacementEngine[] {
  const present = engines.filter(({ imagesPresent }) => images.every((image) => imagesPresent.includes(image)));
  if (present.length > 0) return present;
  const hopeful = engines.filter(({ imagesFailed }) => !images.some((image) => imagesFailed.includes(image)));
  return hopeful.length > 0 ? hopeful : [...engines];
}

/** Stands for an unknown size, so that such engines fill evenly. */
const memoryGuessMiB = 16_384;

const share = (engine: PlacementEngine, { memoryMiB }: Load) => memoryMiB / (engine.memoryMiB ?? memoryGuessMiB);

function refusalOf(engines: readonly PlacementEngine[], start: WaitingStart): PlacementRefusal {
  if (engines.length === 0) return 'noEngine';
  return engines.some((engine) => hasRuntime(engine, start)) ? 'tooLarge' : 'runtimeMissing';
}

/** As many as teams wait for room, less what is already ending; the oldest first. */
function evictions(
  planned: PlacementPlan['waiting'],
  waiting: readonly WaitingStart[],
  placed: readonly PlacedContainer[],
): string[] {
  const isAhead = new Set(waiting.filter(({ kind }) => kind === 'Warm').map(({ id }) => id));
  const blocked = planned.filter(
    ({ id, obstacle }) => !isAhead.has(id) && (obstacle === 'deploymentFull' || obstacle === 'engineFull'),
  );
  const ending = placed.filter(({ isStopping }) => isStopping).length;
  const warm = placed.filter(({ kind, isStopping, isStarting }) => kind === 'Warm' && !isStopping && !isStarting);
  return warm.slice(0, Math.max(0, blocked.length - ending)).map(({ id }) => id);
}
