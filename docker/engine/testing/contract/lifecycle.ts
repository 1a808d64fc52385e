import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { askContainer } from '../docker';
import type { ContractBench } from './contract';
import { startReady, waitUntilEnded } from './ready';

/** Start, stop, lists and leftovers. */
export function describeLifecycle(bench: () => ContractBench): void {
  it('answers on its port with its environment and its labels', async () => {
    const env = { FLAG: 'flag{a b "c" $d}', TEAM_ID: '7' };
    const container = await startReady(bench(), bench().spec({ env, labels: { TeamId: '7' } }));
    expect(container).toMatchObject({ state: 'running', exitCode: null, outOfMemory: false, labels: { TeamId: '7' } });
    expect(await askContainer(container, 'env FLAG')).toBe(env.FLAG);
    expect(await askContainer(container, 'env TEAM_ID')).toBe('7');
  });

  it('gives one container to many starts of an id, from two workers', async () => {
    const { engine, another } = bench();
    const spec = bench().spec();
    onTestFinished(() => engine.stop(spec.id));
    const containers = await Promise.all([engine, another, engine, another].map((each) => each.start(spec)));
    expect(new Set(containers.map((one) => one.engineId)).size).toBe(1);
    expect(await engine.start(spec)).toMatchObject({ engineId: containers[0]?.engineId });
    expect((await another.list()).map(({ id }) => id)).toEqual([spec.id]);
  });

  it('replaces a container that ended', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const spec = bench().spec();
    const first = await startReady(bench(), spec);
    await askContainer(first, 'exit');
    const ended = await waitUntilEnded(bench(), spec.id);
    expect(ended.exitCode).not.toBe(0);
    expect((await bench().engine.list()).map(({ id, state }) => ({ id, state }))).toEqual([
      { id: spec.id, state: 'exited' },
    ]);
    const second = await startReady(bench(), spec);
    expect(second.engineId).not.toBe(first.engineId);
    expect(await askContainer(second, 'hello')).toBe('hello');
  });

  it('leaves nothing when a start is called off at any moment', async () => {
    const { engine } = bench();
    await Promise.all(
      [0, 20, 60, 120, 250, 500].map(async (delayMs) => {
        const abort = new AbortController();
        const spec = bench().spec();
        setTimeout(() => abort.abort(), delayMs);
        await engine.start(spec, abort.signal).then(
          () => engine.stop(spec.id),
          (error: unknown) => expect(error).toMatchObject({ code: 'aborted' }),
        );
      }),
    );
    expect(await engine.list()).toEqual([]);
    expect(await engine.removeLeftovers(new Set())).toEqual([]);
  });

  it('calls off a start that is stopped meanwhile, and stops what is missing', async () => {
    const { engine } = bench();
    const spec = bench().spec();
    const calledOff = engine.start(spec).then(
      () => 'started',
      ({ code }) => code,
    );
    await engine.stop(spec.id);
    expect(['aborted', 'started']).toContain(await calledOff);
    await Promise.all([engine.stop(spec.id), engine.stop(spec.id), engine.stop(randomUUID())]);
    expect(await engine.inspect(spec.id)).toBeNull();
  });

  it('removes what no row knows, once, and leaves the rest and its own starts alone', async () => {
    const { engine, another } = bench();
    const [known, stray, starting] = [bench().spec(), bench().spec(), bench().spec()];
    await Promise.all([engine.start(known), another.start(stray)]);
    const start = engine.start(starting);
    const asked: string[][] = [];
    const removed = await engine.removeLeftovers(async (ids) => {
      asked.push(ids);
      return new Set([known.id]);
    });
    expect(removed).toEqual([stray.id]);
    expect(asked.flat()).not.toContain(starting.id);
    await start;
    const left = (await engine.list()).map(({ id }) => id);
    expect(left.sort()).toEqual([known.id, starting.id].sort());
    expect((await engine.removeLeftovers(new Set())).sort()).toEqual(left);
  });

  it('refuses a spec that no engine could honour, and leaves nothing of it', async () => {
    const { engine } = bench();
    await expect(engine.start(bench().spec({ id: 'x' }))).rejects.toMatchObject({ code: 'invalidSpec' });
    await expect(engine.start(bench().spec({ ports: [] }))).rejects.toMatchObject({ code: 'invalidSpec' });
    if (bench().isReal) {
      await expect(engine.start(bench().spec({ runtime: 'no-such-runtime' }))).rejects.toMatchObject({
        code: 'invalidSpec',
      });
    }
    expect(await engine.removeLeftovers(new Set())).toEqual([]);
  });
}
