import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app';
import { createTestApp, noLimits, type TestApp } from '../../testing/app';
import { nextRequestId } from './request-id';

const pattern = /^[\w-]{12}\.[0-9a-z]+$/;
const limits = noLimits();

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({}, { limits });
});
afterAll(() => test.close());

describe('the id of a request', () => {
  it('is another one for each request and each process', async () => {
    const [first, second] = [nextRequestId(), nextRequestId()];
    expect([first, second]).toEqual([expect.stringMatching(pattern), expect.stringMatching(pattern)]);
    expect(first).not.toBe(second);
    expect(first.split('.')[0]).toBe(second.split('.')[0]);
    // As the module of another process.
    vi.resetModules();
    const other = await import('./request-id');
    expect(other.nextRequestId().split('.')[0]).not.toBe(first.split('.')[0]);
  });

  it.each([
    ['a page', 200, { url: '/healthz' }],
    ['an unknown call', 404, { url: '/api/nothing' }],
    ['a wrong method', 405, { url: '/api/config', method: 'DELETE' }],
    ['an address that cannot be read', 404, { url: '/api/%zz' }],
    ['a call without a session', 401, { url: '/api/team' }],
    [
      'a body that is none',
      400,
      { url: '/api/account/login', method: 'POST', payload: '{', headers: { 'content-type': 'application/json' } },
    ],
  ] as const)('is in the reply to %s', async (_name, status, options) => {
    const reply = await test.send(options);
    expect([reply.status, reply.headers['x-request-id']]).toEqual([status, expect.stringMatching(pattern)]);
  });

  it('is in the reply of a busy server', async () => {
    Object.assign(limits, { runningMax: 0, waitMsMax: 0 });
    const reply = await test.send({ url: '/api/team' });
    Object.assign(limits, noLimits());
    expect([reply.status, reply.headers['x-request-id']]).toEqual([429, expect.stringMatching(pattern)]);
  });

  it('is in a 304, and is never the one that a client sends', async () => {
    const { headers } = await test.send({ url: '/api/config' });
    const known = { 'if-none-match': String(headers.etag), 'x-request-id': 'mine' };
    const reply = await test.send({ url: '/api/config', headers: known });
    expect([reply.status, reply.headers['x-request-id']]).toEqual([304, expect.stringMatching(pattern)]);
  });

  it('is in the reply to what is no HTTP', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('nonsense\r\n\r\n');
    expect(await text(socket)).toMatch(/\r\nX-Request-Id: [\w-]{12}\.[0-9a-z]+\r\n/);
  });

  it('is in the body of a failure and in the log line about it', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const app = await buildApp({ ...test.deps, log: log as never });
    app.get('/broken', async () => {
      throw new Error('broken');
    });
    const reply = await app.inject({ url: '/broken' });
    await app.close();
    const id = reply.headers['x-request-id'];
    expect(reply.json()).toEqual({
      title: 'Something went wrong on our side. It has been logged.',
      status: 500,
      code: 'request.failed',
      requestId: id,
    });
    expect(lines.map((line) => (JSON.parse(line) as { reqId: string }).reqId)).toEqual([id]);
  });
});
