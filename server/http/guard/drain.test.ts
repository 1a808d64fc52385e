import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { lockTable } from '@vexil/db/testing/lock-table';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';

let test: TestApp;
let agent: http.Agent;
let port: number;
beforeEach(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
  agent = new http.Agent({ keepAlive: true });
});
afterEach(async () => {
  agent.destroy();
  await test.close();
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

type Reply = { status: number; connection: string | undefined; body: string };

function get(path: string, as: http.Agent | false = agent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent: as }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body }),
      );
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** Requests for posts wait in the middle of their work from here on. */
const holdPosts = () => lockTable(test.database.sql, 'posts');

const inFlight = (count: number) => vi.waitFor(() => expect(test.app.limiter.inFlight.size).toBe(count), 30_000);

describe('a server that is asked to end', () => {
  it('turns unready first, and serves meanwhile clients that have not noticed', async () => {
    expect(await get('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' });
    // How much fits into a notice depends on the machine, so this one is over when the test says so.
    const { promise: notice, resolve: endNotice } = withResolvers();
    const drained = test.app.drain.run({ notice });
    expect(await get('/readyz')).toMatchObject({ status: 503, connection: 'close', body: '{"status":"stopping"}' });
    expect(await get('/api/posts/latest')).toMatchObject({ status: 200, connection: 'close' });
    expect(await get('/healthz', false)).toMatchObject({ status: 200 });
    endNotice();
    expect(await drained).toBe(0);
    await expect(get('/healthz', false)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('answers every request that it has taken', async () => {
    const release = await holdPosts();
    const asked = Promise.all(Array.from({ length: 30 }, () => get('/api/posts/latest')));
    await inFlight(30);
    const ended = vi.fn();
    const drained = test.app.drain.run({ noticeMs: 0 }).then(ended);
    await vi.waitFor(() => expect(test.app.server.listening).toBe(false), 30_000);
    expect(ended).not.toHaveBeenCalled();
    await release();
    for (const reply of await asked) expect(reply).toMatchObject({ status: 200, connection: 'close' });
    await drained;
    expect(ended).toHaveBeenCalledWith(0);
  });

  it('breaks nothing of clients that send one request after the other', async () => {
    let stopping = false;
    const outcomes: Reply[] = [];
    const clients = Array.from({ length: 8 }, async () => {
      const own = new http.Agent({ keepAlive: true, maxSockets: 1 });
      // As a balancer does: no more to a server that said it leaves.
      while (!stopping) outcomes.push(await get('/api/posts/latest', own));
      own.destroy();
    });
    await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(50), 30_000);
    // How much fits into a notice depends on the machine, so this one is over when the test says so.
    const { promise: notice, resolve: endNotice } = withResolvers();
    const drained = test.app.drain.run({ notice });
    await vi.waitFor(async () => expect((await get('/readyz', false)).status).toBe(503), 30_000);
    stopping = true;
    await Promise.all(clients);
    endNotice();
    expect(await drained).toBe(0);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('waits for no client forever', async () => {
    const release = await holdPosts();
    const asked = get('/api/posts/latest').catch((error: NodeJS.ErrnoException) => error.code);
    await inFlight(1);
    expect(await test.app.drain.run({ noticeMs: 0, finishMs: 100 })).toBe(1);
    expect(await asked).toBe('ECONNRESET');
    await release();
  });
});
