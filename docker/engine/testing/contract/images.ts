import { expect, it } from 'vitest';
import type { ContractBench } from './contract';

export function describeImages(bench: () => ContractBench): void {
  it('knows which images are present', async () => {
    const { engine } = bench();
    await engine.start(bench().spec()).then(({ id }) => engine.stop(id));
    expect(await engine.hasImage(bench().spec().image)).toBe(true);
    expect(await engine.hasImage('registry.invalid/vexil/nothing:1')).toBe(false);
  });

  it('says what it can hold', async ({ skip }) => {
    if (!bench().isReal) return skip();
    const { memoryMiB, cpuTenths } = await bench().engine.capacity();
    expect(memoryMiB).toBeGreaterThan(128);
    expect(cpuTenths).toBeGreaterThanOrEqual(10);
  });
}
