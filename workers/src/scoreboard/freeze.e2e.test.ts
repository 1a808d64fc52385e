import { challengeRoutes } from '@vexil/contract/challenge';
import { gameEditRoutes } from '@vexil/contract/game';
import { noticeJobs, noticeRoutes } from '@vexil/contract/notice';
import { type Scoreboard, scoreboardRoutes } from '@vexil/contract/scoreboard';
import { judgePartition, submissionJobs, submissionRoutes } from '@vexil/contract/submission';
import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { gameStaff, games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { applyScoreboardDelta, type ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { isStaffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { connectHub, type HubClient, listen } from '@vexil/server/testing/live';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { readTarget } from '../../testing/live';
import { buildSubmission } from '../../testing/submission';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const waitOptions = { timeout: 30_000 };

let test: TestApp;
let worker: TestWorker;
let address: string;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  address = await listen(test.app);
  admin = await buildAccount(test.db, { role: 'Admin' });
  const { database, deps, clock } = test;
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), keyPrefix: deps.keyPrefix, clock });
});
afterAll(async () => {
  await worker.close();
  await test.close();
});

let gameId: number;
let challenges: { id: number; flag: string }[];
let teams: [BuiltParticipation, BuiltParticipation, BuiltParticipation, BuiltParticipation, BuiltParticipation];
let observer: AccountRow;
/** On the staff of another game. */
let stranger: AccountRow;
let hubs: HubClient[] = [];

beforeEach(async () => {
  for (const hub of hubs) await hub.connection.stop();
  hubs = [];
  gameId = (await buildGame(test.db)).id;
  challenges = [];
  while (challenges.length < 3) {
    const { challenge, flags } = await buildChallenge(test.db, { gameId });
    challenges.push({ id: challenge.id, flag: flags[0] ?? '' });
  }
  const join = () => buildParticipation(test.db, { gameId });
  teams = [await join(), await join(), await join(), await join(), await join()];
  const other = await buildGame(test.db);
  [observer, stranger] = [await buildAccount(test.db), await buildAccount(test.db)];
  await test.db.insert(gameStaff).values([
    { gameId, accountId: observer.id, role: 'observer' },
    { gameId: other.id, accountId: stranger.id, role: 'organiser' },
  ]);
});

async function solve(team: BuiltParticipation, at: number): Promise<void> {
  const challenge = challenges[at];
  if (!challenge) throw new Error('There is no such challenge.');
  const params = { id: gameId, challengeId: challenge.id };
  const reply = await test.call(submissionRoutes.submit, { as: team.captain, params, body: { flag: challenge.flag } });
  expect(reply.status).toBe(200);
  // One after the other, so that each has a time of its own.
  test.clock.advance(10);
}

const params = () => ({ id: gameId });
const setFreeze = (freezeTime: number | null) =>
  test.call(gameEditRoutes.update, { as: admin, params: params(), body: { freezeTime } });
const unfreeze = () => test.call(gameEditRoutes.unfreeze, { as: admin, params: params() });
const now = () => test.clock.now().getTime();

async function settle(): Promise<void> {
  await worker.drain();
  await worker.run(noticeJobs.sweep, {});
  await worker.drain();
  test.deps.boards.expire(gameId);
}

async function freezeNow(): Promise<number> {
  const freezeTime = now();
  test.clock.advance(5);
  expect((await setFreeze(freezeTime)).status).toBe(200);
  await settle();
  return freezeTime;
}

async function listenAs(as: AccountRow | null, live = true): Promise<HubClient> {
  const cookie = as ? await test.signIn(as) : undefined;
  const hub = await connectHub(`${address}/hub/user?game=${gameId}${live ? '&live=1' : ''}`, cookie);
  hubs.push(hub);
  // Replayed messages arrive after the connection is open.
  if (live) await vi.waitFor(() => expect(hub.of('CaughtUp')).toHaveLength(1), waitOptions);
  return hub;
}

/** Every reply that could reveal other teams' solves, byte for byte. */
async function record(as: AccountRow | null): Promise<Record<string, unknown>> {
  const ids = teams.map(({ team }) => team.id);
  const urls = [
    `/api/game/${gameId}/scoreboard`,
    `/api/game/${gameId}/scoreboard?asOf=${Date.UTC(2100, 0)}`,
    `/api/game/${gameId}/scoreboard?count=3`,
    `/api/game/${gameId}/scoreboard?search=${encodeURIComponent(teams[1].team.name ?? '')}`,
    `/api/game/${gameId}/scoreboard/timeline?teams=${ids.join(',')}`,
    `/api/game/${gameId}/scoreboard/timeline?teams=${ids.join(',')}&asOf=${Date.UTC(2100, 0)}`,
    `/api/game/${gameId}/details`,
    ...challenges.map(({ id }) => `/api/game/${gameId}/challenges/${id}`),
    `/api/game/${gameId}/notices`,
    `/api/game/${gameId}`,
    '/api/game?count=50',
    '/api/game/recent',
    ...ids.map((id) => `/api/team/${id}`),
    '/api/team',
    `/api/game/${gameId}/events`,
    `/api/game/${gameId}/submissions`,
    `/api/game/${gameId}/cheatinfo`,
    `/api/game/${gameId}/scoreboardsheet`,
    `/api/game/${gameId}/submissionsheet`,
    `/api/game/${gameId}/participations`,
    `/api/edit/games/${gameId}/challenges`,
    `/api/edit/games/${gameId}/notices`,
  ];
  const headers = as ? { cookie: await test.signIn(as) } : {};
  const replies: Record<string, unknown> = {};
  for (const encoding of ['identity', 'br']) {
    for (const url of urls) {
      const reply = await test.app.inject({ url, headers: { ...headers, 'accept-encoding': encoding } });
      const { date: _date, 'x-request-id': _requestId, ...kept } = reply.headers;
      replies[`${encoding} ${url}`] = [reply.statusCode, kept, reply.rawPayload.toString('base64')];
      if (!reply.headers.etag) continue;
      const again = await test.app.inject({
        url,
        headers: { ...headers, 'if-none-match': String(reply.headers.etag) },
      });
      replies[`again ${encoding} ${url}`] = again.statusCode;
    }
  }
  return replies;
}

const board = async (as?: AccountRow, headers: Record<string, string> = {}) =>
  test.call(scoreboardRoutes.get, { params: params(), headers, ...(as ? { as } : {}) });
const solveCount = ({ items }: Pick<Scoreboard, 'items'>) =>
  items.reduce((sum, { solvedCount }) => sum + solvedCount, 0);
const publishedBloods = async () =>
  (await readTarget(test.deps, `game:${gameId}`, 'ReceivedGameNotice')).map(({ type, values }) => [type, values[0]]);

describe('a frozen board', () => {
  it('reveals no later solve on any channel', async () => {
    await solve(teams[0], 0);
    await solve(teams[1], 0);
    await settle();
    await freezeNow();
    const [player] = [teams[2].captain];
    const people = [null, player, stranger];
    const subscribers = [
      await listenAs(null, false),
      await listenAs(null),
      await listenAs(player),
      await listenAs(stranger),
    ];
    const before = [];
    for (const person of people) before.push(await record(person));
    const receivedBefore = subscribers.map(({ received }) => received.length);
    const { version } = (await board()).body;

    await solve(teams[3], 0);
    await solve(teams[3], 1);
    await solve(teams[4], 1);
    await solve(teams[0], 2);
    await settle();
    // A board that staff ask for is not given to the next who asks.
    expect(solveCount((await board(observer)).body)).toBe(6);
    for (const [index, person] of people.entries()) expect(await record(person)).toEqual(before[index]);
    for (const [index, subscriber] of subscribers.entries()) {
      const published = subscriber.received
        .slice(receivedBefore[index])
        .filter(({ target }) => target !== 'ScoreboardChanged');
      expect(published).toEqual([]);
      // A new connection gets the latest changes once more.
      for (const change of subscriber.of('ScoreboardChanged') as { version: number }[]) {
        expect(change.version).toBeLessThanOrEqual(version);
      }
    }
    expect(await readTarget(test.deps, `game:${gameId}`, 'NoticeDeleted')).toEqual([]);
  });

  it('shows a team its own verdicts and its own solves, and nothing they are worth', async () => {
    await solve(teams[0], 0);
    await settle();
    await freezeNow();
    const { captain, team } = teams[2];
    const details = async () => (await test.call(challengeRoutes.details, { as: captain, params: params() })).body;
    const [plain, open] = [await details(), await board()];
    const subscriber = await listenAs(captain);
    await solve(teams[3], 1);
    await solve(teams[2], 1);
    await settle();
    await vi.waitFor(
      () => expect(subscriber.of('SubmissionJudged')).toMatchObject([{ status: 'Accepted' }]),
      waitOptions,
    );
    const own = await details();
    expect(own.rank.solvedChallenges).toMatchObject([{ id: challenges[1]?.id, score: 0, type: 'Normal' }]);
    expect({ ...own, rank: { ...own.rank, solvedChallenges: [], solvedCount: 0 } }).toEqual(plain);
    expect((await board(captain)).body).toEqual(open.body);
    expect(own.rank).toMatchObject({ id: team.id, score: 0, solvedCount: 1 });
    const onBoard = (await board(captain)).body.items.find(({ id }) => id === team.id);
    expect(onBoard).toMatchObject({ solvedCount: 0, solvedChallenges: [] });
    expect(subscriber.of('ReceivedGameNotice')).toEqual([]);
  });

  it('is live for staff, monitors and administrators, in replies that no cache shares', async () => {
    await solve(teams[0], 0);
    await settle();
    const subscriber = await listenAs(observer);
    await freezeNow();
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    await solve(teams[1], 1);
    await settle();
    const cachedBoard = (await board(observer)).body;
    await solve(teams[2], 1);
    await settle();
    const open = await board();
    for (const as of [observer, monitor, admin]) {
      const seen = await board(as);
      await verifyScoreboard(test.database, gameId, seen.body);
      expect(solveCount(seen.body)).toBe(3);
      expect(seen.headers).toMatchObject({
        'cache-control': 'private, no-cache, must-revalidate',
        vary: 'Accept-Encoding, Cookie, Authorization',
      });
      expect(seen.headers.etag).not.toBe(open.headers.etag);
      const mixed = await board(as, { 'if-none-match': String(open.headers.etag) });
      expect(mixed.status).toBe(200);
    }
    expect(solveCount(open.body)).toBe(1);
    expect((await board(undefined, { 'if-none-match': String((await board(admin)).headers.etag) })).status).toBe(200);

    const changes = () => subscriber.of('ScoreboardChanged') as { version: number; delta: ScoreboardDelta }[];
    await vi.waitFor(
      () => expect(changes().some(({ version }) => version === cachedBoard.version + 1)).toBe(true),
      waitOptions,
    );
    const delta = changes().find(({ version }) => version === cachedBoard.version + 1)?.delta ?? {
      full: true,
      updateTimeUtc: 0,
    };
    const { version: _version, ...next } = (await board(observer)).body;
    expect(applyScoreboardDelta(cachedBoard as Parameters<typeof applyScoreboardDelta>[0], delta)).toEqual(next);

    const list = (as?: AccountRow) => test.call(noticeRoutes.list, { params: params(), ...(as ? { as } : {}) });
    expect((await list(observer)).body).toHaveLength(3);
    expect((await list()).body).toHaveLength(1);
    await vi.waitFor(() => expect(subscriber.of('NoticeChanged')).toHaveLength(2), waitOptions);
    expect(await publishedBloods()).toHaveLength(1);
  });

  it('is revealed at once, its bloods in order and once', async () => {
    await solve(teams[0], 0);
    await settle();
    const freezeTime = await freezeNow();
    const subscribers = [await listenAs(null), await listenAs(observer)];
    for (const [index, team] of teams.slice(1, 4).entries()) {
      await solve(team, 1 + (index % 2));
      // Judged in sequence, because bloods are published in the order of verdicts.
      await worker.drain();
    }
    await solve(teams[4], 0);
    await settle();
    expect(await publishedBloods()).toHaveLength(1);
    const live = (await board(observer)).body;

    const reply = await unfreeze();
    expect(reply.body).toMatchObject({ id: gameId, freezeTime, revealedAt: expect.any(Number) });
    await settle();
    const open = await board();
    await verifyScoreboard(test.database, gameId, open.body);
    expect(solveCount(open.body)).toBe(5);
    expect(isStaffVersion(live.version)).toBe(true);
    expect((await board(observer)).headers.etag).toBe(open.headers.etag);
    const expected = [
      ['FirstBlood', teams[0].team.name],
      ['FirstBlood', teams[1].team.name],
      ['FirstBlood', teams[2].team.name],
      ['SecondBlood', teams[3].team.name],
      ['SecondBlood', teams[4].team.name],
    ];
    expect(await publishedBloods()).toEqual(expected);
    const versions = (subscriber: HubClient) =>
      (subscriber.of('ScoreboardChanged') as { version: number }[]).map((one) => one.version);
    for (const subscriber of subscribers)
      await vi.waitFor(() => expect(versions(subscriber)).toContain(open.body.version), waitOptions);
    expect((await test.call(noticeRoutes.list, { params: params() })).body).toHaveLength(5);

    expect((await unfreeze()).status).toBe(200);
    await settle();
    expect(await publishedBloods()).toEqual(expected);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, gameId));
    expect(entries.filter(({ action }) => action === 'game.unfreeze')).toHaveLength(1);
  });

  it('announces each blood once when many reveal, judge and sweep at once', async () => {
    await freezeNow();
    for (const team of teams) for (const at of [0, 1, 2]) await solve(team, at);
    await settle();
    expect(await publishedBloods()).toEqual([]);
    await test.db.update(games).set({ freezeAt: null }).where(eq(games.id, gameId));
    test.clock.advance(6_000);
    const jobs = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? worker.run(noticeJobs.announce, { gameId }) : worker.run(noticeJobs.sweep, {}),
    );
    await Promise.all(jobs);
    const stored = await test.db.select().from(notices).where(eq(notices.gameId, gameId)).orderBy(notices.id);
    expect(await publishedBloods()).toEqual(stored.map(({ type, values }) => [type, values[0]]));
    expect(stored).toHaveLength(9);
  });

  it('shows a solve of the very instant of the freeze, and none a millisecond later', async () => {
    const freeze = now() + 60_000;
    const at = async (team: BuiltParticipation, time: number, index: number) => {
      const { id = 0, flag = '' } = challenges[index] ?? {};
      await buildSubmission(test.db, team, { id, gameId }, flag, new Date(time));
      return { id };
    };
    await setFreeze(freeze);
    await worker.drain();
    for (const { id } of [await at(teams[0], freeze, 0), await at(teams[1], freeze + 1, 1)]) {
      await worker.run(submissionJobs.judge, { gameId, partition: judgePartition(id) });
    }
    await settle();
    // By the clock the freeze is to come, by the solve it is there.
    expect(solveCount((await board()).body)).toBe(1);
    expect(await publishedBloods()).toEqual([['FirstBlood', teams[0].team.name]]);
  });

  it('is kept by a server that learns of it late', async () => {
    await solve(teams[0], 0);
    await settle();
    const freeze = now() + 1_000;
    await setFreeze(freeze);
    await settle();
    const before = (await board()).body;
    test.clock.advance(2_000);
    await solve(teams[1], 1);
    await test.db.update(games).set({ freezeAt: null }).where(eq(games.id, gameId));
    await settle();
    await test.db
      .update(games)
      .set({ freezeAt: new Date(freeze) })
      .where(eq(games.id, gameId));
    const shown = (await board()).body;
    expect(solveCount(shown)).toBe(1);
    expect(shown.items.map(({ score }) => score)).toEqual(before.items.map(({ score }) => score));
    const facts = await loadScoreboardFacts(test.database.sql, gameId);
    if (!facts) throw new Error('There is no such game.');
    const { version: _version, updateTimeUtc: _time, ...rest } = shown;
    const { updateTimeUtc: _at, ...expected } = JSON.parse(JSON.stringify(computeScoreboard(facts, freeze)));
    expect(rest).toEqual(expected);
  });
});
