import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeKeptInstances } from './kept-instances.mjs';

async function engineWith(containers: number): Promise<string> {
  const engine = createServer(({ url = '' }, response) => {
    const filters = JSON.parse(new URL(url, 'http://engine').searchParams.get('filters') ?? '{}');
    const isAsked = filters.label[0] === 'vexil.deployment=vexil-1' && filters.status[0] === 'running';
    response.end(JSON.stringify(Array.from({ length: isAsked ? containers : 0 }, () => ({}))));
  });
  onTestFinished(() => void engine.close());
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  return `tcp://127.0.0.1:${(engine.address() as AddressInfo).port}`;
}

describe('instances that outlive the platform', () => {
  it.each([
    [1, 'One container keeps running in Docker'],
    [12, '12 containers keep running in Docker'],
  ])('are named when it stops: %i', async (count, words) => {
    const text = await describeKeptInstances(await engineWith(count), 'vexil-1');
    expect(text).toContain(words);
    expect(text).toContain('docker rm -f $(docker ps -q --filter label=vexil.deployment=vexil-1)');
  });

  it('are not named where there are none, of another deployment, or without an engine', async () => {
    expect(await describeKeptInstances(await engineWith(0), 'vexil-1')).toBeNull();
    expect(await describeKeptInstances(await engineWith(3), 'vexil-2')).toBeNull();
    expect(await describeKeptInstances('tcp://127.0.0.1:1', 'vexil-1')).toBeNull();
  });
});
