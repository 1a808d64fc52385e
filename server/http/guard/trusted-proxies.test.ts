import type { Config } from '@vexil/runtime/config';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { trustedProxies } from './trusted-proxies';

/** The address that a request seems to come from, whose connection is from `peer`. */
async function addressOf(trust: Config['trustProxy'], peer: string, forwardedFor: string): Promise<string> {
  const app = Fastify({ trustProxy: trustedProxies(trust) ?? false });
  app.get('/', async ({ ip }) => ip);
  const reply = await app.inject({ url: '/', remoteAddress: peer, headers: { 'x-forwarded-for': forwardedFor } });
  await app.close();
  return reply.body;
}

describe('trustedProxies', () => {
  it.each([
    [false, '10.0.0.1'],
    [0, '10.0.0.1'],
    [1, '192.0.2.7'],
    [2, '203.0.113.5'],
    [true, '203.0.113.5'],
  ] as const)('%s, where a client behind one proxy names another address, sees %s', async (trust, address) => {
    expect(await addressOf(trust, '10.0.0.1', '203.0.113.5, 192.0.2.7')).toBe(address);
  });

  it('believes proxies at their addresses only', async () => {
    expect(await addressOf(['10.0.0.0/8', 'loopback'], '10.0.0.1', '203.0.113.5, 127.0.0.1')).toBe('203.0.113.5');
    expect(await addressOf(['10.0.0.0/8'], '192.0.2.1', '203.0.113.5')).toBe('192.0.2.1');
  });
});
