import { orAborted, throwIfAborted } from './abort';
import { checkPath, checkRun, checkSpec } from './check-spec';
import {
  type ContainerEngine,
  type ContainerSpec,
  ENFORCEMENTS,
  type EngineCapabilities,
  EngineError,
  type RunningContainer,
  type RunResult,
  type RunSpec,
} from './engine';
import { createControls, type FakeControls } from './fake-controls';
import { shutDown } from './fake-instance';
import { createState, type FakeState, failIfAsked, launch, notify, requireRunning, requireUp } from './fake-state';

export interface FakeEngine extends ContainerEngine, FakeControls {
  /** Failed starts included. */
  readonly starts: ContainerSpec[];
  readonly stops: string[];
  readonly pulls: string[];
  readonly runs: RunSpec[];
}

/**
 * In memory. Each port of a container listens on 127.0.0.1 and echoes lines, except `flag`, `port`, `env NAME` and
 * `file PATH`.
 */
export function createFakeEngine({ now = () => new Date() }: { now?: () => Date } = {}): FakeEngine {
  const state = createState();
  const starts: ContainerSpec[] = [];
  const stops: string[] = [];
  const pulls: string[] = [];
  const runs: RunSpec[] = [];
  return {
    kind: 'fake',
    starts,
    stops,
    pulls,
    runs,
    ...createControls(state, now),
    ...createViews(state),
    ...createLifecycle(state, now, starts, stops),
    pullImage: async (image, onProgress, signal) => {
      pulls.push(image);
      requireUp(state);
      failIfAsked(state.pullFailures);
      onProgress(0.5);
      if (state.pullGate !== null) await orAborted(state.pullGate, signal);
      throwIfAborted(signal);
      state.images.add(image);
      onProgress(1);
    },
    run: (spec, signal) => {
      runs.push(spec);
      return runFake(state, spec, signal, now);
    },
  };
}

function createLifecycle(state: FakeState, now: () => Date, starts: ContainerSpec[], stops: string[]) {
  const { instances } = state;
  const pending = new Map<string, { started: Promise<RunningContainer>; canceller: AbortController }>();

  const begin = async (spec: ContainerSpec, signal: AbortSignal) => {
    checkSpec(spec);
    throwIfAborted(signal);
    requireUp(state);
    if (state.startGate !== null) await orAborted(state.startGate, signal);
    throwIfAborted(signal);
    requireUp(state);
    failIfAsked(state.startFailures);
    const present = instances.get(spec.id);
    if (present?.container.state === 'running') return { ...present.container };
    if (present !== undefined) instances.delete(spec.id);
    return launch(state, spec, now());
  };
  const remove = async (id: string) => {
    const instance = instances.get(id);
    if (instance === undefined) return;
    instances.delete(id);
    await shutDown(instance);
    notify(state, id, 'removed');
  };

  return {
    start: (spec, signal) => {
      const shared = pending.get(spec.id);
      if (shared !== undefined) return shared.started;
      starts.push(spec);
      const canceller = new AbortController();
      const either = signal === undefined ? canceller.signal : AbortSignal.any([signal, canceller.signal]);
      const started = begin(spec, either).finally(() => pending.delete(spec.id));
      pending.set(spec.id, { started, canceller });
      return started;
    },
    stop: async (id) => {
      stops.push(id);
      requireUp(state);
      if (state.stopFailures > 0) {
        state.stopFailures -= 1;
        throw new EngineError('engineDown', 'The test set the fake engine to fail a stop.');
      }
      const start = pending.get(id);
      start?.canceller.abort();
      await start?.started.catch(() => undefined);
      await remove(id);
    },
    removeLeftovers: async (known) => {
      requireUp(state);
      const ids = [...instances.keys()].filter((id) => !pending.has(id));
      const kept = known instanceof Set ? known : await known(ids);
      const strays = ids.filter((id) => !kept.has(id));
      for (const id of strays) await remove(id);
      return strays;
    },
    close: async () => {
      const all = [...instances.values()];
      instances.clear();
      state.watchers.clear();
      await Promise.all(all.map(shutDown));
    },
  } satisfies Partial<ContainerEngine>;
}

async function runFake(
  state: FakeState,
  spec: RunSpec,
  signal: AbortSignal | undefined,
  now: () => Date,
): Promise<RunResult> {
  checkRun(spec);
  requireUp(state);
  requireRunning(state, spec.target);
  const startedAt = now();
  const limit = AbortSignal.timeout(spec.timeoutMs);
  const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  try {
    const outcome = await orAborted(Promise.resolve(state.answerRun(spec, either)), either);
    const output = Buffer.from(outcome.output).subarray(-spec.outputBytesMax).toString('utf8');
    return { ...outcome, output, startedAt, endedAt: now() };
  } catch (error) {
    if (signal?.aborted || !limit.aborted) throw error;
    return { exitCode: null, timedOut: true, output: '', startedAt, endedAt: now() };
  }
}

function createViews(state: FakeState) {
  const { instances } = state;
  return {
    ping: async () => requireUp(state),
    capabilities: async () => {
      const all = ENFORCEMENTS.map((name) => [name, { enforced: false, why: 'The fake engine enforces nothing.' }]);
      return Object.fromEntries(all) as EngineCapabilities;
    },
    capacity: async () => {
      requireUp(state);
      return state.capacity;
    },
    hasImage: async (image) => {
      requireUp(state);
      return state.images.has(image);
    },
    inspect: async (id) => {
      requireUp(state);
      const instance = instances.get(id);
      return instance === undefined ? null : { ...instance.container };
    },
    diskUse: async (ids) => {
      requireUp(state);
      return new Map(ids.filter((id) => instances.has(id)).map((id) => [id, state.writtenBytes.get(id) ?? 0]));
    },
    freeDisk: async () => {
      requireUp(state);
      return state.freeBytes;
    },
    list: async () => {
      requireUp(state);
      return [...instances.values()].map(({ container }) => ({ ...container }));
    },
    lastLines: async (id) => (instances.has(id) ? `fake container ${id}\n` : ''),
    writeFile: async (id, path, content, mode = 0o444) => {
      checkPath(path);
      requireUp(state);
      requireRunning(state, id).files.set(path, { content, mode });
    },
    watch: (onChange, signal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        state.watchers.add(onChange);
        signal.addEventListener('abort', () => {
          state.watchers.delete(onChange);
          resolve();
        });
      }),
  } satisfies Partial<ContainerEngine>;
}
