import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Child, startChild } from '../../lib/child.mjs';
import { productionFlags } from '../../lib/node-flags.mjs';
import { freePort } from '../../lib/ports.mjs';
import { isReady } from '../../lib/processes.mjs';

const timeoutMs = 60_000;

export interface ProductProcess {
  kind: 'server' | 'worker';
  name: string;
  pid: number;
  /** Of a server; 0 for a worker. */
  port: number;
  stop(): Promise<void>;
  /** SIGKILL, like a machine that loses power. */
  kill(): Promise<void>;
}

export interface StartOptions {
  kind: 'server' | 'worker';
  name: string;
  dataDir: string;
  environment: NodeJS.ProcessEnv;
  /** The checkout whose build is started. */
  root?: string;
  /** Of a server; a free one when absent. */
  port?: number;
  /** Words before the program. */
  prefix?: readonly string[];
}

/** Starts the built program as `npm start` does. */
export async function startProcess({
  kind,
  name,
  dataDir,
  environment,
  root = process.cwd(),
  port: wantedPort,
  prefix = [],
}: StartOptions): Promise<ProductProcess> {
  const port = kind === 'server' ? (wantedPort ?? (await freePort())) : 0;
  const logs = path.join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const log = createWriteStream(path.join(logs, `${name}.log`), { flags: 'a' });
  const [command = process.execPath, ...words] = [...prefix, process.execPath];
  const child: Child = await startChild({
    name,
    command,
    args: [
      ...words,
      ...productionFlags[kind],
      '--import',
      pathToFileURL(path.resolve('scripts/lib/follow-parent.mjs')).href,
      path.resolve(root, kind === 'server' ? 'dist/server/main.mjs' : 'dist/workers/main.mjs'),
    ],
    cwd: root,
    env: {
      ...environment,
      NODE_ENV: 'production',
      PORT: String(port),
      ...(kind === 'server' ? { DOCKER_HOST: '' } : {}),
    },
    run: path.join(dataDir, 'run'),
    ipc: true,
    // The grace period that operators are advised to give.
    stopTimeoutMs: 40_000,
    onLine: (line: string) => log.write(`${line}\n`),
  });
  void child.exited.then(() => log.end());
  const process_: ProductProcess = {
    kind,
    name,
    pid: child.pid ?? 0,
    port,
    stop: child.stop,
    async kill() {
      if (child.pid) process.kill(child.pid, 'SIGKILL');
      await child.exited;
    },
  };
  if (kind === 'server') await untilReady(port, child, name);
  return process_;
}

async function untilReady(port: number, child: Child, name: string): Promise<void> {
  let ended = false;
  void child.exited.then(() => {
    ended = true;
  });
  for (const until = Date.now() + timeoutMs; Date.now() < until && !ended; await delay(25)) {
    if (await isReady(`http://127.0.0.1:${port}`)) return;
  }
  throw new Error(`The ${name} does not get ready; see its log.`);
}
