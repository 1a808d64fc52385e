import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import type { LogMessage } from '@vexil/contract/log';
import { tokenRoutes } from '@vexil/contract/token';
import { accounts } from '@vexil/db/schema/account';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { publish, publishAccessChanged } from '@vexil/runtime/live';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { connectRaw, handshake, listen, type RawClient } from '../../testing/live';
import { buildToken } from '../../testing/token';
import { buildApp } from '../app';

const waitOptions = { timeout: 30_000 };
const line: LogMessage = {
  time: 1,
  name: 'System',
  level: 'Warning',
  ip: null,
  msg: 'something',
  status: 'Failed',
  kind: 'platform',
  gameId: null,
};

describe('the hubs with an API token', () => {
  let test: TestApp;
  let second: FastifyInstance;
  let address: string;
  let secondAddress: string;
  let admin: Awaited<ReturnType<typeof buildAccount>>;
  const clients: { stop(): unknown }[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    address = await listen(test.app);
    second = await buildApp(test.deps);
    secondAddress = await listen(second);
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.stop()));
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  /** The official client, with its own way to send a token. */
  async function connect(path: string, text: string, at = address) {
    const connection = new HubConnectionBuilder()
      .withUrl(`${at}${path}`, { transport: HttpTransportType.WebSockets, accessTokenFactory: () => text })
      .configureLogging(LogLevel.None)
      .build();
    clients.push(connection);
    const received: unknown[] = [];
    const client = { isClosed: false, received };
    for (const target of ['ReceivedLog', 'CaughtUp', 'ReceivedGameNotice', 'SubmissionJudged', 'Refetch']) {
      connection.on(target, (payload) => received.push({ target, payload }));
    }
    connection.onclose(() => {
      client.isClosed = true;
    });
    await connection.start();
    return client;
  }

  const isIn = (client: { received: unknown[] }) =>
    vi.waitFor(() => expect(client.received).toContainEqual({ target: 'CaughtUp', payload: {} }), waitOptions);
  const isCutOff = (client: { isClosed: boolean }) => vi.waitFor(() => expect(client.isClosed).toBe(true), waitOptions);

  async function connectByHand(path: string, headers: Record<string, string> = {}): Promise<RawClient> {
    const client = await connectRaw(`${address}${path}`, headers);
    clients.push({ stop: () => client.socket.terminate() });
    client.say(handshake);
    return client;
  }

  async function isRefused(path: string, text: string): Promise<void> {
    const client = await connectByHand(path, { authorization: `Bearer ${text}` });
    expect(await client.receive(2)).toEqual([{}, { type: 7 }]);
  }

  it('admit a monitor whose token was created without scopes', async () => {
    const game = await buildGame(test.db);
    const { body } = await test.call(tokenRoutes.create, { as: admin, body: { name: 'referee' } });
    await isIn(await connect(`/hub/monitor?game=${game.id}&live=1`, body.token));
  });

  it('accept the token in the header or, for a WebSocket only, in the query', async () => {
    const game = await buildGame(test.db);
    const { text, headers } = await buildToken(test, admin, ['monitor:read']);
    const path = `/hub/monitor?game=${game.id}&live=1`;
    for (const client of [
      await connectByHand(path, headers),
      await connectByHand(`${path}&access_token=${encodeURIComponent(text)}`),
    ]) {
      expect(await client.receive(2)).toMatchObject([{}, { target: 'CaughtUp' }]);
    }
    const negotiated = await fetch(`${address}/hub/monitor/negotiate?negotiateVersion=1&access_token=nonsense`, {
      method: 'POST',
    });
    expect(negotiated.status).toBe(200);
  });

  it('need the scope', async () => {
    const game = await buildGame(test.db);
    const { text } = await buildToken(test, admin, ['admin:write', 'game:read', 'play:read', 'monitor:write']);
    await isRefused(`/hub/monitor?game=${game.id}`, text);
    await isRefused('/hub/admin', text);
  });

  it('need the role of the account as well', async () => {
    const game = await buildGame(test.db);
    const user = await buildAccount(test.db);
    const { text } = await buildToken(test, user);
    await isRefused(`/hub/monitor?game=${game.id}`, text);
    await isRefused('/hub/admin', text);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: user.id, role: 'observer' });
    await isIn(await connect(`/hub/monitor?game=${game.id}&live=1`, text));
  });

  it("send a player's script its team's verdicts with play:read, and only public messages without it", async () => {
    const { participation, captain } = await buildParticipation(test.db);
    const path = `/hub/user?game=${participation.gameId}&live=1`;
    const own = await connect(path, (await buildToken(test, captain, ['play:read'])).text);
    const other = await connect(path, (await buildToken(test, captain, ['game:read'])).text);
    await isIn(own);
    await isIn(other);
    const verdict = { id: 1, challengeId: 1, status: 'Accepted', time: 1, userName: 'x', attempts: 1 } as const;
    const notice = { id: 1, type: 'Normal', values: ['hello'], time: 1 } as const;
    await publish(test.deps, `participation:${participation.id}`, 'SubmissionJudged', verdict);
    await publish(test.deps, `game:${participation.gameId}`, 'ReceivedGameNotice', { ...notice, values: ['hello'] });
    await vi.waitFor(() => expect(own.received.length).toBe(3), waitOptions);
    await vi.waitFor(() => expect(other.received.length).toBe(2), waitOptions);
    expect(JSON.stringify(other.received)).not.toContain('SubmissionJudged');
  });

  it.each(['negotiate', 'connect'])('answer 401 to a wrong token (%s)', async (step) => {
    const game = await buildGame(test.db);
    const headers = { authorization: 'Bearer vexil_nonsense' };
    if (step === 'negotiate') {
      const reply = await fetch(`${address}/hub/user/negotiate?game=${game.id}`, { method: 'POST', headers });
      expect(reply.status).toBe(401);
      expect(await reply.json()).toMatchObject({ code: 'token.invalid' });
      return;
    }
    await expect(connectRaw(`${address}/hub/user?game=${game.id}`, headers)).rejects.toThrow('HTTP 401');
    const path = `/hub/monitor?game=${game.id}&access_token=nonsense`;
    await expect(connectRaw(`${address}${path}`)).rejects.toThrow('HTTP 401');
  });

  it.each(['false', 'true'])('end at once in every process when the token is revoked (delete=%s)', async (kind) => {
    const game = await buildGame(test.db);
    const { token, text } = await buildToken(test, admin, ['monitor:read', 'admin:read']);
    const kept = await connect('/hub/admin?live=1', (await buildToken(test, admin, ['admin:read'])).text);
    const ended = [
      await connect(`/hub/monitor?game=${game.id}&live=1`, text),
      await connect(`/hub/monitor?game=${game.id}&live=1`, text, secondAddress),
      await connect('/hub/admin?live=1', text),
    ];
    await Promise.all([kept, ...ended].map(isIn));
    await test.call(tokenRoutes.remove, { as: admin, params: { id: token.id }, query: { delete: kind } });
    await Promise.all(ended.map(isCutOff));
    expect(kept.isClosed).toBe(false);
  });

  it('end when the account is demoted', async () => {
    const demoted = await buildAccount(test.db, { role: 'Admin' });
    const client = await connect('/hub/admin?live=1', (await buildToken(test, demoted)).text);
    await isIn(client);
    await test.db.update(accounts).set({ role: 'Monitor' }).where(eq(accounts.id, demoted.id));
    await publishAccessChanged(test.deps, [demoted.id]);
    await isCutOff(client);
  });

  it('end when the token expires, without any message', async () => {
    const game = await buildGame(test.db);
    const expiresAt = new Date(test.clock.now().getTime() + 10_000);
    const { headers } = await buildToken(test, admin, ['monitor:read'], { expiresAt });
    const client = await connectByHand(`/hub/monitor?game=${game.id}`, headers);
    await client.receive(1);
    test.clock.advance(26_000);
    expect(await client.receive(3)).toEqual([{}, { type: 6 }, { type: 7 }]);
  });

  it('send log lines to administrators only', async () => {
    const game = await buildGame(test.db);
    const [here, there] = [
      await connect('/hub/admin', (await buildToken(test, admin, ['admin:read'])).text),
      await connect('/hub/admin', (await buildToken(test, admin, ['admin:read'])).text, secondAddress),
    ];
    const monitor = await connect(`/hub/monitor?game=${game.id}&live=1`, (await buildToken(test, admin)).text);
    await isIn(monitor);
    await vi.waitFor(async () => {
      await publish(test.deps, 'admin', 'ReceivedLog', { ...line, secret: 'x' } as never);
      expect(here.received).toContainEqual({ target: 'ReceivedLog', payload: line });
      expect(there.received).toContainEqual({ target: 'ReceivedLog', payload: line });
    }, waitOptions);
    expect(JSON.stringify(monitor.received)).not.toContain('ReceivedLog');
  });

  it('keep the token of an address out of the log', async () => {
    const written: string[] = [];
    const log = pino({ level: 'trace' }, { write: (text: string) => void written.push(text) });
    const app = await buildApp({ ...test.deps, log });
    const at = await listen(app);
    const game = await buildGame(test.db);
    const { text } = await buildToken(test, admin, ['monitor:read']);
    const client = await connectRaw(`${at}/hub/monitor?game=${game.id}&live=1&access_token=${text}`);
    client.say(handshake);
    await client.receive(2);
    await connectRaw(`${at}/hub/monitor?game=${game.id}&access_token=${text}x`).catch(() => {});
    await fetch(`${at}/api/account/profile?access_token=${text}`);
    client.socket.terminate();
    await app.close();
    expect(written.length).toBeGreaterThan(0);
    expect(written.join('')).not.toContain(text);
  });
});
