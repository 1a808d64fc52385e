import { once } from 'node:events';
import { connect } from 'node:net';
import { errorCatalogue } from '@vexil/contract/errors';
import { buildAccount } from '@vexil/db/testing/account';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import type { InFlightRequest } from './limiter/in-flight';
import { addressLengthMax } from './limits';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await createTestApp({ rateLimit: true });
  port = Number(new URL(await listen(test.app)).port);
});
afterAll(() => test.close());
afterEach(() => {
  vi.restoreAllMocks();
});

/** What requests cost from now on: slots and budgets. */
function watchCosts(): () => unknown[] {
  const { requests, background } = test.app.limiter.queues;
  const slots = [requests, background].map((queue) => vi.spyOn(queue, 'enter'));
  const statements = vi.spyOn(test.app.deps.redis, 'eval');
  return () => [
    ...slots.flatMap(({ mock }) => mock.calls.map(([one]) => (one as InFlightRequest).request.url)),
    ...statements.mock.calls.flat().filter((word) => String(word).includes('rate:')),
  ];
}

const upgradeHeaders = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** Everything that comes until the server closes the connection. */
async function ask(line: string, headers: readonly string[] = []): Promise<{ status: number; code?: string }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    received += piece;
  });
  socket.write(`${[`${line} HTTP/1.1`, 'Host: vexil.test', ...headers].join('\r\n')}\r\n\r\n`);
  await once(socket, 'end');
  socket.destroy();
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  return { status, ...(body ? { code: JSON.parse(body).code as string } : {}) };
}

const long = 'a'.repeat(addressLengthMax);

describe('an upgrade', () => {
  it('is refused at every address that has none, without a slot, and the connection ends', async () => {
    const costs = watchCosts();
    const urls = new Set(
      test.app.registered
        .filter(({ url, route }) => !route?.upgrade && !url.startsWith('/hub/'))
        .map(({ url }) => url.replace(/:\w+/g, '1').replace('*', 'x')),
    );
    expect(urls.size).toBeGreaterThan(150);
    const answers = await Promise.all(
      [...urls].map(async (url) => [url, (await ask(`GET ${url}`, upgradeHeaders)).status]),
    );
    expect(answers.filter(([, status]) => status !== 400 && status !== 404)).toEqual([]);
    expect(costs()).toEqual([]);
    expect(test.app.limiter.inFlight.size).toBe(0);
  });

  it.each([
    ['GET /api/team', 400, 'request.upgradeRefused'],
    ['GET /healthz', 400, 'request.upgradeRefused'],
    ['GET /hub/unknown', 404, 'request.notFound'],
    ['GET /games/1', 404, 'request.notFound'],
    ['POST /hub/user/negotiate', 400, 'request.upgradeRefused'],
    ['HEAD /api/team', 400, undefined],
    ['GET /hub/user?id=unknown', 404, 'request.notFound'],
    ['GET /hub/user?access_token=unknown', 401, 'token.invalid'],
  ])('of %s ends with %i', async (line, status, code) => {
    expect(await ask(line, upgradeHeaders)).toEqual({ status, ...(code ? { code } : {}) });
  });

  it('is accepted by a hub, whose slot is free again at once', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${['GET /hub/user HTTP/1.1', 'Host: vexil.test', ...upgradeHeaders].join('\r\n')}\r\n\r\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 101 /);
    expect([test.app.limiter.inFlight.size, test.app.limiter.queues.requests.running]).toEqual([0, 0]);
    socket.destroy();
  });
});

describe('an address', () => {
  it.each([
    ['of a call', `/api/config?a=${long}`],
    ['that nothing answers', `/${long}`],
    ['of a page', `/a${'.'.repeat(15_000)}/b`],
    ['whose parameter is too long for the router', `/api/team/${long}`],
    ['that cannot be decoded', `/${'%ff'.repeat(700)}`],
    ['of a container', `/api/proxy/${long}`],
  ])('is refused when it is too long: one %s', async (_name, url) => {
    const account = await buildAccount(test.db);
    const costs = watchCosts();
    const reply = await test.send({ url, as: account, headers: { accept: 'text/html' } });
    expectError(reply, 'request.addressTooLong');
    expect(reply).toMatchObject({ status: 414, body: { title: expect.stringContaining('2 KiB') } });
    expect(costs()).toEqual([]);
  });

  it('may have every character of the limit', async () => {
    const url = '/api/config?a=';
    const reply = await test.send({ url: url + 'a'.repeat(addressLengthMax - url.length) });
    expect(reply.status).toBe(200);
  });

  it.each([
    ['a longer address', `GET /${'a'.repeat(20_000)}`, [], 'request.addressTooLong'],
    ['larger headers', 'GET /', [`X: ${'a'.repeat(20_000)}`], 'request.headersTooLarge'],
    [
      'many headers',
      'GET /',
      Array.from({ length: 400 }, (_, at) => `X-${at}: ${'a'.repeat(50)}`),
      'request.headersTooLarge',
    ],
  ] as const)('and headers are refused by the reader of requests: %s', async (_name, line, headers, code) => {
    expect(await ask(line, headers)).toEqual({ status: errorCatalogue[code].status, code });
  });
});

describe('unknown addresses', () => {
  it.each(['/api/nothing', '/nothing/at/all', '/nothing.txt'])('spend the budget of their sender: %s', async (url) => {
    const costs = watchCosts();
    await test.send({ url, remoteAddress: '192.0.2.1', headers: { accept: 'text/html' } });
    expect(costs()).toContain(`${test.deps.keyPrefix}rate:general:address:192.0.2.1`);
    const key = `${test.deps.keyPrefix}rate:general:address:192.0.2.2`;
    await test.deps.redis.set(key, 3000, 'PX', 60_000);
    const reply = await test.send({ url, remoteAddress: '192.0.2.2', headers: { accept: 'text/html' } });
    expectError(reply, 'request.tooMany');
  });
});
