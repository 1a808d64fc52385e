import { createServer, type Server, type Socket } from 'node:net';
import { orAborted, throwIfAborted } from './abort';
import {
  type ContainerChange,
  type ContainerEngine,
  type ContainerSpec,
  checkSpec,
  ENFORCEMENTS,
  type EngineCapabilities,
  EngineError,
  type EngineErrorCode,
  type RunningContainer,
} from './engine';

export interface FakeEngine extends ContainerEngine {
  /** Failed starts included. */
  readonly starts: ContainerSpec[];
  readonly stops: string[];
  failStarts(code: EngineErrorCode, times?: number): void;
  failStops(times?: number): void;
  setDown(down: boolean): void;
  /** Blocks starts until the returned function is called; abort still works. */
  holdStarts(): () => void;
  setDiskUse(id: string, bytes: number): void;
  setFreeDisk(bytes: number | null): void;
  /** Removal by an operator; watchers are notified unless `silently`. */
  lose(id: string, options?: { silently?: boolean }): void;
  /** Stays listed as exited. */
  exit(id: string): void;
  /** A container without a row, as a crash leaves it. */
  addStray(spec: ContainerSpec): Promise<RunningContainer>;
}

interface Entry {
  container: RunningContainer;
  server: Server;
  sockets: Set<Socket>;
}

interface FakeState {
  entries: Map<string, Entry>;
  watchers: Set<(id: string, what: ContainerChange) => void>;
  startFailures: EngineErrorCode[];
  stopFailures: number;
  isDown: boolean;
  freeBytes: number | null;
  writtenBytes: Map<string, number>;
  gate: Promise<void> | null;
}

function requireUp({ isDown }: FakeState): void {
  if (isDown) throw new EngineError('engineDown', 'The container engine does not answer.');
}

function notify({ watchers }: FakeState, id: string, what: ContainerChange): void {
  for (const watcher of watchers) watcher(id, what);
}

async function launch({ entries }: FakeState, spec: ContainerSpec, createdAt: Date): Promise<RunningContainer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    answerLines(socket, spec.env);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : null;
  const container: RunningContainer = {
    id: spec.id,
    engineId: `fake-${spec.id}`,
    state: 'running',
    exitCode: null,
    host: '127.0.0.1',
    hostPort: port,
    internalHost: '127.0.0.1',
    internalPort: spec.exposePort,
    createdAt,
    labels: { ...spec.labels },
  };
  entries.set(spec.id, { container, server, sockets });
  return { ...container };
}

async function shutDown({ server, sockets }: Entry): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

function createControls(state: FakeState): Omit<FakeEngine, keyof ContainerEngine | 'starts' | 'stops' | 'addStray'> {
  const mustFind = (id: string) => {
    const entry = state.entries.get(id);
    if (entry === undefined) throw new Error(`The fake engine has no container ${id}.`);
    return entry;
  };
  return {
    failStarts: (code, times = 1) => {
      for (let left = times; left > 0; left -= 1) state.startFailures.push(code);
    },
    failStops: (times = 1) => {
      state.stopFailures += times;
    },
    setDown: (isDown) => {
      state.isDown = isDown;
    },
    holdStarts: () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      state.gate = held;
      return () => {
        if (state.gate === held) state.gate = null;
        release();
      };
    },
    setDiskUse: (id, bytes) => void state.writtenBytes.set(id, bytes),
    setFreeDisk: (bytes) => {
      state.freeBytes = bytes;
    },
    lose: (id, { silently = false } = {}) => {
      const entry = mustFind(id);
      state.entries.delete(id);
      void shutDown(entry);
      if (!silently) notify(state, id, 'removed');
    },
    exit: (id) => {
      const entry = mustFind(id);
      entry.container = { ...entry.container, state: 'exited', exitCode: 1, hostPort: null, internalHost: null };
      void shutDown(entry);
      notify(state, id, 'exited');
    },
  };
}

function createViews(state: FakeState) {
  const { entries } = state;
  return {
    ping: async () => requireUp(state),
    capabilities: async () => {
      const all = ENFORCEMENTS.map((name) => [name, { enforced: false, why: 'The fake engine enforces nothing.' }]);
      return Object.fromEntries(all) as EngineCapabilities;
    },
    inspect: async (id) => {
      requireUp(state);
      const entry = entries.get(id);
      return entry === undefined ? null : { ...entry.container };
    },
    diskUse: async (ids) => {
      requireUp(state);
      return new Map(ids.filter((id) => entries.has(id)).map((id) => [id, state.writtenBytes.get(id) ?? 0]));
    },
    freeDisk: async () => {
      requireUp(state);
      return state.freeBytes;
    },
    list: async () => {
      requireUp(state);
      return [...entries.values()].map((entry) => ({ ...entry.container }));
    },
    lastLines: async (id) => (entries.has(id) ? `fake container ${id}\n` : ''),
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

/** In memory. Each container listens on 127.0.0.1 and echoes lines, except `flag` and `env NAME`. */
export function createFakeEngine({ now = () => new Date() }: { now?: () => Date } = {}): FakeEngine {
  const state: FakeState = {
    entries: new Map(),
    watchers: new Set(),
    startFailures: [],
    stopFailures: 0,
    isDown: false,
    freeBytes: null,
    writtenBytes: new Map(),
    gate: null,
  };
  const { entries } = state;
  const pending = new Map<string, { started: Promise<RunningContainer>; canceller: AbortController }>();
  const starts: ContainerSpec[] = [];
  const stops: string[] = [];

  const begin = async (spec: ContainerSpec, signal: AbortSignal) => {
    checkSpec(spec);
    throwIfAborted(signal);
    requireUp(state);
    if (state.gate !== null) await orAborted(state.gate, signal);
    throwIfAborted(signal);
    requireUp(state);
    const failure = state.startFailures.shift();
    if (failure !== undefined) throw new EngineError(failure, `The test set the fake engine to fail with ${failure}.`);
    const present = entries.get(spec.id);
    if (present?.container.state === 'running') return { ...present.container };
    if (present !== undefined) entries.delete(spec.id);
    return launch(state, spec, now());
  };
  const remove = async (id: string) => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    await shutDown(entry);
    notify(state, id, 'removed');
  };

  return {
    kind: 'fake',
    starts,
    stops,
    ...createControls(state),
    ...createViews(state),
    addStray: (spec) => launch(state, spec, now()),
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
      const ids = [...entries.keys()].filter((id) => !pending.has(id));
      const kept = known instanceof Set ? known : await known(ids);
      const strays = ids.filter((id) => !kept.has(id));
      for (const id of strays) await remove(id);
      return strays;
    },
    close: async () => {
      const all = [...entries.values()];
      entries.clear();
      state.watchers.clear();
      await Promise.all(all.map(shutDown));
    },
  };
}

function answerLines(socket: Socket, env: Record<string, string>): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) socket.write(`${answerTo(line.trim(), env)}\n`);
  });
}

function answerTo(line: string, env: Record<string, string>): string {
  if (line === 'flag') return env.FLAG ?? env.GZCTF_FLAG ?? '';
  if (line.startsWith('env ')) return env[line.slice(4)] ?? '';
  return line;
}
