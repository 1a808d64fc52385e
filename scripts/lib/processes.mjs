import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startChild } from './child.mjs';
import { Failure } from './failure.mjs';
import { openLogFile, readError } from './log-file.mjs';
import { productionFlags } from './node-flags.mjs';
import { inRoot, root } from './paths.mjs';
import { supervise } from './supervise.mjs';
import { step, warn } from './terminal.mjs';

const timeoutMs = 60_000;
/** Requests and jobs under way are finished first. */
const stopTimeoutMs = 40_000;
const sameErrorMs = 10_000;

/** @param {{ host: string, port: number }} config the address at which this machine reaches the server */
export function localAddress({ host, port }) {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}

/**
 * Logs lines and prints errors, each at a limited rate.
 * @param {string} name @param {import('./log-file.mjs').LogFile} log
 */
function listen(name, log) {
  /** @type {Map<string, number>} */
  const shown = new Map();
  return (/** @type {string} */ line) => {
    log.write(line);
    const text = readError(line);
    const now = Date.now();
    if (text === null || now - (shown.get(text) ?? 0) < sameErrorMs) return;
    if (shown.size > 100) shown.clear();
    shown.set(text, now);
    warn(`${name}: ${text}`);
  };
}

/** @param {string} address whether the server is ready to answer everything */
export async function isReady(address) {
  const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  await reply?.body?.cancel();
  return reply?.status === 200;
}

/** @param {string} address what the server reports as failed, such as "storage"; empty when it does not answer */
async function failedParts(address) {
  const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  const parts = /** @type {Record<string, unknown> | null} */ (await reply?.json().catch(() => null));
  const isFailed = (/** @type {string} */ name) => name !== 'status' && parts?.[name] === 'failed';
  return Object.keys(parts ?? {})
    .filter(isFailed)
    .join(', ');
}

/** @param {string} address @param {readonly import('./child.mjs').Child[]} children @param {string} logs */
async function waitUntilReady(address, children, logs) {
  let ended = /** @type {string | null} */ (null);
  for (const { name, exited } of children) {
    void exited.then(({ code, signal }) => {
      ended ??= `The ${name} ended while starting (${signal ?? `exit code ${code}`}). Its log is ${logs}/${name}.log`;
    });
  }
  for (const until = Date.now() + timeoutMs; !(await isReady(address)); await delay(50)) {
    if (ended) throw new Failure(ended);
    if (Date.now() > until) {
      const parts = await failedParts(address);
      throw new Failure(`The server does not get ready${parts && `: ${parts} failed`}. Its log is ${logs}/server.log`);
    }
  }
}

/**
 * Only the worker talks to the engine. Only one process can have the port of metrics.
 * @param {Pick<import('./services.mjs').Services, 'config' | 'verifyDatabaseUrl'>} services
 * @returns {{ name: string, program: string, words?: string[], extra: NodeJS.ProcessEnv }[]}
 */
export function processesOf({ config, verifyDatabaseUrl }) {
  const { metricsPort } = config;
  const worker = {
    name: 'worker',
    program: 'dist/workers/main.mjs',
    extra: metricsPort ? { METRICS_PORT: String(metricsPort + 1) } : {},
  };
  const server = { name: 'server', program: 'dist/server/main.mjs', extra: { DOCKER_HOST: '' } };
  if (config.backup.everyMs === null) return [worker, server];
  const extra = { DOCKER_HOST: '', VERIFY_DATABASE_URL: verifyDatabaseUrl ?? '' };
  const words = ['backup', '--scheduled'];
  return [worker, server, { name: 'backup', program: 'dist/server/operate.mjs', words, extra }];
}

/**
 * Waits until the server is ready, and restarts processes that exit.
 * @param {import('./lifecycle.mjs').Lifecycle} lifecycle @param {import('./services.mjs').Services} services
 */
export async function startProcesses(lifecycle, { config, data, environment, verifyDatabaseUrl }) {
  const logs = data.file('logs');
  const starters = processesOf({ config, verifyDatabaseUrl }).map(({ name, program, extra, words = [] }) => {
    const onLine = listen(name, openLogFile(logs, name));
    return () =>
      startChild({
        name,
        command: process.execPath,
        args: [
          ...(name === 'worker' ? productionFlags.worker : productionFlags.server),
          '--import',
          pathToFileURL(inRoot('scripts/lib/follow-parent.mjs')).href,
          inRoot(program),
          ...words,
        ],
        cwd: root,
        env: { ...environment, NODE_ENV: 'production', ...extra },
        run: data.run,
        ipc: true,
        stopTimeoutMs,
        onLine,
      });
  });
  await step('Starting server and worker', async () => {
    const children = [];
    for (const start of starters) {
      const child = await start();
      // Until it is supervised; stopping an ended process does nothing.
      lifecycle.onStop(child.stop, child.abandon);
      children.push({ child, start });
    }
    await waitUntilReady(
      localAddress(config),
      children.map(({ child }) => child),
      logs,
    );
    for (const { child, start } of children) {
      const supervised = supervise(child, start);
      lifecycle.onStop(supervised.stop, supervised.abandon);
    }
  });
}
