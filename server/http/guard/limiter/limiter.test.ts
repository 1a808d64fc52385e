import { once } from 'node:events';
import { connect } from 'node:net';
import { accountRoutes } from '@vexil/contract/account';
import { challengeRoutes } from '@vexil/contract/challenge';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import { teamRoutes } from '@vexil/contract/team';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { lockTable } from '@vexil/db/testing/lock-table';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordQueue } from '../../../src/account/password';
import { createTestApp, expectError, noLimits, type TestApp } from '../../../testing/app';
import { listen } from '../../../testing/live';

const limits = noLimits();
/** As a process that has no slot and no time for more. */
const full = { runningMax: 0, waitMsMax: 0 };
const held: (() => Promise<void>)[] = [];

let test: TestApp;
let port: number;
let player: AccountRow;
beforeAll(async () => {
  test = await createTestApp({ rateLimit: true, metricsPort: 0, host: '127.0.0.1' }, { limits });
  port = Number(new URL(await listen(test.app)).port);
});
afterAll(() => test.close());
const queues = () => test.app.limiter.queues;
const running = () => queues().requests.running;
beforeEach(async () => {
  Object.assign(limits, noLimits());
  // The last ones of the test before may be about to end.
  await vi.waitFor(() => expect(running()).toBe(0), 10_000);
  player = await buildAccount(test.db);
});
afterEach(async () => {
  Object.assign(limits, noLimits());
  vi.restoreAllMocks();
  for (const release of held.splice(0)) await release();
});

/** Holds so many requests in the middle of their work: they wait for a table. Gives their answers, once released. */
async function holdRequests(table: 'teams' | 'submissions', send: () => Promise<{ status: number }>, count: number) {
  const release = await lockTable(test.database.sql, table);
  const before = running();
  held.push(release);
  const answers = Array.from({ length: count }, send);
  await vi.waitFor(() => expect(running()).toBe(before + count), 10_000);
  return { release, answers: Promise.all(answers) };
}

const team = (as: AccountRow) => test.call(teamRoutes.list, { as });
const profile = (as: AccountRow) => test.call(accountRoutes.profile, { as });
const holdTeams = (as: AccountRow, count: number) => holdRequests('teams', () => team(as), count);

describe('a server with too many requests', () => {
  it('refuses with the time to retry, in the one form and the language of the caller', async () => {
    Object.assign(limits, full);
    const reply = await test.call(teamRoutes.list, { as: player, headers: { 'accept-language': 'de-DE' } });
    expect([reply.status, reply.headers['retry-after'], reply.headers['content-language']]).toEqual([
      429,
      '1',
      'de-DE',
    ]);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toEqual({ title: expect.stringContaining('in 1 s erneut'), status: 429, code: 'request.busy' });
  });

  it('reads neither session nor body of what it refuses', async () => {
    await test.signIn(player);
    Object.assign(limits, full);
    const statements = vi.spyOn(test.database.sql, 'unsafe');
    const url = '/api/game/1/challenges/1';
    const reply = await test.send({
      method: 'POST',
      url,
      as: player,
      payload: '{"flag":',
      headers: { 'content-type': 'application/json' },
    });
    expectError(reply, 'request.busy');
    expect(statements).not.toHaveBeenCalled();
    statements.mockRestore();
  });

  it('gives a body that came with its headers a slot before its caller is looked up', async () => {
    held.push(await lockTable(test.database.sql, 'sessions'));
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /api/team HTTP/1.1\r\nHost: vexil.test\r\nCookie: GZCTF_Token=made-up\r\n' +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    await vi.waitFor(() => expect(running()).toBe(1), 10_000);
    socket.destroy();
    await vi.waitFor(() => expect(running()).toBe(0), 10_000);
  });

  it('refuses a body that has not arrived before it is read', async () => {
    Object.assign(limits, full);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /api/team HTTP/1.1\r\nHost: vexil.test\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    );
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 429 /);
    socket.destroy();
  });

  it('closes the connection of an upgrade that it refused', async () => {
    Object.assign(limits, full);
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    const ended = once(socket, 'end');
    socket.write(
      'GET /hub/user?game=1 HTTP/1.1\r\nHost: vexil.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await ended;
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n/i);
    socket.destroy();
    const open = () =>
      new Promise<number>((resolve, reject) =>
        test.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    await vi.waitFor(async () => expect(await open()).toBe(0), 10_000);
  });

  it('refuses boards that have to be computed, and not the cached one', async () => {
    const { id } = await buildGame(test.db);
    const asked = (query: object) => test.call(scoreboardRoutes.get, { params: { id }, query });
    Object.assign(limits, full);
    expectError(await asked({ asOf: Date.now() }), 'request.busy');
    expectError(await asked({ count: 10 }), 'request.busy');
    expect((await asked({})).status).toBe(200);
    Object.assign(limits, noLimits());
    expect((await asked({ count: 10 })).status).toBe(200);
  });

  it('answers health checks', async () => {
    Object.assign(limits, full);
    expect((await test.send({ url: '/healthz' })).status).toBe(200);
    expect((await test.send({ url: '/readyz' })).status).toBe(200);
  });

  it('finishes admitted requests, whatever comes after', async () => {
    const built = await buildChallenge(test.db);
    const played = await buildParticipation(test.db, {
      gameId: built.challenge.gameId,
      built: await buildTeam(test.db),
    });
    const params = { id: built.challenge.gameId, challengeId: built.challenge.id };
    const submit = () => test.call(submissionRoutes.submit, { as: played.captain, params, body: { flag: 'flag{x}' } });
    await test.signIn(played.captain);
    const { release, answers } = await holdRequests('submissions', submit, 5);
    Object.assign(limits, full);
    expectError(await submit(), 'request.busy');
    await release();
    const statuses = (await answers).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  it('lets requests wait while it is full, and answers them all', async () => {
    await test.signIn(player);
    const { release, answers } = await holdTeams(player, 3);
    limits.runningMax = 3;
    const waiting = Array.from({ length: 20 }, () => team(player));
    await vi.waitFor(() => expect([running(), queues().requests.waiting]).toEqual([3, 20]), 10_000);
    await release();
    const replies = [...(await answers), ...(await Promise.all(waiting))];
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(queues().requests.waiting).toBe(0);
  });

  it('lets submissions pass pages, and gives sheets few slots of their own', async () => {
    const { challenge } = await buildChallenge(test.db);
    const params = { id: challenge.gameId };
    await test.signIn(player);
    const { release, answers } = await holdTeams(player, 2);
    limits.runningMax = 2;
    const order: string[] = [];
    const note = async (name: string, reply: Promise<unknown>) => {
      await reply;
      order.push(name);
    };
    const page = note('page', test.call(challengeRoutes.details, { as: player, params }));
    await vi.waitFor(() => expect(queues().requests.waiting).toBe(1), 10_000);
    const flag = { flag: 'flag{x}' };
    const submit = test.call(submissionRoutes.submit, {
      as: player,
      params: { ...params, challengeId: challenge.id },
      body: flag,
    });
    const submission = note('submission', submit);
    await vi.waitFor(() => expect(queues().requests.waiting).toBe(2), 10_000);
    const sheet = await test.call(scoreboardRoutes.sheet, { as: player, params });
    expect(sheet.status).not.toBe(429);
    expect(order).toEqual([]);
    limits.runningMax = 1;
    await release();
    await answers;
    await Promise.all([page, submission]);
    expect(order[0]).toBe('submission');
  });

  it('admits a new client where a busy one is refused', async () => {
    const newClient = await buildAccount(test.db);
    for (const one of [player, newClient]) {
      await test.signIn(one);
      await team(one);
    }
    const { release, answers } = await holdTeams(player, 3);
    // However long it takes to send them, the queue is as long as it is.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    Object.assign(limits, { runningMax: 3, waitMsMax: 100 });
    const { refused } = queues().requests;
    const asked = Array.from({ length: 200 }, () => team(player));
    await vi.waitFor(() => expect(queues().requests.refused).toBeGreaterThan(refused), 10_000);
    const admitted = queues().requests.waiting;
    expect(admitted).toBeGreaterThan(10);
    expect(admitted).toBeLessThan(200);
    const other = team(newClient);
    await vi.waitFor(() => expect(queues().requests.waiting).toBe(admitted + 1), 10_000);
    expectError(await team(player), 'request.busy');
    await release();
    await answers;
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('counts made-up sessions as their address', async () => {
    await test.signIn(player);
    await team(player);
    const { release, answers } = await holdTeams(player, 3);
    // However long it takes to send them, the queue is as long as it is.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    Object.assign(limits, { runningMax: 3, waitMsMax: 100 });
    const invent = (index: number) =>
      test.send({ url: '/api/team', headers: { cookie: `GZCTF_Token=invented${index}` } });
    const { refused } = queues().requests;
    const invented = Array.from({ length: 200 }, (_, index) => invent(index));
    await vi.waitFor(() => expect(queues().requests.refused).toBeGreaterThan(refused), 10_000);
    const mine = team(player);
    expectError(await invent(1000), 'request.busy');
    await release();
    await answers;
    expect((await mine).status).toBe(200);
    await Promise.all(invented);
  });

  it('forgets a request whose client has left', async () => {
    Object.assign(limits, { runningMax: 0, waitMsMax: Number.POSITIVE_INFINITY });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/team HTTP/1.1\r\nHost: vexil.test\r\n\r\n');
    await vi.waitFor(() => expect(queues().requests.waiting).toBe(1), 10_000);
    socket.destroy();
    await vi.waitFor(() => expect([queues().requests.waiting, test.app.limiter.inFlight.size]).toEqual([0, 0]), 10_000);
  });

  it('gives the slots of requests that take for ever to others', async () => {
    await test.signIn(player);
    const { release, answers } = await holdTeams(player, 3);
    limits.runningMax = 3;
    const stopped = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(stopped + 6000);
    expect((await profile(player)).status).toBe(200);
    await release();
    await answers;
  });

  it('refuses requests with rate limits off too, and then all callers are one', async () => {
    const open = await createTestApp({ rateLimit: false }, { limits });
    const send = () => open.send({ url: '/api/team', as: player });
    await open.db.insert(accounts).values(player);
    for (let index = 0; index < 100; index += 1) expect((await send()).status).toBe(200);
    Object.assign(limits, full);
    expectError(await send(), 'request.busy');
    await open.close();
  });

  it('refuses sign-ins alone while too many of them wait', async () => {
    const before = { ...passwordQueue.limits };
    Object.assign(passwordQueue.limits, full);
    const body = { userName: player.userName, password: 'x' };
    expectError(await test.call(accountRoutes.login, { body }), 'request.busy');
    expect((await team(player)).status).toBe(200);
    Object.assign(passwordQueue.limits, before);
  });

  it('counts requests in flight', async () => {
    const { release, answers } = await holdTeams(player, 4);
    expect([running(), test.app.limiter.inFlight.size]).toEqual([4, 4]);
    await release();
    await answers;
    await vi.waitFor(() => expect([running(), test.app.limiter.inFlight.size]).toEqual([0, 0]), 10_000);
  });

  it('has metrics of its refusals', async () => {
    Object.assign(limits, full);
    await team(player);
    const text = (await test.app.metrics?.registry.metrics()) ?? '';
    expect(text).toMatch(/^requests_shed_total\{queue="requests"\} [1-9]/m);
    expect(text).toMatch(/^requests_in_flight\{queue="requests"\} \d/m);
    expect(text).toMatch(/^requests_in_flight_limit\{queue="requests"\} 0/m);
    expect(text).toMatch(/^requests_waiting\{queue="signIns"\} 0/m);
  });
});
