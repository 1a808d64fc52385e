import { describe, expect, it } from 'vitest';
import { runCode } from '../testing/program';

/** A command that, as those that have children do, does not end by itself. */
const program = (main: string, run = 'runUntilStopped') =>
  runCode(`
  import { setTimeout as delay } from 'node:timers/promises';
  import { Failure } from 'lib/failure.mjs';
  import * as lifecycles from 'lib/lifecycle.mjs';
  const alive = () => { setInterval(() => {}, 1000); console.log('up'); };
  const stop = (name) => async () => { await delay(5); console.log('stopped ' + name); };
  await lifecycles.${run}(async (lifecycle) => { ${main} });
`);

const three = "for (const name of ['postgres', 'worker', 'server']) lifecycle.onStop(stop(name));";

const stopped = (output: string) => [...output.matchAll(/stopped (\w+)/g)].map(([, name]) => name);

describe('runCommand', () => {
  it('stops what was started, the last first, on a signal', async () => {
    const { child, output, prints, ended } = program(`${three} alive(); await lifecycle.ended;`);
    await prints('up');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(stopped(output())).toEqual(['server', 'worker', 'postgres']);
  });

  it('fails on a signal, unless it runs until it is stopped', async () => {
    const { child, prints, ended } = program('alive(); await lifecycle.ended;', 'runCommand');
    await prints('up');
    child.kill('SIGTERM');
    expect(await ended).toBe(130);
  });

  it('takes a signal that comes twice at once, as npm and a terminal send it, for one', async () => {
    const { child, output, prints, ended } = program(`${three} alive(); await lifecycle.ended;`);
    await prints('up');
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(stopped(output())).toHaveLength(3);
  });

  it('leaves at once at a second signal, and gives up what hangs', async () => {
    const { child, output, prints, ended } = program(`
      lifecycle.onStop(() => new Promise(() => {}), () => console.log('abandoned'));
      process.on('SIGTERM', () => setTimeout(() => console.log('hangs'), 900));
      alive();
      await lifecycle.ended;`);
    await prints('up');
    child.kill('SIGTERM');
    await prints('hangs');
    child.kill('SIGTERM');
    expect(await ended).toBe(130);
    expect(output()).toContain('abandoned');
  });

  it('shows a failure as its message alone and stops what was started before it', async () => {
    const { output, ended } = program(`${three} throw new Failure('There is no room.');`);
    expect(await ended).toBe(1);
    expect(output()).toBe('There is no room.\nstopped server\nstopped worker\nstopped postgres\n');
  });
});
