/**
 * Each program gets its own process group: a Ctrl-C reaches the whole group of a terminal, and PostgreSQL would end
 * while the server still writes.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { rememberChild } from './leftovers.mjs';

/**
 * @typedef {object} ChildOptions
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} onLine each line the program prints
 * @property {string} run folder in which it is written down while it runs
 * @property {string} [input]
 * @property {number | undefined} [uid]
 * @property {number | undefined} [gid]
 * @property {boolean} [ipc] opens a channel, so that the program can notice our end
 * @property {NodeJS.Signals} [stopSignal]
 * @property {NodeJS.Signals} [abandonSignal]
 * @property {number} [stopTimeoutMs] after which it is killed
 */

/** @param {ChildOptions} options @returns {Promise<Child>} once it runs, which says nothing about it being ready */
export async function startChild({
  stopSignal = 'SIGTERM',
  abandonSignal = 'SIGKILL',
  stopTimeoutMs = 15_000,
  ...options
}) {
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    uid: options.uid,
    gid: options.gid,
    detached: true,
    stdio: [
      options.input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(options.ipc ? [/** @type {const} */ ('ipc')] : []),
    ],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', options.onLine);
  }
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
  const exited = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  const forget = rememberChild(options.run, options.name, /** @type {number} */ (child.pid), stopSignal);
  void exited.then(forget);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(options.input);

  return {
    name: options.name,
    pid: child.pid,
    exited,
    /** Sends the stop signal, then SIGKILL after the timeout. */
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(stopSignal);
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await exited;
      clearTimeout(timer);
    },
    abandon() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      process.kill(-child.pid, abandonSignal);
    },
  };
}

/** A program ended before it was ready. Its message is what it printed last. */
export class EarlyExit extends Error {}

/**
 * Starts a program and waits for the line that says it is ready.
 * @param {RegExp} readyLine @param {ChildOptions} options @returns {Promise<Child>} @throws {EarlyExit}
 */
export async function startUntilReady(readyLine, options) {
  /** @type {string[]} */
  const lines = [];
  /** @type {() => void} */
  let ready = () => undefined;
  const isReady = /** @type {Promise<true>} */ (new Promise((resolve) => (ready = () => resolve(true))));
  const child = await startChild({
    ...options,
    onLine(line) {
      lines.push(line);
      lines.splice(0, lines.length - 30);
      options.onLine(line);
      if (readyLine.test(line)) ready();
    },
  });
  if (await Promise.race([isReady, child.exited.then(() => false)])) return child;
  throw new EarlyExit(lines.join('\n'));
}

/** @typedef {{ name: string, pid: number | undefined, exited: Promise<{ code: number | null, signal: NodeJS.Signals | null }>, stop: () => Promise<void>, abandon: () => void }} Child */
