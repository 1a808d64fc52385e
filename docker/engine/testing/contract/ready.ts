import { onTestFinished } from 'vitest';
import { type ContainerSpec, EngineError, type RunningContainer } from '../../src/engine';
import { waitUntilReady } from '../../src/probe';
import type { ContractBench } from './contract';

/** Starts the container, waits until it answers, and removes it with the test. */
export async function startReady({ engine }: ContractBench, spec: ContainerSpec): Promise<RunningContainer> {
  onTestFinished(() => engine.stop(spec.id, { atOnce: true }));
  const container = await engine.start(spec);
  await waitUntilReady(engine, container, { timeoutMs: 60_000 });
  return container;
}

/** Resolves with the state once the instance has ended. */
export async function waitUntilEnded({ engine }: ContractBench, id: string): Promise<RunningContainer> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const now = await engine.inspect(id);
    if (now?.state === 'exited') return now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new EngineError('unreachable', 'The container did not end.');
}
