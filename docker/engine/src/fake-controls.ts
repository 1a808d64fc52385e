import type { ContainerSpec, EngineCapacity, EngineErrorCode, RunningContainer } from './engine';
import { type FakeFile, markExited, shutDown } from './fake-instance';
import { type AnswerRun, type FakeState, launch, notify } from './fake-state';

export interface FakeControls {
  failStarts(code: EngineErrorCode, times?: number): void;
  failPulls(code: EngineErrorCode, times?: number): void;
  failStops(times?: number): void;
  setDown(down: boolean): void;
  /** Blocks starts until the returned function is called; abort still works. */
  holdStarts(): () => void;
  /** Blocks pulls at half of their progress. */
  holdPulls(): () => void;
  setDiskUse(id: string, bytes: number): void;
  setFreeDisk(bytes: number | null): void;
  setCapacity(capacity: Partial<EngineCapacity>): void;
  /** Images of started containers are added by themselves. */
  setImages(images: readonly string[]): void;
  /** Without it runs end with 0 and no output; a run that lasts too long ends with the time limit. */
  answerRuns(answer: AnswerRun): void;
  filesOf(id: string): ReadonlyMap<string, FakeFile>;
  /** Removal by an operator; watchers are notified unless `silently`. */
  lose(id: string, options?: { silently?: boolean }): void;
  /** Stays listed as exited. */
  exit(id: string, how?: { exitCode?: number; outOfMemory?: boolean }): void;
  /** A container without a row, as a crash leaves it. */
  addStray(spec: ContainerSpec): Promise<RunningContainer>;
}

export function createControls(state: FakeState, now: () => Date): FakeControls {
  const mustFind = (id: string) => {
    const instance = state.instances.get(id);
    if (instance === undefined) throw new Error(`The fake engine has no container ${id}.`);
    return instance;
  };
  const hold = (gate: 'startGate' | 'pullGate') => () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    state[gate] = held;
    return () => {
      if (state[gate] === held) state[gate] = null;
      release();
    };
  };
  return {
    failStarts: (code, times = 1) => void state.startFailures.push(...Array<EngineErrorCode>(times).fill(code)),
    failPulls: (code, times = 1) => void state.pullFailures.push(...Array<EngineErrorCode>(times).fill(code)),
    failStops: (times = 1) => {
      state.stopFailures += times;
    },
    setDown: (isDown) => {
      state.isDown = isDown;
    },
    holdStarts: hold('startGate'),
    holdPulls: hold('pullGate'),
    setDiskUse: (id, bytes) => void state.writtenBytes.set(id, bytes),
    setFreeDisk: (bytes) => {
      state.freeBytes = bytes;
    },
    setCapacity: (capacity) => {
      state.capacity = { ...state.capacity, ...capacity };
    },
    setImages: (images) => {
      state.images = new Set(images);
    },
    answerRuns: (answer) => {
      state.answerRun = answer;
    },
    filesOf: (id) => mustFind(id).files,
    lose: (id, { silently = false } = {}) => {
      const instance = mustFind(id);
      state.instances.delete(id);
      void shutDown(instance);
      if (!silently) notify(state, id, 'removed');
    },
    exit: (id, { exitCode = 1, outOfMemory = false } = {}) => {
      const instance = mustFind(id);
      markExited(instance, exitCode, outOfMemory);
      void shutDown(instance);
      notify(state, id, 'exited');
    },
    addStray: (spec) => launch(state, spec, now()),
  };
}
