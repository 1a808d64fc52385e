import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from './child.mjs';
import { callDocker, dockerAnswers } from './docker-api.mjs';
import { Failure } from './failure.mjs';
import { findProgram } from './find-program.mjs';
import { runTool } from './run-tool.mjs';

const timeoutMs = 60_000;

export const canRunDockerd = () => process.getuid?.() === 0 && findProgram('dockerd') !== null;

/**
 * Containers go as well, as they use the networks. The interfaces of networks stay when the engine stops, and the next
 * run could not use the same subnets.
 * @param {string} dockerHost
 */
async function removeNetworks(dockerHost) {
  const listed = await callDocker(dockerHost, 'GET', '/containers/json?all=true');
  const ids = JSON.parse(listed.text).map((/** @type {{ Id: string }} */ { Id }) => Id);
  await Promise.all(
    ids.map((/** @type {string} */ id) =>
      callDocker(dockerHost, 'DELETE', `/containers/${id}?force=true`, { timeoutMs: 60_000 }),
    ),
  );
  await callDocker(dockerHost, 'POST', '/networks/prune', { timeoutMs: 60_000 });
}

/**
 * Shares neither images nor socket with another engine.
 * @param {{ directory: string, run: string, onLine: (line: string) => void, prefix?: readonly string[], settings?: object }} options
 *   `prefix` are words before the program, such as those that enter a network namespace; `settings` are those of
 *   `daemon.json`
 * @returns {Promise<import('./child.mjs').Child & { host: string }>}
 */
export async function startDockerd({ directory, run, onLine, prefix = [], settings = {} }) {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'daemon.json');
  writeFileSync(file, JSON.stringify(settings));
  const host = `unix://${path.join(directory, 'docker.sock')}`;
  const [command = 'dockerd', ...words] = [...prefix, findProgram('dockerd') ?? 'dockerd'];
  const child = await startChild({
    name: 'dockerd',
    command,
    args: [
      ...words,
      `--config-file=${file}`,
      `--host=${host}`,
      `--data-root=${path.join(directory, 'data')}`,
      `--exec-root=${path.join(directory, 'exec')}`,
      `--pidfile=${path.join(directory, 'docker.pid')}`,
      '--shutdown-timeout=5',
      '--log-level=warn',
    ],
    cwd: directory,
    env: process.env,
    run,
    stopTimeoutMs: 30_000,
    onLine,
  });
  let ended = false;
  void child.exited.then(() => {
    ended = true;
  });
  for (const until = Date.now() + timeoutMs; !(await dockerAnswers(host)); await delay(200)) {
    if (!ended && Date.now() < until) continue;
    await child.stop();
    throw new Failure('A Docker engine was started for the tests and does not answer.');
  }
  return {
    ...child,
    host,
    async stop() {
      try {
        if (await dockerAnswers(host)) await removeNetworks(host);
      } finally {
        await child.stop();
      }
      // Network namespaces stay mounted, and their directory could not be removed.
      const places = readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' ')[1] ?? '');
      const own = places.filter((place) => place.startsWith(`${directory}/`)).reverse();
      if (own.length > 0) spawnSync('umount', ['--lazy', ...own], { stdio: 'ignore' });
    },
  };
}

/**
 * Makes the image of the container tests from this machine's busybox, so that no test needs the network.
 * @param {string | undefined} dockerHost @returns {Promise<boolean>} whether it is there now
 */
export async function provideBusybox(dockerHost) {
  if ((await callDocker(dockerHost, 'GET', '/images/busybox:musl/json')).status === 200) return true;
  const busybox = findProgram('busybox');
  if (busybox === null) return false;
  const directory = mkdtempSync(path.join(tmpdir(), 'vexil-busybox-'));
  try {
    const bin = path.join(directory, 'bin');
    for (const folder of ['bin', 'tmp', 'etc']) mkdirSync(path.join(directory, folder));
    cpSync(busybox, path.join(bin, 'busybox'), { dereference: true });
    // Not `--install -s`: its links name the path that busybox has on this machine.
    const { output } = await runTool(busybox, ['--list']);
    for (const applet of output.trim().split('\n')) {
      if (applet !== 'busybox') symlinkSync('busybox', path.join(bin, applet));
    }
    const archive = path.join(directory, 'image.tar');
    await runTool('tar', ['-C', directory, '-cf', archive, 'bin', 'tmp', 'etc']);
    const changes = ['CMD ["sh"]', 'ENV PATH=/bin'].map((change) => `&changes=${encodeURIComponent(change)}`).join('');
    const reply = await callDocker(dockerHost, 'POST', `/images/create?fromSrc=-&repo=busybox&tag=musl${changes}`, {
      body: readFileSync(archive),
      timeoutMs: 60_000,
    });
    return reply.status === 200;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
