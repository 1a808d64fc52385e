import { once } from 'node:events';
import { connect } from 'node:net';
import { accountRoutes } from '@vexil/contract/account';
import { challengeRoutes } from '@vexil/contract/challenge';
import { postRoutes } from '@vexil/contract/post';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import { teamRoutes } from '@vexil/contract/team';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { passwordQueue } from '../account/password';
import { fixedPressure } from './shed.pressure';

/** As a process with so many slots would be, without having to keep it busy. */
const pressure = { ...fixedPressure(0), retryAfterSeconds: () => 7, recordRefusal: vi.fn() };
const many = 1_000_000;
const held: (() => Promise<void>)[] = [];

let test: TestApp;
let player: AccountRow;
beforeAll(async () => {
  test = await createTestApp({ rateLimit: true, metricsPort: 0, host: '127.0.0.1' }, { pressure });
});
afterAll(() => test.close());
beforeEach(async () => {
  pressure.slots = many;
  // The last ones of the test before may be about to end.
  await vi.waitFor(() => expect(test.app.shed.slots).toBe(0), 30_000);
  player = await buildAccount(test.db);
});
afterEach(async () => {
  pressure.slots = many;
  vi.restoreAllMocks();
  for (const release of held.splice(0)) await release();
});

/** Holds so many requests in the middle of their work: they wait for a table. Gives their answers, once released. */
async function holdRequests(table: 'posts' | 'submissions', send: () => Promise<{ status: number }>, count: number) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked: () => void = () => undefined;
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const lock = test.database.sql.begin(async (sql) => {
    await sql.unsafe(`lock table ${table} in access exclusive mode`);
    locked();
    await released;
  });
  await isLocked;
  const before = test.app.shed.slots;
  const answers = Array.from({ length: count }, send);
  await vi.waitFor(() => expect(test.app.shed.slots).toBe(before + count), 30_000);
  const end = async () => {
    release();
    await lock;
  };
  held.push(end);
  return { release: end, answers: Promise.all(answers) };
}

const team = (as: AccountRow) => test.call(teamRoutes.list, { as });
const holdPosts = (count: number) => holdRequests('posts', () => test.call(postRoutes.latest), count);

describe('a server with too many requests', () => {
  it('refuses with the time to retry, in the one form and the language of the caller', async () => {
    pressure.slots = 0;
    const reply = await test.call(teamRoutes.list, { as: player, headers: { 'accept-language': 'de-DE' } });
    expect([reply.status, reply.headers['retry-after'], reply.headers['content-language']]).toEqual([
      429,
      '7',
      'de-DE',
    ]);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toEqual({ title: expect.stringContaining('in 7 s erneut'), status: 429, code: 'request.busy' });
    expect(pressure.recordRefusal).toHaveBeenCalled();
  });

  it('reads neither session nor body of what it refuses', async () => {
    await test.signIn(player);
    pressure.slots = 0;
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

  it('closes the connection of an upgrade that it refused', async () => {
    const address = await listen(test.app);
    pressure.slots = 0;
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    const ended = once(socket, 'end');
    socket.write(
      'GET /hub/user?game=1 HTTP/1.1\r\nHost: vexil.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await ended;
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 7\r\n/i);
    socket.destroy();
    const open = () =>
      new Promise<number>((resolve, reject) =>
        test.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    await vi.waitFor(async () => expect(await open()).toBe(0), 30_000);
  });

  it('refuses boards that have to be computed before the cached one', async () => {
    const { id } = await buildGame(test.db);
    const { release, answers } = await holdPosts(7);
    pressure.slots = 10;
    const asked = (query: object) => test.call(scoreboardRoutes.get, { params: { id }, query });
    expectError(await asked({ asOf: Date.now() }), 'request.busy');
    expectError(await asked({ count: 10 }), 'request.busy');
    expect((await asked({})).status).toBe(200);
    pressure.slots = many;
    expect((await asked({ count: 10 })).status).toBe(200);
    await release();
    await answers;
  });

  it('answers health checks', async () => {
    pressure.slots = 0;
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
    pressure.slots = 0;
    expectError(await submit(), 'request.busy');
    await release();
    const statuses = (await answers).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  it('refuses sheets first, then pages, and the board last', async () => {
    const { challenge } = await buildChallenge(test.db);
    const params = { id: challenge.gameId };
    const sheet = () => test.call(scoreboardRoutes.sheet, { as: player, params });
    const board = () => test.call(scoreboardRoutes.get, { params });
    const details = () => test.call(challengeRoutes.details, { as: player, params });
    await test.signIn(player);
    await holdPosts(3);
    const isBusy = async (reply: Promise<{ body: unknown }>) =>
      (await reply).body !== undefined && ((await reply).body as { code?: string }).code === 'request.busy';
    const refused = async (slots: number) => {
      pressure.slots = slots;
      return [await isBusy(sheet()), await isBusy(details()), await isBusy(board())];
    };
    expect(await refused(100)).toEqual([false, false, false]);
    expect(await refused(4)).toEqual([true, false, false]);
    expect(await refused(2)).toEqual([true, true, false]);
    expect(await refused(1)).toEqual([true, true, true]);
  });

  it('admits a new client where a busy one is refused', async () => {
    const newClient = await buildAccount(test.db);
    for (const one of [player, newClient]) await test.signIn(one);
    await holdPosts(3);
    // What was asked for fades with the time, however long it takes to ask.
    const stopped = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(stopped);
    pressure.slots = 5;
    // Others who use it as one does.
    for (const one of await Promise.all(Array.from({ length: 8 }, () => buildAccount(test.db)))) await team(one);
    let replies = 0;
    for (let reply = await team(player); reply.status === 200; reply = await team(player)) replies += 1;
    expect(replies).toBeGreaterThan(10);
    expect(replies).toBeLessThan(200);
    expect((await team(newClient)).status).toBe(200);
    expectError(await team(player), 'request.busy');
    expect(test.app.shed.refused.get('overQuota play')).toBeGreaterThan(0);
  });

  it('refuses requests with rate limits off too, and then all callers have one priority', async () => {
    const open = await createTestApp({ rateLimit: false }, { pressure });
    const send = () => open.send({ url: '/api/team', as: player });
    await open.db.insert(accounts).values(player);
    for (let index = 0; index < 100; index += 1) expect((await send()).status).toBe(200);
    pressure.slots = 0;
    expectError(await send(), 'request.busy');
    await open.close();
  });

  it('refuses sign-ins alone while too many of them wait', async () => {
    passwordQueue.waitMsMax = -1;
    const body = { userName: player.userName, password: 'x' };
    expectError(await test.call(accountRoutes.login, { body }), 'request.busy');
    expect((await test.call(postRoutes.latest)).status).toBe(200);
    passwordQueue.waitMsMax = Number.POSITIVE_INFINITY;
  });

  it('counts requests in flight', async () => {
    const { release, answers } = await holdPosts(4);
    expect(test.app.shed.slots).toBe(4);
    await release();
    await answers;
    await vi.waitFor(() => expect([test.app.shed.slots, test.app.shed.inFlight.size]).toEqual([0, 0]), 30_000);
  });

  it('has metrics of its refusals', async () => {
    pressure.slots = 0;
    await team(player);
    const text = (await test.app.metrics?.registry.metrics()) ?? '';
    expect(text).toMatch(/^requests_shed_total\{reason="full",kind="play"\} [1-9]/m);
    expect(text).toMatch(/^requests_in_flight \d/m);
    expect(text).toMatch(/^requests_in_flight_limit 0/m);
    expect(text).toMatch(/^event_loop_delay_seconds 0/m);
  });
});
