import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buildAccount } from '@vexil/db/testing/account';
import { lockTable } from '@vexil/db/testing/lock-table';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { bodyMsMax, drainMsMax, unfinishedMax, uploadWindowMs } from './limits';

let test: TestApp;
let proxied: TestApp;
const ports = new Map<TestApp, number>();
const open: Socket[] = [];

beforeAll(async () => {
  test = await createTestApp();
  proxied = await createTestApp({ trustProxy: ['127.0.0.1'] });
  for (const one of [test, proxied]) ports.set(one, Number(new URL(await listen(one.app)).port));
});
afterAll(() => Promise.all([test.close(), proxied.close()]));
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await vi.waitFor(() => expect([test, proxied].map(({ app }) => app.unfinished.size)).toEqual([0, 0]), 30_000);
});

interface Client {
  socket: Socket;
  /** All that came so far. */
  received(): string;
  /** Resolves with all that came when the server has closed the connection. */
  closed: Promise<string>;
}

async function begin(text: string, from = '127.0.0.1', at = test): Promise<Client> {
  const socket = connect({ host: '127.0.0.1', port: ports.get(at) ?? 0, localAddress: from });
  open.push(socket);
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    received += piece;
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close').then(() => received);
  await once(socket, 'connect');
  if (text !== '') await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { socket, received: () => received, closed };
}

const unfinished = (count: number, at = test) => vi.waitFor(() => expect(at.app.unfinished.size).toBe(count), 30_000);
const later = (ms: number) => test.app.unfinished.sweep(performance.now() + ms);

const request = (line: string, headers: string[], body = '') =>
  `${[`${line} HTTP/1.1`, 'Host: vexil.test', ...headers].join('\r\n')}\r\n\r\n${body}`;
const login = (...more: string[]) =>
  request('POST /api/account/login', ['Content-Type: application/json', 'Content-Length: 500', ...more], '{');

const refusal = (status: number, code: string) => new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*"code":"${code}"`);
const answered = (client: Client, pattern: RegExp) =>
  vi.waitFor(() => expect(client.received()).toMatch(pattern), 30_000);

describe('a body that does not come', () => {
  it('is answered 408 after its time, and the connection closed', async () => {
    const client = await begin(login());
    await unfinished(1);
    later(bodyMsMax - 1000);
    expect(client.received()).toBe('');
    later(bodyMsMax);
    const text = await client.closed;
    expect(text).toMatch(refusal(408, 'request.timeout'));
    expect(text).toMatch(/^connection: close\r$/im);
  });

  it('is answered 408 where it is an upload below the least rate', async () => {
    const cookie = await test.signIn(await buildAccount(test.db));
    const headers = [`Cookie: ${cookie}`, 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000'];
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx';
    const clients = await Promise.all([
      begin(request('PUT /api/account/avatar', headers)),
      begin(request('PUT /api/account/avatar', headers, part)),
    ]);
    await unfinished(2);
    later(uploadWindowMs);
    for (const client of clients) expect(await client.closed).toMatch(refusal(408, 'request.timeout'));
  });

  it('takes no slot, and does so when it has come', async () => {
    const client = await begin(login());
    await unfinished(1);
    expect([test.app.limiter.queues.requests.running, test.app.limiter.inFlight.size]).toEqual([0, 1]);
    client.socket.write(`"a":1${' '.repeat(493)}}`);
    await answered(client, refusal(400, 'request.invalid'));
    expect(test.app.unfinished.size).toBe(0);
  });
});

describe('a body that comes together with its headers', () => {
  it('is never listed, however long its caller is looked up', async () => {
    const release = await lockTable(test.database.sql, 'sessions');
    try {
      const headers = ['Content-Type: application/json', 'Content-Length: 2', 'Cookie: GZCTF_Token=made-up'];
      const client = await begin(request('POST /api/account/login', headers, '{}'));
      await vi.waitFor(() => expect(test.app.limiter.inFlight.size).toBe(1), { interval: 1, timeout: 30_000 });
      await new Promise(setImmediate);
      expect(test.app.unfinished.size).toBe(0);
      await release();
      await answered(client, refusal(400, 'request.invalid'));
    } finally {
      await release();
    }
  });
});

describe('many bodies from one address', () => {
  it('are all read where they have arrived, however long their callers are looked up', async () => {
    const release = await lockTable(test.database.sql, 'sessions');
    try {
      const clients: Client[] = [];
      for (let index = 0; index < unfinishedMax.address + 20; index += 1) {
        const client = await begin(login(`Cookie: GZCTF_Token=made-up-${index}`));
        client.socket.write(`"a":1${' '.repeat(493)}}`);
        clients.push(client);
      }
      await release();
      for (const client of clients) await answered(client, refusal(400, 'request.invalid'));
    } finally {
      await release();
    }
  });
});

describe('a refusal that needs no body', () => {
  it('comes before the body, whose rest is read for a short time only', async () => {
    const client = await begin(
      request('POST /api/team', ['Content-Type: application/json', 'Content-Length: 500'], '{'),
    );
    await answered(client, refusal(401, 'account.unauthenticated'));
    later(0);
    later(drainMsMax - 1000);
    expect(client.socket.destroyed).toBe(false);
    later(drainMsMax + 1000);
    await client.closed;
  });

  it('leaves the connection to senders that finish', async () => {
    const client = await begin(
      request('POST /api/team', ['Content-Type: application/json', 'Content-Length: 500'], '{'),
    );
    await answered(client, refusal(401, 'account.unauthenticated'));
    client.socket.write(`${' '.repeat(499)}${request('GET /healthz', [])}`);
    await answered(client, /HTTP\/1\.1 200 /);
  });

  it('is seen by a sender of a body that is too large', async () => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`http://127.0.0.1:${ports.get(test)}/api/account/login`, {
      method: 'POST',
      headers,
      body: ' '.repeat(4 * 1024 * 1024),
    });
    expect([reply.status, await reply.json()]).toEqual([
      413,
      { title: 'The request is larger than 32 KiB.', status: 413, code: 'request.tooLarge' },
    ]);
  });
});

describe('unfinished requests of one sender', () => {
  it('are limited per address: the oldest gives way', async () => {
    const oldest = await begin(login());
    await unfinished(1);
    const others = await Promise.all(Array.from({ length: unfinishedMax.address - 1 }, () => begin(login())));
    await unfinished(unfinishedMax.address);
    const elsewhere = await begin(login(), '127.0.0.2');
    await unfinished(unfinishedMax.address + 1);
    expect(oldest.received()).toBe('');
    others.push(await begin(login()), elsewhere);
    expect(await oldest.closed).toMatch(refusal(408, 'request.timeout'));
    expect(others.map((client) => client.received()).join('')).toBe('');
  });

  it('are limited per account, whatever the address', async () => {
    const cookie = `Cookie: ${await test.signIn(await buildAccount(test.db))}`;
    const stranger = await begin(login());
    const oldest = await begin(login(cookie));
    await unfinished(2);
    const others = await Promise.all(
      Array.from({ length: unfinishedMax.account }, (_, index) => begin(login(cookie), `127.0.0.${2 + (index % 5)}`)),
    );
    expect(await oldest.closed).toMatch(refusal(408, 'request.timeout'));
    expect([stranger, ...others].map((client) => client.received()).join('')).toBe('');
  });

  it('count for the address that a trusted proxy names', async () => {
    const as = (address: string) => begin(login(`X-Forwarded-For: ${address}`), '127.0.0.1', proxied);
    const other = await as('2001:db8:0:1::1');
    await unfinished(1, proxied);
    const oldest = await as('2001:db8::1');
    await unfinished(2, proxied);
    await Promise.all(Array.from({ length: unfinishedMax.address }, (_, index) => as(`2001:db8::${index + 2}`)));
    expect(await oldest.closed).toMatch(refusal(408, 'request.timeout'));
    expect(other.received()).toBe('');
  });
});
