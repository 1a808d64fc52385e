import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, Socket } from 'node:net';
import { challengeEditRoutes } from '@vexil/contract/challenge';
import { configRoutes } from '@vexil/contract/config-info';
import { proxyRoutes } from '@vexil/contract/proxy';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { containers, type NewContainerRow } from '@vexil/db/schema/container';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { proxyConnectionsMax } from '@vexil/rules/proxy.rules';
import type { Config } from '@vexil/runtime/config';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { startTcpService, type TcpService } from '../../testing/tcp';
import { buildToken } from '../../testing/token';
import { buildApp } from '../app';
import { createDeps } from '../create-deps';
import { getTarget } from './proxy.service';
import type { Relay } from './relay';
import { Relays } from './relays';

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the relay', () => {
  let test: TestApp;
  let url: string;
  let gameId: number;
  let challengeId: number;
  let participationId: number;
  let otherParticipationId: number;
  const services: TcpService[] = [];
  const clients: WebSocket[] = [];
  const received = new WeakMap<WebSocket, Buffer[]>();

  beforeAll(async () => {
    test = await createTestApp({ containerPortMapping: 'proxy' });
    url = await listen(test.app);
    gameId = (await buildGame(test.db)).id;
    challengeId = (await buildChallenge(test.db, { gameId, type: 'StaticContainer' })).challenge.id;
    participationId = (await buildParticipation(test.db, { gameId })).participation.id;
    otherParticipationId = (await buildParticipation(test.db, { gameId })).participation.id;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.terminate();
    for (const service of services.splice(0)) await service.close();
    await test.db.delete(containers);
  });
  afterAll(() => test.close());

  async function serve(onConnection: (socket: Socket) => void): Promise<TcpService> {
    const service = await startTcpService(onConnection);
    services.push(service);
    return service;
  }

  const echo = () => serve((socket) => socket.pipe(socket));

  async function insert(values: Partial<NewContainerRow>): Promise<string> {
    const [row] = await test.db
      .insert(containers)
      .values({
        kind: 'Team',
        gameId,
        challengeId,
        participationId: values.kind === 'Test' ? null : participationId,
        image: 'x',
        state: 'running',
        isProxy: true,
        internalHost: '127.0.0.1',
        expiresAt: new Date(Date.now() + 3_600_000),
        ...values,
      })
      .returning();
    return row?.id ?? '';
  }

  const run = async (service: TcpService, values: Partial<NewContainerRow> = {}) =>
    insert({ internalPort: service.port, ...values });

  async function open(id: string, { at = url, path = '/api/proxy/', headers = {} } = {}): Promise<WebSocket> {
    const client = new WebSocket(`${at.replace(/^http/, 'ws')}${path}${id}`, { headers });
    clients.push(client);
    client.on('error', () => {});
    const chunks: Buffer[] = [];
    received.set(client, chunks);
    client.on('message', (data: Buffer, isBinary) => {
      expect(isBinary).toBe(true);
      chunks.push(data);
    });
    await new Promise<void>((resolve, reject) => {
      client.once('open', resolve);
      client.once('unexpected-response', (_request, response) => reject(response));
    });
    return client;
  }

  /** The error reply to an upgrade. */
  async function refusal(id: string, options: Parameters<typeof open>[1] = {}) {
    const response = await open(id, options).then(
      () => undefined,
      (refused) => refused,
    );
    if (!response) throw new Error('The upgrade was accepted.');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    return { status: response.statusCode, body, headers: response.headers };
  }

  /** Waits for `length` received bytes. */
  async function collect(client: WebSocket, length: number): Promise<Buffer> {
    const chunks = received.get(client) ?? [];
    while (chunks.reduce((sum, chunk) => sum + chunk.length, 0) < length) await once(client, 'message');
    return Buffer.concat(chunks);
  }

  const closing = async (client: WebSocket) => {
    const [code] = await once(client, 'close');
    return code as number;
  };

  const probe = (id: string, method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'OPTIONS') =>
    test.send({ method, url: `/api/proxy/${id}` });

  it('relays megabytes both ways unchanged', async () => {
    const id = await run(await echo());
    const client = await open(id);
    const bytes = randomBytes(8 * 1024 * 1024);
    for (let from = 0; from < bytes.length; from += 300_000) client.send(bytes.subarray(from, from + 300_000));
    expect(hashOf(await collect(client, bytes.length))).toBe(hashOf(bytes));
  });

  it('relays text and binary, skips empty messages, replies in binary', async () => {
    const id = await run(await echo());
    const client = await open(id);
    client.send('grüß ');
    client.send('');
    client.send(Buffer.alloc(0));
    client.send(Buffer.from([0, 255, 10, 13, 7]));
    expect(await collect(client, 12)).toEqual(Buffer.concat([Buffer.from('grüß '), Buffer.from([0, 255, 10, 13, 7])]));
  });

  it('relays what a client sends together with its request', async () => {
    const id = await run(await echo());
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    const key = randomBytes(16).toString('base64');
    const head = `GET /api/proxy/${id} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`;
    // One masked binary frame with the text `hello`, under a mask of zeros.
    const frame = Buffer.from([0x82, 0x85, 0, 0, 0, 0, ...Buffer.from('hello')]);
    socket.write(Buffer.concat([Buffer.from(head), frame]));
    let chunks = '';
    socket.on('data', (data: Buffer) => {
      chunks += data.toString('latin1');
    });
    await vi.waitFor(() => expect(chunks).toContain('\x82\x05hello'), 30_000);
    expect(chunks).toMatch(/^HTTP\/1\.1 101 /);
    socket.destroy();
  });

  it('buffers little while the client does not read, and loses nothing', async () => {
    const size = 64 * 1024 * 1024;
    const block = randomBytes(1024 * 1024);
    const hash = createHash('sha256');
    let written = 0;
    const service = await serve((socket) => {
      const write = () => {
        while (written < size) {
          written += block.length;
          hash.update(block);
          if (!socket.write(block)) return socket.once('drain', write);
        }
        return socket.end();
      };
      write();
    });
    const id = await run(service);
    const client = await open(id);
    client.pause();
    const [relay] = test.app.relays.of(id);
    let bufferedMax = 0;
    let before = -1;
    // Until back-pressure stops the sender.
    await vi.waitFor(
      () => {
        bufferedMax = Math.max(bufferedMax, relay?.buffered().forClient ?? 0);
        const isPaused = before === written;
        before = written;
        // A pause before the first bytes only means a busy machine.
        expect(bufferedMax).toBeGreaterThan(0);
        expect(isPaused).toBe(true);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(written).toBeLessThan(size);
    const closed = closing(client);
    client.resume();
    expect(hashOf(await collect(client, size))).toBe(hash.digest('hex'));
    expect(await closed).toBe(1000);
    expect(bufferedMax).toBeGreaterThan(0);
    expect(bufferedMax).toBeLessThan(1024 * 1024);
  });

  it('buffers little while the container does not read, and loses nothing', async () => {
    const size = 32 * 1024 * 1024;
    const bytes = randomBytes(size);
    const hash = createHash('sha256');
    let received = 0;
    const service = await serve((socket) => socket.pause());
    const client = await open(await run(service));
    const [relay] = test.app.relays.of((await test.db.select().from(containers))[0]?.id ?? '');
    for (let from = 0; from < size; from += 65_536) client.send(bytes.subarray(from, from + 65_536));
    let bufferedMax = 0;
    let before = -1;
    await vi.waitFor(
      () => {
        bufferedMax = Math.max(bufferedMax, relay?.buffered().forContainer ?? 0);
        const isPaused = before === client.bufferedAmount;
        before = client.bufferedAmount;
        // A pause before the first bytes only means a busy machine.
        expect(bufferedMax).toBeGreaterThan(0);
        expect(isPaused).toBe(true);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(client.bufferedAmount).toBeGreaterThan(0);
    const [socket] = service.sockets;
    const whole = new Promise<void>((resolve) => {
      socket?.on('data', (data: Buffer) => {
        hash.update(data);
        received += data.length;
        if (received === size) resolve();
      });
    });
    socket?.resume();
    await whole;
    expect(hash.digest('hex')).toBe(hashOf(bytes));
    expect(bufferedMax).toBeGreaterThan(0);
    expect(bufferedMax).toBeLessThan(2 * 1024 * 1024);
  });

  it('closes with 1000 after the last bytes when the container closes', async () => {
    const service = await serve((socket) => socket.end(Buffer.alloc(500_000, 7)));
    const client = await open(await run(service));
    expect(await closing(client)).toBe(1000);
    expect((await collect(client, 500_000)).length).toBe(500_000);
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 30_000);
  });

  it("echoes the client's close and closes the connection to the container", async () => {
    const service = await echo();
    const client = await open(await run(service));
    const closed = closing(client);
    client.close(1000);
    expect(await closed).toBe(1000);
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 30_000);
  });

  it('closes the connection to the container when the client disconnects', async () => {
    const service = await echo();
    const client = await open(await run(service));
    client.terminate();
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 30_000);
  });

  it('delivers what was sent before the close', async () => {
    let received = 0;
    const service = await serve((socket) => socket.on('data', (data) => (received += data.length)));
    const client = await open(await run(service));
    client.send(Buffer.alloc(1_000_000));
    client.close(1000);
    await vi.waitFor(() => expect(received).toBe(1_000_000), 30_000);
  });

  it('opens a tap with the container and the client, and relays on when that fails', async () => {
    const opened: unknown[][] = [];
    const { database, keyPrefix } = test.deps;
    const deps = createDeps(test.deps.config, pino({ level: 'silent' }), {
      database,
      keyPrefix,
      openTap: (...facts) => {
        opened.push(facts);
        throw new Error('disk full');
      },
    });
    const app = await buildApp(deps);
    const at = await listen(app);
    const service = await echo();
    const id = await run(service);
    const client = await open(id, { at });
    client.send('ok');
    expect(String(await collect(client, 2))).toBe('ok');
    const target = { containerId: id, kind: 'Team', gameId, challengeId, participationId, portName: 'main' };
    expect(opened).toEqual([
      [
        expect.objectContaining({ ...target, address: '127.0.0.1', port: service.port, isRecorded: false }),
        { address: '127.0.0.1', port: expect.any(Number), accountId: null },
      ],
    ]);
    await app.close();
    await deps.close();
  });

  it('relays to the named port of an instance', async () => {
    const [main, admin] = [await serve((socket) => socket.end('main')), await serve((socket) => socket.end('admin'))];
    const at = { kind: 'tcp' as const, publicPort: null, host: '127.0.0.1' };
    const id = await run(main, {
      ports: [
        { ...at, name: 'main', port: 80, hostPort: main.port },
        { ...at, name: 'admin', port: 81, hostPort: admin.port },
      ],
    });
    for (const [query, text] of [
      ['', 'main'],
      ['?port=main', 'main'],
      ['?port=admin', 'admin'],
    ]) {
      const client = await open(`${id}${query}`);
      await closing(client);
      expect(String(Buffer.concat(received.get(client) ?? []))).toBe(text);
    }
    expectError(await refusal(`${id}?port=root`), 'container.notFound');
    expect(await refusal(`${id}?port=${'x'.repeat(40)}`)).toMatchObject({ status: 400 });
    expect((await probe(`${id}?port=admin`)).status).toBe(204);
  });

  it('relays for all teams to an instance that they share, and not to one that no team has', async () => {
    const service = await echo();
    const shared = { participationId: null, sharedChallengeId: challengeId };
    const id = await run(service, { kind: 'Shared', ...shared });
    expect(await Promise.all(Array.from({ length: 40 }, () => open(id)))).toHaveLength(40);
    for (const kind of ['Warm', 'Check'] as const) {
      expectError(await refusal(await run(service, { kind, participationId: null })), 'container.notFound');
    }
  });

  it('closes with 1009 for a message beyond the limit', async () => {
    const client = await open(await run(await echo()));
    const closed = closing(client);
    client.send(Buffer.alloc(1024 * 1024 + 1));
    expect(await closed).toBe(1009);
  });

  it('closes with 1007 for invalid text', async () => {
    const client = await open(await run(await echo()));
    const closed = closing(client);
    client.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await closed).toBe(1007);
  });

  it('answers pings', async () => {
    const client = await open(await run(await echo()));
    const pong = once(client, 'pong');
    client.ping('there');
    expect(String((await pong)[0])).toBe('there');
  });

  it('accepts no subprotocol and any origin', async () => {
    const id = await run(await echo());
    const headers = { Origin: 'https://elsewhere.example', 'Sec-WebSocket-Extensions': 'permessage-deflate' };
    const client = await open(id, { headers });
    expect(client.protocol).toBe('');
    expect(client.extensions).toBe('');
  });

  it('ends when the container is to stop, although it still answers', async () => {
    const service = await echo();
    const id = await run(service);
    const client = await open(id);
    const stays = await open(await run(service, { participationId: otherParticipationId }));
    await test.db.update(containers).set({ state: 'stopping' }).where(eq(containers.id, id));
    const closed = closing(client);
    await test.app.relays.check();
    expect(await closed).toBe(1000);
    expect(stays.readyState).toBe(WebSocket.OPEN);
    await vi.waitFor(() => expect(test.app.relays.of(id)).toEqual([]), 30_000);
  });

  it('accepts 32 concurrent connections per container, and another one when one ends', async () => {
    const service = await echo();
    const id = await run(service);
    const asked = await Promise.all(
      Array.from({ length: 50 }, () =>
        open(id).then(
          (client) => client,
          () => null,
        ),
      ),
    );
    const accepted = asked.filter((client) => client !== null);
    expect(accepted).toHaveLength(proxyConnectionsMax);
    const refused = await refusal(id);
    expect(refused).toMatchObject({ status: 400, body: { code: 'proxy.full', status: 400 } });
    // The service may count an accepted connection later than the client.
    await vi.waitFor(() => expect(service.sockets.size).toBe(proxyConnectionsMax), 30_000);
    expect((await probe(id)).status).toBe(204);

    accepted[0]?.close();
    await vi.waitFor(() => open(id), 30_000);
  });

  it('counts connections over all servers, and drops those of a killed server', async () => {
    const id = await run(await echo());
    const key = `${test.deps.keyPrefix}proxy:${id}`;
    const soon = Date.now() + 60_000;
    for (let number = 0; number < proxyConnectionsMax; number += 1) {
      await test.deps.redis.zadd(key, soon, `elsewhere-${number}`);
    }
    expectError(await refusal(id), 'proxy.full');
    // Leases of a killed server are not renewed.
    for (let number = 0; number < 3; number += 1)
      await test.deps.redis.zadd(key, Date.now() - 1, `elsewhere-${number}`);
    const client = await open(id);
    expect(await test.deps.redis.zcard(key)).toBe(proxyConnectionsMax - 2);
    expect(await test.deps.redis.pttl(key)).toBeGreaterThan(0);
    client.close();
    await vi.waitFor(async () => expect(await test.deps.redis.zcard(key)).toBe(proxyConnectionsMax - 3), 30_000);
  });

  it('takes no slot for a refused connection', async () => {
    const service = await echo();
    const id = await run(service, { isProxy: false });
    for (let number = 0; number < 3; number += 1) expectError(await refusal(id), 'container.notFound');
    expect(await test.deps.redis.exists(`${test.deps.keyPrefix}proxy:${id}`)).toBe(0);
  });

  describe('refuses', () => {
    it('an invalid id, as JSON', async () => {
      for (const id of ['nonsense', '123', 'noinst', `${randomUUID()}x`]) {
        const reply = await probe(id, 'GET');
        expect(reply.status).toBe(404);
        expectError(reply, 'request.notFound');
      }
    });

    it('an unknown container, until it exists', async () => {
      const id = randomUUID();
      expect(await refusal(id)).toMatchObject({ status: 404, body: { code: 'container.notFound', status: 404 } });
      expect((await probe(id)).status).toBe(404);
      await run(await echo(), { id });
      expect((await probe(id)).status).toBe(204);
      await open(id);
    });

    it('a container that is not behind the proxy', async () => {
      const id = await run(await echo(), { isProxy: false });
      expect((await probe(id)).status).toBe(204);
      expect(await refusal(id)).toMatchObject({ status: 404, body: { code: 'container.notFound' } });
    });

    it('a container whose host has no address', async () => {
      const id = await run(await echo(), { internalHost: 'nowhere.invalid' });
      expect(await refusal(id)).toMatchObject({ status: 400, body: { code: 'proxy.hostUnknown' } });
    });

    it('a container that does not answer, before accepting', async () => {
      const service = await echo();
      const id = await run(service);
      await service.close();
      expect(await refusal(id)).toMatchObject({ status: 418, body: { code: 'proxy.unreachable', status: 418 } });
    });
  });

  it('answers other requests with 204 while the container runs and 404 after', async () => {
    const id = await run(await echo());
    for (const method of ['OPTIONS', 'HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const reply = await probe(id, method);
      expect([method, reply.status, reply.body]).toEqual([method, 204, undefined]);
    }
    const odd = { method: 'POST', url: `/API/Proxy/${id.toUpperCase()}/` } as const;
    expect((await test.send({ ...odd, payload: '{', headers: { 'content-type': 'application/json' } })).status).toBe(
      204,
    );
    for (const state of ['requested', 'starting', 'stopping', 'destroyed', 'failed'] as const) {
      await test.db.update(containers).set({ state }).where(eq(containers.id, id));
      expect([state, (await probe(id)).status]).toEqual([state, 404]);
    }
  });

  it('answers an upgrade to another protocol as a probe', async () => {
    const id = await run(await echo());
    for (const headers of [
      { Connection: 'Upgrade', Upgrade: 'h2c' },
      { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
    ]) {
      const asked = httpRequest(`${url}/api/proxy/${id}`, { headers });
      asked.end();
      const [response] = await once(asked, 'response');
      expect(response.statusCode).toBe(204);
      response.resume();
    }
  });

  it('does not rate-limit probes', async () => {
    const own = { ...test.deps.config, rateLimit: true, trustProxy: true };
    const deps = createDeps(own, pino({ level: 'silent' }), {
      keyPrefix: test.deps.keyPrefix,
      database: test.database,
    });
    const app = await buildApp(deps);
    const id = await run(await echo());
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    await Promise.all(
      Array.from({ length: 50 }, () => app.inject({ method: 'OPTIONS', url: `/api/proxy/${id}`, headers })),
    );
    const spent = await test.deps.redis.keys(`${test.deps.keyPrefix}rate:*192.0.2.77`);
    expect(spent.map((key) => key.slice(test.deps.keyPrefix.length))).toEqual(['rate:proxy:address:192.0.2.77']);
    await app.close();
    await deps.close();
  });

  it('closes with 1001 when the server stops', async () => {
    const deps = createDeps(test.deps.config, pino({ level: 'silent' }), {
      keyPrefix: test.deps.keyPrefix,
      database: test.database,
    });
    const app = await buildApp(deps);
    const service = await echo();
    const id = await run(service);
    const client = await open(id, { at: await listen(app) });
    const mute = await open(id, { at: `http://127.0.0.1:${(app.server.address() as { port: number }).port}` });
    mute.pause();
    const closed = closing(client);
    await app.close();
    expect(await closed).toBe(1001);
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 30_000);
    await vi.waitFor(
      async () => expect(await test.deps.redis.exists(`${test.deps.keyPrefix}proxy:${id}`)).toBe(0),
      30_000,
    );
    await deps.close();
  });

  describe('of one server', () => {
    async function startServer(config: Partial<Config>): Promise<{ at: string; app: FastifyInstance }> {
      const { database, keyPrefix } = test.deps;
      const all = { ...test.deps.config, ...config };
      const deps = createDeps(all, pino({ level: 'silent' }), { database, keyPrefix, strict: true });
      const app = await buildApp(deps);
      servers.push(async () => {
        await app.close();
        await deps.close();
      });
      return { at: await listen(app), app };
    }
    const servers: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of servers.splice(0)) await close();
    });

    it('are limited, over all instances', async () => {
      const { at, app } = await startServer({ relayConnectionsMax: 3 });
      const service = await echo();
      const first = await run(service);
      const other = await run(service, { participationId: otherParticipationId });
      const clients = [await open(first, { at }), await open(other, { at }), await open(other, { at })];
      const refused = await refusal(other, { at });
      expect(refused).toMatchObject({ status: 503, body: { code: 'request.unavailable' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(app.relays.stats.refused).toMatchObject({ full: 1 });
      clients[0]?.close();
      await vi.waitFor(() => open(other, { at }), 30_000);
    });

    it('are limited per address, where limits are on', async () => {
      const { at, app } = await startServer({ relayConnectionsMax: 330, rateLimit: true, trustProxy: true });
      const service = await echo();
      const ids = [await run(service), await run(service, { participationId: otherParticipationId })];
      const from = (address: string) => ({ at, headers: { 'x-forwarded-for': address } });
      await Promise.all(
        Array.from({ length: 33 }, (_, index) => open(ids[index % 2] ?? '', from(`2001:db8:0:7::${index}`))),
      );
      const refused = await refusal(ids[0] ?? '', from('2001:db8:0:7::ffff'));
      expect(refused).toMatchObject({ status: 429, body: { code: 'request.tooMany' } });
      expect(app.relays.stats.refused).toMatchObject({ sender: 1 });
      await open(ids[0] ?? '', from('2001:db8:0:8::1'));
    });

    it('end at different times when it restarts, and it takes no more', async () => {
      const { at, app } = await startServer({});
      const service = await echo();
      const id = await run(service);
      const closed: { code: number; at: number }[] = [];
      const clients = await Promise.all(Array.from({ length: 20 }, () => open(id, { at })));
      const begin = performance.now();
      for (const client of clients) client.on('close', (code) => closed.push({ code, at: performance.now() - begin }));
      const drained = app.drain.run({ noticeMs: 0 });
      expect(await drained).toBe(0);
      await vi.waitFor(() => expect(closed).toHaveLength(20), 30_000);
      expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([1012]));
      const times = closed.map(({ at }) => at);
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(200);
      expect(app.relays.stats.ended).toMatchObject({ restart: 20 });
    });

    it('are ended, those that hold most first, when all together hold too much', async () => {
      const deps = createDeps(test.deps.config, pino({ level: 'silent' }), {
        database: test.database,
        keyPrefix: test.deps.keyPrefix,
      });
      const relays = new Relays(deps, 1_000_000);
      const ended: string[] = [];
      const fake = (name: string, bytes: number): Relay => ({
        ended: new Promise(() => {}),
        totals: { toContainerBytes: 0, toClientBytes: 0 },
        buffered: () => ({ forClient: bytes - 2, forContainer: 1, incomplete: 1 }),
        end: (reason) => ended.push(`${name} ${reason}`),
        destroy: () => ended.push(`${name} destroyed`),
      });
      const target = await getTarget(test.deps, { id: await run(await echo()), kinds: ['Team'] });
      const at = { target, container: new Socket(), peer: { address: '192.0.2.1', port: 1, accountId: null } };
      void relays.run(at, () => fake('small', 300_000));
      void relays.run(at, () => fake('largest', 500_000));
      void relays.run(at, () => fake('large', 400_000));
      relays.limitMemory();
      expect(ended).toEqual(['largest memory', 'largest destroyed']);
      await relays.close();
      await deps.close();
    });
  });

  it('counts per process while Redis is unreachable', async () => {
    const config = { ...test.deps.config, redisUrl: 'redis://127.0.0.1:1' };
    const deps = createDeps(config, pino({ level: 'silent' }), { database: test.database });
    const app = await buildApp(deps);
    const at = await listen(app);
    const id = await run(await echo());
    await Promise.all(Array.from({ length: proxyConnectionsMax }, () => open(id, { at })));
    expectError(await refusal(id, { at }), 'proxy.full');
    await app.close();
    await deps.close();
  });

  describe('of test containers', () => {
    const at = '/api/proxy/noinst/';
    let organiser: AccountRow;
    const cookieOf = async (account: AccountRow) => ({ cookie: await test.signIn(account) });

    beforeAll(async () => {
      organiser = await buildAccount(test.db);
      const admin = await buildAccount(test.db, { role: 'Admin' });
      await test.db
        .insert(gameStaff)
        .values({ gameId, accountId: organiser.id, role: 'organiser', addedById: admin.id });
    });

    it('relays for organisers of the game and administrators', async () => {
      const id = await run(await echo(), { kind: 'Test' });
      for (const account of [organiser, await buildAccount(test.db, { role: 'Admin' })]) {
        const client = await open(id, { path: at, headers: await cookieOf(account) });
        client.send('ok');
        expect(String(await collect(client, 2))).toBe('ok');
        expect((await test.call(proxyRoutes.connectTest, { params: { id }, as: account })).status).toBe(204);
      }
      expect(await test.deps.redis.exists(`${test.deps.keyPrefix}proxy:${id}`)).toBe(0);
    });

    it('refuses anonymous callers, players, monitors and organisers of another game', async () => {
      const id = await run(await echo(), { kind: 'Test' });
      expect(await refusal(id, { path: at })).toMatchObject({ status: 401 });
      const elsewhere = await buildAccount(test.db);
      const { id: otherId } = await buildGame(test.db);
      await test.db
        .insert(gameStaff)
        .values({ gameId: otherId, accountId: elsewhere.id, role: 'organiser', addedById: organiser.id });
      for (const account of [
        await buildAccount(test.db),
        await buildAccount(test.db, { role: 'Monitor' }),
        elsewhere,
      ]) {
        const headers = await cookieOf(account);
        expect(await refusal(id, { path: at, headers })).toMatchObject({ status: 403 });
        expect(await refusal('nonsense', { path: at, headers })).toMatchObject({ status: 403 });
      }
    });

    describe('with a ticket', () => {
      const edit = (as: AccountRow) => test.call(challengeEditRoutes.get, { as, params: { id: gameId, challengeId } });
      /** Path suffix that the page shows to an organiser. */
      const addressFor = async (as: AccountRow) => {
        const { testContainer } = (await edit(as)).body;
        return `${testContainer?.entry}?ticket=${testContainer?.ticket}`;
      };
      const knock = async (address: string) => (await test.send({ method: 'OPTIONS', url: `${at}${address}` })).status;
      const unauthenticated = { status: 401, body: { code: 'account.unauthenticated' } };

      it('relays without a session, and answers probes', async () => {
        await run(await echo(), { kind: 'Test' });
        const address = await addressFor(organiser);
        expect(await knock(address)).toBe(204);
        const client = await open(address, { path: at });
        client.send('ok');
        expect(String(await collect(client, 2))).toBe('ok');
      });

      it('expires after ten to fifteen minutes, while open connections stay', async () => {
        await run(await echo(), { kind: 'Test' });
        const address = await addressFor(organiser);
        const client = await open(address, { path: at });
        test.clock.advance(10 * 60_000 - 1);
        expect(await knock(address)).toBe(204);
        test.clock.advance(5 * 60_000 + 1);
        expect(await knock(address)).toBe(401);
        expect(await refusal(address, { path: at })).toMatchObject(unauthenticated);
        client.send('ok');
        expect(String(await collect(client, 2))).toBe('ok');
        expect(await knock(await addressFor(organiser))).toBe(204);
      });

      it('is valid for its container only', async () => {
        const id = await run(await echo(), { kind: 'Test' });
        const address = await addressFor(organiser);
        await test.db.update(containers).set({ state: 'destroyed' }).where(eq(containers.id, id));
        expect(await knock(address)).toBe(404);
        const next = await run(await echo(), { kind: 'Test' });
        expect(await refusal(address.replace(id, next), { path: at })).toMatchObject(unauthenticated);
        const team = await run(await echo());
        expect(await refusal(address.replace(id, team), { path: at })).toMatchObject(unauthenticated);
      });

      it('has the current rights of its account', async () => {
        await run(await echo(), { kind: 'Test' });
        const { id: accountId } = await buildAccount(test.db);
        const staff = { gameId, accountId, role: 'organiser' as const, addedById: organiser.id };
        const holder = { id: accountId } as AccountRow;
        const setRole = (role: AccountRow['role']) =>
          test.db.update(accounts).set({ role }).where(eq(accounts.id, accountId));
        await test.db.insert(gameStaff).values(staff);
        const address = await addressFor(holder);
        expect(await knock(address)).toBe(204);
        await setRole('Banned');
        expect((await refusal(address, { path: at })).body).toMatchObject({ code: 'account.banned' });
        await setRole('User');
        await test.db.delete(gameStaff).where(eq(gameStaff.accountId, accountId));
        expect((await refusal(address, { path: at })).body).toMatchObject({ code: 'account.forbidden' });
        await test.db.delete(accounts).where(eq(accounts.id, accountId));
        expect(await refusal(address, { path: at })).toMatchObject(unauthenticated);
      });

      it('is refused when forged', async () => {
        const id = await run(await echo(), { kind: 'Test' });
        for (const ticket of ['', 'x', 'A'.repeat(72), 'A'.repeat(500)]) {
          expect(await refusal(`${id}?ticket=${ticket}`, { path: at })).toMatchObject(unauthenticated);
        }
        const address = await addressFor(organiser);
        expect(await refusal(`${address}&ticket=x`, { path: at })).toMatchObject(unauthenticated);
      });

      it('is given to sessions, not to API tokens, which open the relay themselves', async () => {
        const id = await run(await echo(), { kind: 'Test' });
        const admin = await buildAccount(test.db, { role: 'Admin' });
        const reading = await buildToken(test, admin, ['edit:read']);
        const params = { id: gameId, challengeId };
        const { body } = await test.call(challengeEditRoutes.get, { params, headers: reading.headers });
        expect(body.testContainer).toMatchObject({ entry: id, ticket: null });
        const { headers } = await buildToken(test, admin, ['edit:write']);
        expect((await test.send({ method: 'OPTIONS', url: `${at}${id}`, headers })).status).toBe(204);
      });

      it('is in no log line', async () => {
        await run(await echo(), { kind: 'Test' });
        const address = await addressFor(organiser);
        const lines: string[] = [];
        const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
        const { database, keyPrefix, clock } = test.deps;
        const deps = createDeps(test.deps.config, log, { database, keyPrefix, clock, strict: true });
        const app = await buildApp(deps);
        const there = await app.listen({ port: 0, host: '127.0.0.1' });
        const client = await open(address, { path: at, at: there });
        const closed = closing(client);
        client.close(1000);
        await closed;
        await refusal(`${address}x`, { path: at, at: there });
        await app.inject({ method: 'OPTIONS', url: `${at}${address}` });
        await app.close();
        await deps.close();
        expect(lines.join('')).toContain('/api/proxy/noinst/:id');
        expect(lines.join('')).not.toContain(address.split('=')[1]);
      });
    });

    it('are not found at the path of team containers', async () => {
      const id = await run(await echo(), { kind: 'Test' });
      expect((await refusal(id)).body).toMatchObject({ code: 'container.notFound' });
      expect((await probe(id)).status).toBe(404);
    });

    it('refuses containers of teams', async () => {
      const id = await run(await echo());
      const headers = await cookieOf(organiser);
      expect(await refusal(id, { path: at, headers })).toMatchObject({
        status: 404,
        body: { code: 'container.notFound' },
      });
      const admin = await buildAccount(test.db, { role: 'Admin' });
      expectError(await test.call(proxyRoutes.connectTest, { params: { id }, as: admin }), 'container.notFound');
    });
  });

  it('is reported in the client configuration', async () => {
    const { body } = await test.call(configRoutes.client);
    expect(body.portMapping).toBe('PlatformProxy');
  });
});

describe('without the proxy', () => {
  it('refuses every id', async () => {
    const test = await createTestApp();
    const reply = await test.send({ method: 'OPTIONS', url: `/api/proxy/${randomUUID()}` });
    expect(reply.status).toBe(400);
    expectError(reply, 'proxy.off');
    await test.close();
  });
});
