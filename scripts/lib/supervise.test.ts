import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDirectory } from '../testing/program';
import { startChild } from './child.mjs';
import { stopLeftovers } from './leftovers.mjs';
import { processIdentity } from './process-identity.mjs';
import { supervise } from './supervise.mjs';

const forever = "console.log('up'); setInterval(() => {}, 1000)";

/** Starts a program and waits until it runs. */
async function start(code: string, run: string, name = 'worker') {
  let up = () => {};
  const runs = new Promise<void>((resolve) => {
    up = resolve;
  });
  const child = await startChild({
    name,
    command: process.execPath,
    args: ['-e', code],
    cwd: run,
    env: {},
    run,
    onLine: () => up(),
  });
  onTestFinished(() => child.abandon());
  await runs;
  return child;
}

describe('supervise', () => {
  it('starts a program again that was killed, until it is stopped', async () => {
    const run = makeDirectory();
    const first = await start(forever, run);
    let again = (_pid: number | undefined) => {};
    const restarted = new Promise<number | undefined>((resolve) => {
      again = resolve;
    });
    const supervised = supervise(first, async () => {
      const child = await start(forever, run);
      again(child.pid);
      return child;
    });
    first.abandon();
    const pid = await restarted;
    expect(pid).not.toBe(first.pid);
    await supervised.stop();
    expect(processIdentity(pid ?? 0)).toBeNull();
  });

  it('kills a program that does not end when asked', async () => {
    const run = makeDirectory();
    const child = await startChild({
      name: 'worker',
      command: process.execPath,
      args: ['-e', `process.on('SIGTERM', () => {}); ${forever}`],
      cwd: run,
      env: {},
      run,
      stopTimeoutMs: 100,
      onLine: () => child.stop(),
    });
    expect(await child.exited).toMatchObject({ signal: 'SIGKILL' });
  });
});

describe('stopLeftovers', () => {
  it('ends what a start that was killed left running', async () => {
    const run = makeDirectory();
    const children = [await start(forever, run, 'server'), await start(forever, run, 'redis')];
    await stopLeftovers(run, ['server', 'redis']);
    for (const { pid } of children) expect(processIdentity(pid ?? 0)).toBeNull();
  });
});
