import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { EngineError, RunSpec } from '../../src/engine';
import { askContainer } from '../docker';
import type { ContractBench } from './contract';
import { startReady } from './ready';

/** Runs to the end in the network of an instance. */
export function describeRuns(bench: () => ContractBench): void {
  const runSpec = (target: string, env: Record<string, string>, changes: Partial<RunSpec> = {}): RunSpec => ({
    id: randomUUID(),
    target,
    image: bench().spec().image,
    env,
    memoryMiB: 32,
    cpuTenths: 5,
    timeoutMs: 60_000,
    outputBytesMax: 4096,
    ...changes,
  });

  it.for(['Open', 'Isolated', 'Custom'] as const)(
    'runs beside an instance that it reaches as main, in the mode %s',
    async (networkMode, { skip }) => {
      if (!bench().isReal) return skip();
      const { id } = await startReady(bench(), bench().spec({ networkMode, env: { FLAG: 'flag{inside}' } }));
      const solve = 'echo env FLAG | nc main 9000; echo done >&2; exit 4';
      const result = await bench().engine.run(runSpec(id, { START: 'script', SCRIPT: solve }));
      expect(result).toMatchObject({ exitCode: 4, timedOut: false });
      expect(result.output.split('\n').sort()).toEqual(['', 'done', 'flag{inside}', 'starting as script']);
      expect(result.endedAt.getTime()).toBeGreaterThanOrEqual(result.startedAt.getTime());
    },
  );

  it('runs a command instead of what the image starts', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const { id } = await startReady(bench(), bench().spec());
    const command = ['sh', '-c', 'echo "$1 on $PORT"', 'sh', 'two words'];
    const result = await bench().engine.run(runSpec(id, { PORT: '9000' }, { command }));
    expect(result).toMatchObject({ exitCode: 0, output: 'two words on 9000\n' });
  });

  it('ends a run at its time limit, keeps the end of its output, and leaves nothing of it', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const { id } = await startReady(bench(), bench().spec());
    const chatter = 'seq 1 2000; sleep 600';
    const limits = { timeoutMs: 4_000, outputBytesMax: 10 };
    const result = await bench().engine.run(runSpec(id, { START: 'script', SCRIPT: chatter }, limits));
    expect(result).toMatchObject({ exitCode: null, timedOut: true, output: '1999\n2000\n' });
    expect(await bench().engine.list()).toHaveLength(1);
    expect(await bench().engine.inspect(id)).toMatchObject({ state: 'running' });
  });

  it('ends a run when it is called off, or when its instance is stopped', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const container = await startReady(bench(), bench().spec());
    const { id } = container;
    const beginRun = async (signal?: AbortSignal) => {
      const env = { START: 'script', SCRIPT: 'echo do touch /tmp/seen | nc main 9000; sleep 600' };
      const { run } = bench().engine;
      const outcome = run(runSpec(id, env), signal).then(
        ({ exitCode }) => exitCode,
        ({ code }: EngineError) => code,
      );
      await expect.poll(() => askContainer(container, 'do rm /tmp/seen && echo yes'), { timeout: 60_000 }).toBe('yes');
      return { outcome };
    };
    const abort = new AbortController();
    const calledOff = await beginRun(abort.signal);
    abort.abort();
    expect(await calledOff.outcome).toBe('aborted');
    const orphaned = await beginRun();
    await bench().engine.stop(id);
    expect([137, 143, 'notRunning']).toContain(await orphaned.outcome);
    expect(await bench().engine.list()).toEqual([]);
  });

  it('refuses a run beside an instance that does not run', async () => {
    await expect(bench().engine.run(runSpec(randomUUID(), {}))).rejects.toMatchObject({ code: 'notRunning' });
    for (const changes of [{ timeoutMs: 0 }, { command: [] }]) {
      const broken = runSpec(randomUUID(), {}, changes);
      await expect(bench().engine.run(broken)).rejects.toMatchObject({ code: 'invalidSpec' });
    }
  });
}
