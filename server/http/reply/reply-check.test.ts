import type { Route } from '@vexil/contract/route';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../../testing/app';
import { checkedOneIn } from './reply-check';
import { PartsReply } from './reply-parts';

const route = {
  method: 'GET',
  path: '/api/composed',
  summary: 'Composed',
  access: 'Anonymous',
  reply: z.object({ name: z.string() }),
  errors: [],
} satisfies Route;
const right = new PartsReply([Buffer.from('{"name":"a"}')]);
const foreign = new PartsReply([Buffer.from('{"name":"a","secret":"b"}')]);
const wrong = new PartsReply([Buffer.from('{"name":1}')]);

async function readCount(test: Awaited<ReturnType<typeof createTestApp>>): Promise<string | undefined> {
  const metrics = (await test.app.metrics?.registry.metrics()) ?? '';
  return /^reply_schema_mismatches_total (\d+)$/m.exec(metrics)?.[1];
}

describe('composed replies', () => {
  it('are checked by sample in production, where a mismatch is logged and counted', async () => {
    const test = await createTestApp({ metricsPort: 0, host: '127.0.0.1' });
    const logged: unknown[] = [];
    test.app.log.error = (fields: unknown) => void logged.push(fields);
    test.deps.strict = false;
    test.app.checkParts(route, foreign);
    expect(logged).toEqual([
      expect.objectContaining({ event: 'reply.schema_mismatch', method: 'GET', route: '/api/composed' }),
    ]);
    for (let count = 1; count < checkedOneIn; count += 1) test.app.checkParts(route, wrong);
    expect(await readCount(test)).toBe('1');
    test.app.checkParts(route, wrong);
    expect(await readCount(test)).toBe('2');
    expect(logged).toHaveLength(2);
    await test.close();
  });

  it('are all checked in strict mode', async () => {
    const test = await createTestApp();
    expect(() => test.app.checkParts(route, right)).not.toThrow();
    expect(() => test.app.checkParts(route, foreign)).toThrow('does not name');
    expect(() => test.app.checkParts(route, wrong)).toThrow('does not fit');
    await test.close();
  });
});
