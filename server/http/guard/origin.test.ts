import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type AccountRow, sessions } from '@vexil/db/schema/account';
import { containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildParticipation } from '@vexil/db/testing/participation';
import type { Config } from '@vexil/runtime/config';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { buildApp } from '../../src/app';
import { createDeps } from '../../src/create-deps';
import { createTestApp, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { startTcpService, type TcpService } from '../../testing/tcp';
import { buildToken } from '../../testing/token';
import { multipartOf } from '../../testing/upload';

type Headers = Record<string, string>;

/** A call over a socket of its own, with exactly these headers. */
async function send(
  url: string,
  { method = 'POST', headers = {}, body = '' }: { method?: string; headers?: Headers; body?: string | Buffer },
) {
  const sent = request(url, { method, headers, agent: false });
  sent.end(body);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  const content = await text(reply);
  return { status: reply.statusCode, body: content === '' ? undefined : JSON.parse(content) };
}

/** 101, or the refusal. */
function open(url: string, headers: Headers): Promise<{ status: number; body?: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    socket.once('error', reject);
    socket.once('open', () => {
      socket.terminate();
      resolve({ status: 101 });
    });
    socket.once('unexpected-response', (_request, reply) => {
      text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, body: JSON.parse(body) }), reject);
    });
  });
}

const refusedAsForeign = { status: 403, body: { code: 'request.crossSite' } };

describe('a page of another origin, with the session of an administrator', () => {
  let test: TestApp;
  let url: string;
  let admin: AccountRow;
  let cookie: string;
  let gameId: number;
  let proxyId: string;
  let service: TcpService;
  beforeAll(async () => {
    test = await createTestApp({ containerPortMapping: 'proxy' });
    url = await listen(test.app);
    admin = await buildAccount(test.db, { role: 'Admin' });
    cookie = await test.signIn(admin);
    const { participation } = await buildParticipation(test.db);
    gameId = participation.gameId;
    const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer' });
    service = await startTcpService((socket) => socket.pipe(socket));
    const [row] = await test.db
      .insert(containers)
      .values({
        kind: 'Team',
        gameId,
        challengeId: challenge.id,
        participationId: participation.id,
        image: 'x',
        state: 'running',
        isProxy: true,
        internalHost: '127.0.0.1',
        internalPort: service.port,
        expiresAt: new Date(test.clock.now().getTime() + 3_600_000),
      })
      .returning();
    proxyId = row?.id ?? '';
  });
  afterAll(async () => {
    await service.close();
    await test.close();
  });

  const foreign: [string, Headers][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['another port of the same host, such as a challenge container', { origin: 'http://127.0.0.1:31337' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another port, by fetch metadata alone', { 'sec-fetch-site': 'same-site' }],
    ['another site, by fetch metadata alone', { 'sec-fetch-site': 'cross-site' }],
  ];
  const channels: [string, () => string][] = [
    ['the hub of players', () => `/hub/user?game=${gameId}`],
    ['the hub of monitors', () => `/hub/monitor?game=${gameId}`],
    ['the hub of administrators', () => '/hub/admin'],
    ['the relay to a container', () => `/api/proxy/${proxyId}`],
  ];

  describe.each(foreign)('%s', (_where, headers) => {
    it.each(channels)('opens no socket to %s', async (_what, path) => {
      expect(await open(url + path(), { ...headers, cookie })).toMatchObject(refusedAsForeign);
    });

    it.each(['user', 'monitor', 'admin'])('negotiates no connection to the hub %s', async (hub) => {
      const reply = await send(`${url}/hub/${hub}/negotiate?negotiateVersion=1`, { headers: { ...headers, cookie } });
      expect(reply).toMatchObject(refusedAsForeign);
    });

    it('stores no file', async () => {
      const { headers: type, payload } = multipartOf([{ field: 'files', content: `by ${JSON.stringify(headers)}` }]);
      const sent = { ...headers, ...type, 'sec-fetch-mode': 'no-cors', cookie };
      expect(await send(`${url}/api/assets`, { headers: sent, body: payload })).toMatchObject(refusedAsForeign);
      expect(await test.db.$count(files)).toBe(0);
    });

    it('makes no team', async () => {
      const sent = { ...headers, cookie, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'made elsewhere' });
      expect(await send(`${url}/api/team`, { headers: sent, body })).toMatchObject(refusedAsForeign);
      expect(await test.db.$count(teams, eq(teams.name, 'made elsewhere'))).toBe(0);
    });

    it('ends no session', async () => {
      expect(await send(`${url}/api/account/logout`, { headers: { ...headers, cookie } })).toMatchObject(
        refusedAsForeign,
      );
      expect(await test.db.$count(sessions, eq(sessions.accountId, admin.id))).toBe(1);
    });

    it('may be the page that a link to us stands on', async () => {
      const sent = { ...headers, cookie, 'sec-fetch-mode': 'navigate' };
      expect((await send(`${url}/api/account/profile`, { method: 'GET', headers: sent })).status).toBe(200);
    });
  });

  describe.each([
    ['the own page', () => ({ origin: url, 'sec-fetch-site': 'same-origin' })],
    ['the own page of a browser without fetch metadata', () => ({ origin: url })],
    ['a bot, which names no origin', () => ({})],
  ])('but %s', (_who, headers) => {
    it.each(channels)('opens a socket to %s', async (_what, path) => {
      expect(await open(url + path(), { ...headers(), cookie })).toEqual({ status: 101 });
    });

    it('negotiates and makes calls', async () => {
      const hub = await send(`${url}/hub/admin/negotiate?negotiateVersion=1`, { headers: { ...headers(), cookie } });
      expect(hub.status).toBe(200);
      const sent = { ...headers(), cookie, 'content-type': 'application/json' };
      const reply = await send(`${url}/api/account/update`, { method: 'PUT', headers: sent, body: '{"bio":"own"}' });
      expect(reply.status).toBe(200);
    });
  });

  it('does what an API token allows from anywhere, because no browser sends one by itself', async () => {
    const token = await buildToken(test, admin, ['account:write', 'admin:read']);
    const headers = { origin: 'https://tools.example', 'sec-fetch-site': 'cross-site', cookie };
    const sent = { ...headers, ...token.headers, 'content-type': 'application/json' };
    expect(
      (await send(`${url}/api/account/update`, { method: 'PUT', headers: sent, body: '{"bio":"bot"}' })).status,
    ).toBe(200);
    expect(await open(`${url}/hub/admin?access_token=${token.text}`, headers)).toEqual({ status: 101 });
  });

  it('makes what anybody may do without a session', async () => {
    const headers = { origin: 'https://evil.example' };
    expect(await open(`${url}/hub/user?game=${gameId}`, headers)).toEqual({ status: 101 });
    expect(await open(`${url}/api/proxy/${proxyId}`, headers)).toEqual({ status: 101 });
  });
});

describe('a server with PUBLIC_URL', () => {
  const publicUrl = 'https://ctf.example.test';
  const json = { 'content-type': 'application/json' };

  /** A second server over the same data, with a log that can be read. */
  async function serve(test: TestApp, config: Partial<Config>) {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const { database, keyPrefix, clock } = test.deps;
    const deps = createDeps({ ...test.deps.config, ...config }, log, { database, keyPrefix, clock, strict: true });
    const app = await buildApp(deps);
    const url = await listen(app);
    return { url, lines, close: () => app.close().then(() => deps.close()) };
  }

  it('accepts calls from its own pages, names PUBLIC_URL to others, and warns the operator once', async () => {
    const test = await createTestApp();
    const server = await serve(test, { publicUrl });
    const account = await buildAccount(test.db);
    const cookie = await test.signIn(account);
    const update = (headers: Headers) =>
      send(`${server.url}/api/account/update`, {
        method: 'PUT',
        headers: { ...json, cookie, ...headers },
        body: '{"bio":"x"}',
      });
    expect((await update({ origin: publicUrl })).status).toBe(200);
    expect((await update({ origin: 'http://ctf.example.test' })).body).toMatchObject({ code: 'request.crossSite' });
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await update({ origin: server.url });
      expect({ status, body }).toMatchObject({ status: 403, body: { code: 'request.wrongAddress' } });
      expect(body.title).toContain(publicUrl);
      expect(body.title).toContain('PUBLIC_URL');
    }
    const warnings = server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('PUBLIC_URL'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ origin: server.url, publicUrl });
    await server.close();
    await test.close();
  });

  it('is found behind a proxy without it, by what TRUST_PROXY says of the request', async () => {
    const test = await createTestApp();
    const server = await serve(test, { trustProxy: true });
    const cookie = await test.signIn(await buildAccount(test.db));
    const update = (headers: Headers) =>
      send(`${server.url}/api/account/update`, {
        method: 'PUT',
        headers: { ...json, cookie, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'ctf.example.test', ...headers },
        body: '{"bio":"x"}',
      });
    expect((await update({ origin: publicUrl })).status).toBe(200);
    expect((await update({ origin: server.url })).body).toMatchObject({ code: 'request.crossSite' });
    await server.close();
    await test.close();
  });
});
