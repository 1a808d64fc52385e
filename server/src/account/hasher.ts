import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./hasher.process.mjs', import.meta.url));

/** The request itself may be what kills the process. */
const attemptsMax = 2;

interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
  /** Kept in the hash, and part of what is hashed. */
  data?: string;
}

export interface Hasher {
  hash(password: string, cost: HashCost): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as a hash of the highest cost, whatever the cost of this one. */
  compareBcrypt(hash: string, password: string, costMax: number): Promise<boolean>;
  start(): void;
  pid(): number | undefined;
  close(): void;
}

type HashRequest = { password: string; cost?: HashCost; hash?: string; bcryptCostMax?: number };
type HashReply = { id: number; value?: string | boolean; error?: string };
interface Pending {
  request: HashRequest;
  attempts: number;
  resolve(value: never): void;
  reject(error: Error): void;
}

/** Hashes in a child process, which is started again when it dies. Passwords go over its channel and nowhere else. */
export function createHasher(threads: number): Hasher {
  const pending = new Map<number, Pending>();
  let child: ChildProcess | null = null;
  let nextId = 0;
  let isClosing = false;

  function start(): ChildProcess {
    if (child) return child;
    isClosing = false;
    const started = fork(program, {
      execArgv: [],
      // The child gets neither the database address nor the keys.
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, UV_THREADPOOL_SIZE: String(threads) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = started;
    started.on('message', (answer) => settle(answer as HashReply));
    for (const end of ['error', 'exit', 'disconnect']) started.once(end, () => restart(started));
    hold();
    return started;
  }

  /** The process may exit unless a hash is pending. */
  function hold(): void {
    if (!child) return;
    if (pending.size > 0) {
      child.ref();
      child.channel?.ref();
    } else {
      child.unref();
      child.channel?.unref();
    }
  }

  function settle({ id, value, error }: HashReply): void {
    const one = pending.get(id);
    if (!one) return;
    pending.delete(id);
    if (error === undefined) one.resolve(value as never);
    else one.reject(new Error(`A password could not be hashed: ${error}`));
    if (isClosing && pending.size === 0) close();
    hold();
  }

  function restart(ended: ChildProcess): void {
    if (child !== ended) return;
    child = null;
    for (const [id, one] of pending) {
      if (one.attempts < attemptsMax) send(id, one);
      else {
        pending.delete(id);
        one.reject(new Error('The process that hashes passwords has died twice.'));
      }
    }
  }

  function send(id: number, one: Pending): void {
    one.attempts += 1;
    // Sending fails when the process is gone, which its `exit` event reports.
    start().send({ id, ...one.request }, () => undefined);
    hold();
  }

  function ask<T>(request: HashRequest): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = nextId++;
      const one: Pending = { request, attempts: 0, resolve, reject };
      pending.set(id, one);
      send(id, one);
    });
  }

  function close(): void {
    isClosing = true;
    if (!child || pending.size > 0) return;
    const ending = child;
    child = null;
    if (ending.connected) ending.disconnect();
  }

  return {
    hash: (password, cost) => ask<string>({ password, cost }),
    verify: (hash, password) => ask<boolean>({ password, hash }),
    compareBcrypt: (hash, password, bcryptCostMax) => ask<boolean>({ password, hash, bcryptCostMax }),
    start: () => void start(),
    pid: () => child?.pid,
    close,
  };
}
