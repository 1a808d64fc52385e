import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app';
import { createTestApp, type TestApp } from '../../testing/app';
import { inventedAddress } from './forwarded-warning';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** The warnings of a server that gets a request with each of these headers. */
async function warningsOf(trustProxy: boolean | number, headers: Record<string, string>[]): Promise<string[]> {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp({ ...test.deps, config: { ...test.deps.config, trustProxy }, log: log as never });
  for (const one of headers) await app.inject({ url: '/healthz', headers: one });
  await app.close();
  // A busy machine is a subject of its own.
  return lines.filter((line) => !line.includes('"limiter.refused"'));
}

describe('forwarded headers', () => {
  it.each(['x-forwarded-for', 'x-forwarded-proto', 'forwarded'])(
    'are warned of once while no proxy is trusted: %s',
    async (name) => {
      const warnings = await warningsOf(false, [{}, { [name]: 'https' }, { [name]: 'https' }, { forwarded: 'for=x' }]);
      expect(warnings).toEqual([expect.stringMatching(new RegExp(`"header":"${name}".*set TRUST_PROXY to`))]);
    },
  );

  it('are expected from a trusted proxy', async () => {
    expect(await warningsOf(1, [{ 'x-forwarded-for': '192.0.2.1' }])).toEqual([]);
  });

  it('are warned of at the start where those of every client are believed', async () => {
    expect(await warningsOf(true, [])).toEqual([expect.stringContaining('TRUST_PROXY=true believes every sender')]);
  });

  it('of the check of the public address are not warned of, but what a proxy adds to them is', async () => {
    expect(await warningsOf(false, [{ 'x-forwarded-for': inventedAddress }])).toEqual([]);
    const added = { 'x-forwarded-for': `${inventedAddress}, 198.51.100.7` };
    expect(await warningsOf(false, [added])).toHaveLength(1);
  });

  it('that are not there are not warned of', async () => expect(await warningsOf(0, [{}, {}])).toEqual([]));
});
