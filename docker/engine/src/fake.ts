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

/** What a test can do to the fake beyond the interface. */
export interface FakeEngine extends ContainerEngine {
  /** Every spec `start` was asked for, in order, those that failed included. */
  readonly starts: ContainerSpec[];
  /** Every id `stop` was asked for, in order. */
  readonly stops: string[];
  /** The next `times` starts fail with this code. */
  failStarts(code: EngineErrorCode, times?: number): void;
  /** The next `times` stops fail with engineDown. */
  failStops(times?: number): void;
  /** Makes every call fail with engineDown until called with false. */
  setDown(down: boolean): void;
  /** Starts wait, after they were counted, until the returned function is called; abort still works. */
  holdStarts(): () => void;
  /** What `diskUse` says of a container; 0 for all others. */
  setDiskUse(id: string, bytes: number): void;
  /** What `freeDisk` says; null until set. */
  setFreeDisk(bytes: number | null): void;
  /** The container vanishes as if somebody removed it; watchers hear of it unless `silently`. */
  lose(id: string, options?: { silently?: boolean }): void;
  /** The main process ends; the container stays listed as exited, its port closes. */
  exit(id: string): void;
  /** A running container that no row knows, as a crash leaves it. */
  addStray(spec: ContainerSpec): Promise<RunningContainer>;
}

interface Entry {
  container: RunningContainer;
  spec: ContainerSpec;
  server: Server;
  sockets: Set<Socket>;
}

/**
 * An engine in memory with the behaviour of the real drivers. Each container listens on 127.0.0.1 and speaks lines:
 * `flag` answers FLAG (or GZCTF_FLAG), `env NAME` answers that variable, anything else is echoed.
 */
export function createFakeEngine(options: { now?: () => Date } = {}): FakeEngine {
  const now = options.now ?? (() => new Date());
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, { started: Promise<RunningContainer>; callOff: AbortController }>();
  const watchers = new Set<(id: string, what: ContainerChange) => void>();
  const failures: EngineErrorCode[] = [];
  const starts: ContainerSpec[] = [];
  const stops: string[] = [];
  let stopFailures = 0;
  let down = false;
  let free: number | null = null;
  const written = new Map<string, number>();
  let gate: Promise<void> | null = null;

  const mustBeUp = () => {
    if (down) throw new EngineError('engineDown', 'The container engine does not answer.');
  };
  const tell = (id: string, what: ContainerChange) => {
    for (const watcher of watchers) watcher(id, what);
  };

  const launch = async (spec: ContainerSpec): Promise<RunningContainer> => {
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
      createdAt: now(),
      labels: { ...spec.labels },
    };
    entries.set(spec.id, { container, spec, server, sockets });
    return { ...container };
  };

  const shut = async (entry: Entry) => {
    for (const socket of entry.sockets) socket.destroy();
    await new Promise<void>((resolve) => entry.server.close(() => resolve()));
  };

  const begin = async (spec: ContainerSpec, signal?: AbortSignal) => {
    if (gate !== null) await orAborted(gate, signal);
    throwIfAborted(signal);
    mustBeUp();
    const failure = failures.shift();
    if (failure !== undefined) throw new EngineError(failure, `The fake engine was told to fail with ${failure}.`);
    const present = entries.get(spec.id);
    if (present?.container.state === 'running') return { ...present.container };
    if (present !== undefined) entries.delete(spec.id);
    return launch(spec);
  };

  return {
    kind: 'fake',
    starts,
    stops,
    failStarts: (code, times = 1) => {
      for (let left = times; left > 0; left -= 1) failures.push(code);
    },
    failStops: (times = 1) => {
      stopFailures += times;
    },
    setDown: (value) => {
      down = value;
    },
    holdStarts: () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      gate = held;
      return () => {
        if (gate === held) gate = null;
        release();
      };
    },
    setDiskUse: (id, bytes) => void written.set(id, bytes),
    setFreeDisk: (bytes) => {
      free = bytes;
    },
    lose: (id, { silently = false } = {}) => {
      const entry = entries.get(id);
      if (entry === undefined) throw new Error(`The fake engine has no container ${id}.`);
      entries.delete(id);
      void shut(entry);
      if (!silently) tell(id, 'removed');
    },
    exit: (id) => {
      const entry = entries.get(id);
      if (entry === undefined) throw new Error(`The fake engine has no container ${id}.`);
      entry.container = { ...entry.container, state: 'exited', exitCode: 1, hostPort: null, internalHost: null };
      void shut(entry);
      tell(id, 'exited');
    },
    addStray: launch,

    ping: async () => mustBeUp(),
    capabilities: async () => {
      const all = ENFORCEMENTS.map((name) => [name, { enforced: false, why: 'The fake engine enforces nothing.' }]);
      return Object.fromEntries(all) as EngineCapabilities;
    },
    start: (spec, signal) => {
      const shared = underWay.get(spec.id);
      if (shared !== undefined) return shared.started;
      starts.push(spec);
      const callOff = new AbortController();
      const either = signal === undefined ? callOff.signal : AbortSignal.any([signal, callOff.signal]);
      const started = (async () => {
        checkSpec(spec);
        throwIfAborted(either);
        mustBeUp();
        return await begin(spec, either);
      })().finally(() => underWay.delete(spec.id));
      underWay.set(spec.id, { started, callOff });
      return started;
    },
    stop: async (id) => {
      stops.push(id);
      mustBeUp();
      if (stopFailures > 0) {
        stopFailures -= 1;
        throw new EngineError('engineDown', 'The fake engine was told to fail a stop.');
      }
      const start = underWay.get(id);
      start?.callOff.abort();
      await start?.started.catch(() => undefined);
      const entry = entries.get(id);
      if (entry === undefined) return;
      entries.delete(id);
      await shut(entry);
      tell(id, 'removed');
    },
    inspect: async (id) => {
      mustBeUp();
      const entry = entries.get(id);
      return entry === undefined ? null : { ...entry.container };
    },
    diskUse: async (ids) => {
      mustBeUp();
      return new Map(ids.filter((id) => entries.has(id)).map((id) => [id, written.get(id) ?? 0]));
    },
    freeDisk: async () => {
      mustBeUp();
      return free;
    },
    list: async () => {
      mustBeUp();
      return [...entries.values()].map((entry) => ({ ...entry.container }));
    },
    lastLines: async (id) => (entries.has(id) ? `fake container ${id}\n` : ''),
    watch: (onChange, signal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        watchers.add(onChange);
        signal.addEventListener('abort', () => {
          watchers.delete(onChange);
          resolve();
        });
      }),
    removeLeftovers: async (known) => {
      mustBeUp();
      const ids = [...entries.keys()].filter((id) => !underWay.has(id));
      const kept = known instanceof Set ? known : await known(ids);
      const strays = ids.filter((id) => !kept.has(id));
      for (const id of strays) {
        const entry = entries.get(id);
        entries.delete(id);
        if (entry !== undefined) await shut(entry);
        tell(id, 'removed');
      }
      return strays;
    },
    close: async () => {
      const all = [...entries.values()];
      entries.clear();
      watchers.clear();
      await Promise.all(all.map(shut));
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
