import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { containers, type NewContainerRow } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createTestApp, startServer, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { startTcpService } from '../../testing/tcp';
import type { RelayTap } from '../capture-recorder/relay-tap';

const domain = { protocol: 'http' as const, host: 'play.test', port: 80 };

let test: TestApp;
let port: number;
let row: Pick<NewContainerRow, 'gameId' | 'challengeId' | 'participationId'>;
let token: string;
let host: string;
let seen: { method?: string | undefined; url?: string | undefined; headers: string[]; body: Buffer }[];
const closing: (() => unknown)[] = [];
const recorded = { isOn: false, client: '', container: '', ends: [] as string[] };

beforeAll(async () => {
  test = await createTestApp({ containerDomain: domain, trustProxy: false });
  test.deps.openTap = (): RelayTap | null =>
    recorded.isOn
      ? {
          fromClient: (chunk) => {
            recorded.client += chunk.toString('latin1');
          },
          fromContainer: (chunk) => {
            recorded.container += chunk.toString('latin1');
          },
          end: (reason) => recorded.ends.push(reason),
        }
      : null;
  port = Number(new URL(await listen(test.app)).port);
  const { id: gameId } = await buildGame(test.db);
  const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer' });
  const { participation } = await buildParticipation(test.db, { gameId });
  row = { gameId, challengeId: challenge.id, participationId: participation.id };
});
beforeEach(() => {
  token = randomBytes(16).toString('hex');
  host = `${token}.play.test`;
  seen = [];
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await test.db.delete(containers);
});
afterAll(() => test.close());

async function insert(values: Partial<NewContainerRow>): Promise<void> {
  await test.db.insert(containers).values({
    ...row,
    kind: 'Team',
    image: 'x',
    state: 'running',
    isProxy: true,
    hostToken: token,
    internalHost: '127.0.0.1',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...values,
  });
}

/** A web challenge; what it receives is in `seen`. */
async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, rawHeaders: headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks) });
      handle(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await insert({ internalPort: (server.address() as AddressInfo).port });
  return server;
}

interface Reply {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  raw: string[];
  body: string;
}

/** One request with the host name of the instance. */
async function ask(path: string, options: RequestOptions & { body?: Buffer; at?: number } = {}): Promise<Reply> {
  const { body, headers, at = port, ...rest } = options;
  const request = httpRequest({ host: '127.0.0.1', port: at, path, headers: { host, ...headers }, ...rest });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode: status, rawHeaders: raw } = response;
  return { status, headers: response.headers, raw, body: Buffer.concat(chunks).toString('latin1') };
}

describe('a request for an instance by its name', () => {
  it('reaches the container as it was sent, and gives its reply as it is', async () => {
    await serve((_request, response) => {
      response.sendDate = false;
      response.writeHead(418, 'Short and Stout', ['X-Odd-Case', '1', 'x-odd-case', '2', 'Content-Type', 'text/x-odd']);
      response.end('tea');
    });
    const reply = await ask('/a%2Fb/../c?q=%zz&é'.replace('é', '%C3%A9'), {
      method: 'PATCH',
      headers: { host: `${host}:8080`, 'X-Forwarded-For': '127.0.0.1', 'X-Thing': 'a' },
      body: Buffer.from('body'),
    });
    expect(reply).toMatchObject({ status: 418, body: 'tea' });
    expect(reply.raw.slice(0, 6)).toEqual(['X-Odd-Case', '1', 'x-odd-case', '2', 'Content-Type', 'text/x-odd']);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'PATCH', url: '/a%2Fb/../c?q=%zz&%C3%A9', body: Buffer.from('body') });
    expect(seen[0]?.headers).toEqual(expect.arrayContaining(['host', `${host}:8080`, 'X-Forwarded-For', '127.0.0.1']));
  });

  it('streams both ways: a body of 32 MiB, and events one by one', async () => {
    const bytes = randomBytes(32 * 1024 * 1024);
    const hash = (data: Buffer | string) =>
      createHash('sha256')
        .update(typeof data === 'string' ? Buffer.from(data, 'latin1') : data)
        .digest('hex');
    await serve((request, response) => {
      if (request.url === '/upload') return response.end(seen.at(-1)?.body);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
      return setImmediate(() => response.write('data: 2\n\n'));
    });
    const reply = await ask('/upload', { method: 'POST', body: bytes });
    expect(hash(reply.body)).toBe(hash(bytes));
    const request = httpRequest({ host: '127.0.0.1', port, path: '/events', headers: { host } });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let events = '';
    response.on('data', (chunk) => {
      events += chunk;
    });
    await vi.waitFor(() => expect(events).toBe('data: 1\n\ndata: 2\n\n'), 30_000);
    request.destroy();
    await vi.waitFor(() => expect(test.app.relays.all()).toEqual([]), 30_000);
  });

  it('never hands on the cookie of the platform, nor takes one for other instances', async () => {
    await serve((_request, response) => {
      response.setHeader('Set-Cookie', ['a=1; Domain=play.test; HttpOnly', 'b=2']);
      response.end();
    });
    const account = await buildAccount(test.db);
    const cookie = `${await test.signIn(account)}; own=1`;
    const reply = await ask('/', { headers: { cookie } });
    expect(reply.headers['set-cookie']).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(seen[0]?.headers.join()).toContain('own=1');
    expect(seen[0]?.headers.join()).not.toContain('GZCTF_Token');
  });

  it('goes to the port that the name says', async () => {
    const server = await serve((_request, response) => response.end('admin'));
    await test.db.delete(containers);
    const { port: hostPort } = server.address() as AddressInfo;
    const at = { port: 1, kind: 'http' as const, publicPort: null, host: '127.0.0.1' };
    await insert({
      ports: [
        { ...at, name: 'main', hostPort: 1 },
        { ...at, name: 'admin-page', hostPort },
      ],
    });
    expect((await ask('/', { headers: { host: `${token}-admin-page.play.test` } })).body).toBe('admin');
    expect((await ask('/', { headers: { host: `${token}-root.play.test` } })).status).toBe(404);
    expect((await ask('/')).status).toBe(502);
  });

  it('keeps its connection for more requests, to the platform too', async () => {
    await serve((_request, response) => response.end('one'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    closing.push(() => agent.destroy());
    const ports: (number | undefined)[] = [];
    agent.on('free', (socket) => ports.push(socket.localPort));
    expect((await ask('/', { agent })).body).toBe('one');
    expect((await ask('/healthz', { agent, headers: { host: 'ctf.test' } })).status).toBe(200);
    expect((await ask('/', { agent })).body).toBe('one');
    expect(new Set(ports).size).toBe(1);
  });

  it('opens WebSockets, whose bytes pass both ways', async () => {
    const server = await serve(() => {});
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket, request) => {
      seen.push({ headers: request.rawHeaders, body: Buffer.alloc(0) });
      socket.send('hello');
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    });
    const client = new WebSocket(`ws://127.0.0.1:${port}/socket`, 'chat', {
      headers: { host, cookie: 'GZCTF_Token=x' },
    });
    const messages: Buffer[] = [];
    client.on('message', (data: Buffer) => messages.push(data));
    await once(client, 'open');
    expect(client.protocol).toBe('chat');
    const bytes = randomBytes(3_000_000);
    client.send(bytes);
    await vi.waitFor(() => expect(messages).toHaveLength(2), 30_000);
    expect(String(messages[0])).toBe('hello');
    expect(messages[1]?.equals(bytes)).toBe(true);
    expect(seen[0]?.headers.join()).not.toContain('GZCTF_Token');
    const closed = once(client, 'close');
    client.close(1000, 'bye');
    expect((await closed)[0]).toBe(1000);
    await vi.waitFor(() => expect(test.app.relays.all()).toEqual([]), 30_000);
    sockets.close();
  });

  it('ends the connection when a container refuses an upgrade, so that no other request can follow on it', async () => {
    await serve((_request, response) => response.end('no upgrade'));
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const ask = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    // What a proxy in front would send next on a connection that it believes to be free.
    socket.write(`${ask}GET /api/config HTTP/1.1\r\nHost: ctf.test\r\nCookie: GZCTF_Token=secret\r\n\r\n`);
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*no upgrade/s);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it('is recorded with its raw bytes, once for each connection', async () => {
    await serve((_request, response) => response.end('recorded reply'));
    Object.assign(recorded, { isOn: true, client: '', container: '', ends: [] });
    await ask('/one', { method: 'POST', body: Buffer.from('recorded body') });
    await vi.waitFor(() => expect(recorded.ends).toEqual(['container']), 30_000);
    recorded.isOn = false;
    expect(recorded.client).toMatch(/^POST \/one HTTP\/1\.1\r\n.*recorded body/s);
    expect(recorded.container).toMatch(/^HTTP\/1\.1 200 OK\r\n.*recorded reply/s);
  });

  it('waits while the instance answers 32 others', async () => {
    const held: ServerResponse[] = [];
    await serve((_request, response) => held.push(response));
    const asked = Array.from({ length: 40 }, () => ask('/'));
    await vi.waitFor(() => expect(held).toHaveLength(32), 30_000);
    for (const response of held.splice(0)) response.end('late');
    await vi.waitFor(() => expect(held).toHaveLength(8), 30_000);
    for (const response of held.splice(0)) response.end('later');
    const bodies = (await Promise.all(asked)).map(({ body }) => body);
    expect(bodies.filter((body) => body === 'late')).toHaveLength(32);
    expect(bodies.filter((body) => body === 'later')).toHaveLength(8);
  });

  it('ends with its container', async () => {
    await serve((_request, response) => response.write('begun'));
    const request = httpRequest({ host: '127.0.0.1', port, path: '/', headers: { host } });
    request.on('error', () => {});
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    await once(response, 'data');
    await test.db.update(containers).set({ state: 'stopping' }).where(eq(containers.hostToken, token));
    await test.app.relays.check();
    await vi.waitFor(() => expect(response.destroyed).toBe(true), 30_000);
    expect(response.complete).toBe(false);
  });

  it('leaves nothing of the platform within reach', async () => {
    await serve((request, response) => response.end(`container ${request.url}`));
    for (const path of ['/api/config', '/healthz', '/metrics', '/hub/user', '/api/proxy/x', '/%zz', '/games']) {
      expect((await ask(path)).body).toBe(`container ${path}`);
      for (const other of ['play.test', 'www.play.test', `a.${host}`, `${host}.`.replace(token, token.slice(1))]) {
        const reply = await ask(path, { headers: { host: other } });
        expect(reply, `${other}${path}`).toMatchObject({ status: 404 });
        expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(reply.body).toContain('No instance has this address.');
      }
    }
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', host: 'www.play.test' };
    expect((await ask('/hub/user', { headers: upgrade })).status).toBe(404);
  });

  describe('without an answer of the container gets a page', () => {
    const stateOf = async (state: NewContainerRow['state'], headers = {}) => {
      await insert({ state, internalPort: 1 });
      return ask('/', { headers });
    };

    it('with 404 for an unknown name', async () => {
      const reply = await ask('/', { headers: { 'accept-language': 'de' } });
      expect(reply.status).toBe(404);
      expect(reply.headers).toMatchObject({ 'content-language': 'de-DE', 'cache-control': 'no-store' });
      expect(reply.body).toContain('<html lang="de-DE">');
    });

    it('with 503 that reloads while it starts', async () => {
      const reply = await stateOf('starting');
      expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '3' } });
      expect(reply.body).toContain('http-equiv="refresh"');
    });

    it.each(['stopping', 'destroyed', 'failed'] as const)('with 503 when it is %s', async (state) => {
      const reply = await stateOf(state);
      expect(reply.status).toBe(503);
      expect(reply.body).not.toContain('refresh');
    });

    it('with 502 when it does not answer, answers nonsense, or hangs up', async () => {
      expect((await stateOf('running')).status).toBe(502);
      for (const answer of [
        'nonsense\r\n\r\n',
        '',
        'HTTP/1.1 200 O\u0001K\r\n\r\n',
        'HTTP/1.1 200 OK\r\nX-Odd: \u0001\r\n\r\n',
      ]) {
        await test.db.delete(containers);
        token = randomBytes(16).toString('hex');
        host = `${token}.play.test`;
        const service = await startTcpService((socket) => socket.once('data', () => socket.end(answer, 'latin1')));
        closing.push(() => service.close());
        await insert({ internalPort: service.port });
        expect((await ask('/')).status, JSON.stringify(answer)).toBe(502);
      }
    });

    it('with 400 for a Host header that names a container and a method that cannot upgrade', async () => {
      await serve(() => {});
      const reply = await ask('/', { method: 'POST', headers: { connection: 'Upgrade', upgrade: 'websocket' } });
      expect(reply.status).toBe(405);
    });

    it('with 503 while the server stops', async () => {
      const server = await startServer(test, {});
      const at = Number(new URL(await listen(server.app)).port);
      server.app.relays.drain();
      await serve((_request, response) => response.end());
      const reply = await ask('/', { at });
      expect(reply.status).toBe(503);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      await server.close();
    });
  });

  it('counts a connection as used while its request is answered, and as idle after', async () => {
    const server = await startServer(test, {}, { idle: { all: 3, address: 3 } });
    closing.push(() => server.close());
    const at = Number(new URL(await listen(server.app)).port);
    let finish = () => {};
    await serve((request, response) => {
      if (request.url === '/') response.end('ok');
      else finish = () => response.end('late');
    });
    const ask = async (path: string) => {
      const socket = connect(at, '127.0.0.1');
      closing.push(() => socket.destroy());
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      if (path === '/') await once(socket, 'data');
      return socket;
    };
    const working = await ask('/long');
    await vi.waitFor(() => expect(seen).toHaveLength(1), 30_000);
    const [first, second, ...others] = [await ask('/'), await ask('/'), await ask('/'), await ask('/')];
    await vi.waitFor(() => expect(first?.readableEnded).toBe(true), 30_000);
    finish();
    await once(working, 'data');
    await vi.waitFor(() => expect(second?.readableEnded).toBe(true), 30_000);
    expect([working, ...others].map(({ readableEnded }) => readableEnded)).toEqual([false, false, false]);
  });
});

describe('without a domain', () => {
  it('no host name reaches an instance', async () => {
    const server = await startServer(test, { containerDomain: null });
    const at = Number(new URL(await listen(server.app)).port);
    await serve((_request, response) => response.end('container'));
    expect((await ask('/healthz', { at })).body).toContain('"status"');
    await server.close();
  });
});
