import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProxyLine } from './proxy-protocol';

const server = createServer();
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** What is read after each part was received by itself. */
async function read(...parts: string[]) {
  const client = connect({ port, host: '127.0.0.1', noDelay: true });
  const [socket] = (await once(server, 'connection')) as [Socket];
  const result = readProxyLine(socket);
  result.catch(() => {});
  let sent = 0;
  for (const part of parts) {
    client.write(part);
    sent += part.length;
    while (socket.bytesRead < sent) await new Promise(setImmediate);
  }
  const found = await result.finally(() => client.end());
  let rest = '';
  for await (const chunk of socket) rest += chunk;
  return { found, rest };
}

describe('readProxyLine', () => {
  it.each([
    [['PROXY TCP4 203.0.113.9 192.0.2.1 50001 443\r\nhello'], '203.0.113.9', 50_001],
    [['PROXY TCP6 2001:db8::1 2001:db8::2 7 443\r\nhello'], '2001:db8::1', 7],
    [['PR', 'OXY TCP4 203.0.113.9 192.0.2.1 5', '0001 443\r', '\nhel', 'lo'], '203.0.113.9', 50_001],
  ])('reads %j', async (parts, address, number) => {
    expect(await read(...parts)).toEqual({ found: { address, port: number }, rest: 'hello' });
  });

  it.each(['\x16\x03\x01hello', 'PROXIED', 'P_'])('gives %j back', async (text) => {
    expect(await read(text)).toEqual({ found: null, rest: text });
  });

  it.each([
    'PROXY UNKNOWN\r\n',
    'PROXY TCP4 nonsense 192.0.2.1 1 2\r\n',
    `PROXY TCP4 ${'1'.repeat(120)}`,
    'PROXY TCP4 203.0.113.9 192.0.2.1 50001\r\n',
  ])('refuses %j', async (text) => {
    await expect(read(text)).rejects.toThrow('malformed');
  });
});
