import {
  type ContainerChange,
  type EngineCapacity,
  EngineError,
  type EngineErrorCode,
  type RunResult,
  type RunSpec,
} from './engine';
import { type FakeInstance, launchInstance } from './fake-instance';

type RunOutcome = Pick<RunResult, 'exitCode' | 'timedOut' | 'output'>;
export type AnswerRun = (spec: RunSpec, signal: AbortSignal) => RunOutcome | Promise<RunOutcome>;

/** What a test arranged, and what the engine holds. */
export interface FakeState {
  instances: Map<string, FakeInstance>;
  watchers: Set<(id: string, what: ContainerChange) => void>;
  startFailures: EngineErrorCode[];
  pullFailures: EngineErrorCode[];
  stopFailures: number;
  isDown: boolean;
  freeBytes: number | null;
  writtenBytes: Map<string, number>;
  images: Set<string>;
  capacity: EngineCapacity;
  answerRun: AnswerRun;
  startGate: Promise<void> | null;
  pullGate: Promise<void> | null;
}

export function createState(): FakeState {
  return {
    instances: new Map(),
    watchers: new Set(),
    startFailures: [],
    pullFailures: [],
    stopFailures: 0,
    isDown: false,
    freeBytes: null,
    writtenBytes: new Map(),
    images: new Set(),
    capacity: { memoryMiB: null, cpuTenths: null, runtimes: [] },
    answerRun: () => ({ exitCode: 0, timedOut: false, output: '' }),
    startGate: null,
    pullGate: null,
  };
}

/** Throws EngineError engineDown. */
export function requireUp({ isDown }: FakeState): void {
  if (isDown) throw new EngineError('engineDown', 'The container engine does not answer.');
}

/** Throws EngineError notRunning. */
export function requireRunning({ instances }: FakeState, id: string): FakeInstance {
  const found = instances.get(id);
  if (found?.container.state === 'running') return found;
  throw new EngineError('notRunning', 'The container does not run.');
}

/** Throws the next failure that a test asked for. */
export function failIfAsked(failures: EngineErrorCode[]): void {
  const failure = failures.shift();
  if (failure !== undefined) throw new EngineError(failure, `The test set the fake engine to fail with ${failure}.`);
}

export function notify({ watchers }: FakeState, id: string, what: ContainerChange): void {
  for (const watcher of watchers) watcher(id, what);
}

export async function launch({ instances, images }: FakeState, spec: FakeInstance['spec'], createdAt: Date) {
  const instance = await launchInstance(spec, createdAt);
  for (const { image } of [spec, ...(spec.companions ?? [])]) images.add(image);
  instances.set(spec.id, instance);
  return { ...instance.container };
}
