import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { allPermissions } from '@vexil/db/enums/division';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { loadScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { currentScoreboard } from '@vexil/rules/scoreboard.current.rules';
import { boardBody, boardEtag, boardText, findBoardVersion, publishBoard } from '@vexil/runtime/scoreboard.store';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, emptyRedis, expectError, type TestApp } from '../../testing/app';
import { verifyScoreboard } from '../../testing/scoreboard';
import { chooseEncoding } from './send-board';

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

let test: TestApp;
let gameId: number;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  gameId = (await buildGame(test.db)).id;
});
afterEach(() => vi.restoreAllMocks());

const get = (id = gameId, headers: Record<string, string> = {}) =>
  test.call(scoreboardRoutes.get, { params: { id }, headers });

async function solve({ participation, captain }: BuiltParticipation, challengeId: number) {
  const submittedAt = new Date();
  const key = { gameId, challengeId, participationId: participation.id, accountId: captain.id };
  const [submission] = await test.db
    .insert(submissions)
    .values({ ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted', submittedAt })
    .returning();
  await test.db.insert(solves).values({ ...key, submissionId: submission?.id ?? 0, solvedAt: submittedAt });
}

/** What a worker does when a board has changed. */
async function publishCurrent(): Promise<number> {
  const facts = await loadScoreboardFacts(test.database.sql, gameId);
  if (!facts) throw new Error('There is no such game.');
  const { redis, keyPrefix } = test.deps;
  const previous = await findBoardVersion(redis, keyPrefix, gameId);
  const version = previous === null ? facts.databaseTime : previous + 1;
  const board = currentScoreboard(facts, Date.now(), null);
  const identity = Buffer.from(boardText(boardBody(board), board.updateTimeUtc, version));
  const compressed = { gzip: gzipSync(identity), br: brotliCompressSync(identity) };
  const { updateTimeUtc } = board;
  const etag = boardEtag(gameId, version);
  const times = { updateTimeUtc, factsAt: facts.databaseTime, frozenAt: null };
  const document = { version, ...times, etag, identity, ...compressed };
  expect(await publishBoard(redis, keyPrefix, gameId, previous, document, 1)).toBe(true);
  return version;
}

const served = (version: number) =>
  vi.waitUntil(async () => (await get()).body.version === version, { timeout: 30_000 });

describe('GET /api/game/{id}/scoreboard', () => {
  it('shows teams, challenges, solves and divisions to everybody', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId, category: 'Web', disableBloodBonus: true });
    const draft = await buildChallenge(test.db, { gameId, title: 'not yet', isEnabled: false });
    const first = await buildParticipation(test.db, { gameId });
    const suspended = await buildParticipation(test.db, { gameId, status: 'Suspended' });
    const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
    for (const { id } of [challenge, draft.challenge]) {
      const mask = { divisionId: division?.id ?? 0, challengeId: id, gameId, permissions: allPermissions };
      await test.db.insert(divisionChallenges).values(mask);
    }
    await solve(first, challenge.id);
    const reply = await get();
    const board = await verifyScoreboard(test.database, gameId, reply.body);
    expect(board.items.map(({ id, score }) => ({ id, score }))).toEqual([{ id: first.team.id, score: 1000 }]);
    expect(board.challenges.Web?.[0]).toMatchObject({ disableBloodBonus: true, solved: 1, bloods: [] });
    expect(board.divisions[0]?.challengeConfigs).toEqual({
      [challenge.id]: { challengeId: challenge.id, permissions: allPermissions },
    });
    expect(JSON.stringify(reply.body)).not.toMatch(new RegExp(`not yet|"${suspended.team.name}"`));
  });

  it('is not there for a game that is unknown or has not begun, though it is in memory', async () => {
    expectError(await get(2147483647), 'game.notFound');
    expectError(await get(-1), 'game.notFound');
    expect((await get()).status).toBe(200);
    await publishCurrent();
    await test.db
      .update(games)
      .set({ startAt: ago(-1), endAt: ago(-2) })
      .where(eq(games.id, gameId));
    test.app.gameGate.forget(gameId);
    const reply = await get();
    expectError(reply, 'game.notStarted');
    expect(reply.body).toMatchObject({ status: 10001 });
  });

  it('shows each published version, and only fetches it once', async () => {
    const one = await buildParticipation(test.db, { gameId });
    const { challenge } = await buildChallenge(test.db, { gameId });
    const version = await publishCurrent();
    await served(version);
    const fetched = vi.spyOn(test.deps.redis, 'hgetallBuffer');
    await Promise.all(Array.from({ length: 50 }, () => get()));
    expect(fetched).not.toHaveBeenCalled();
    await solve(one, challenge.id);
    await publishCurrent();
    await served(version + 1);
    await Promise.all(Array.from({ length: 50 }, () => get()));
    expect(fetched).toHaveBeenCalledTimes(1);
    await verifyScoreboard(test.database, gameId, (await get()).body);
  });

  it('is fetched once for a burst that comes with a new version', async () => {
    await buildParticipation(test.db, { gameId });
    const version = await publishCurrent();
    await served(version);
    const fetched = vi.spyOn(test.deps.redis, 'hgetallBuffer');
    await publishCurrent();
    const burst = () => Promise.all(Array.from({ length: 50 }, () => get()));
    await vi.waitUntil(async () => (await burst()).every(({ body }) => body.version === version + 1), {
      timeout: 30_000,
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('sends the bytes that were compressed when it was published', async () => {
    await buildParticipation(test.db, { gameId });
    await served(await publishCurrent());
    const url = `/api/game/${gameId}/scoreboard`;
    const ask = (encoding: string) => test.app.inject({ url, headers: { 'accept-encoding': encoding } });
    const plain = await ask('');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const br = await ask('gzip, deflate, br');
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    const gzip = await ask('gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it('answers 304 to whoever has the version', async () => {
    await served(await publishCurrent());
    const etag = String((await get()).headers.etag);
    expect(etag).toMatch(new RegExp(`^W/"${gameId}-[0-9A-F]+"$`));
    for (const known of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const reply = await get(gameId, { 'if-none-match': known });
      expect(reply.status).toBe(304);
      expect(reply.body).toBeUndefined();
    }
    expect((await get(gameId, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('makes the board once for all that ask at once when none is published, and has it published', async () => {
    await buildParticipation(test.db, { gameId });
    const begun = vi.spyOn(test.database.sql, 'begin');
    const replies = await Promise.all(Array.from({ length: 50 }, () => get()));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(begun).toHaveBeenCalledTimes(1);
    const waiting = await test.deps.queues.scoreboard.getWaiting();
    expect(waiting.map((job) => job.data).filter((data) => data.gameId === gameId)).toEqual([{ gameId }]);
  });

  it('never goes back to fewer solves when Redis was emptied', async () => {
    const one = await buildParticipation(test.db, { gameId });
    const { challenge } = await buildChallenge(test.db, { gameId });
    await served(await publishCurrent());
    await solve(one, challenge.id);
    await emptyRedis(test.deps);
    test.app.boards.lookAgain(gameId);
    await verifyScoreboard(test.database, gameId, (await get()).body);
    const version = await publishCurrent();
    await served(version);
    expect((await get()).body.items[0]?.score).toBe(1050);
  });

  it('shows a renamed team with the next version', async () => {
    const one = await buildParticipation(test.db, { gameId });
    await served(await publishCurrent());
    await test.db.update(teams).set({ name: 'renamed' }).where(eq(teams.id, one.team.id));
    await served(await publishCurrent());
    expect((await get()).body.items[0]?.name).toBe('renamed');
  });
});

describe('publishBoard', () => {
  it('lets one of two workers through that come from the same version', async () => {
    const version = await publishCurrent();
    const { redis, keyPrefix } = test.deps;
    const document = {
      version: version + 1,
      updateTimeUtc: Date.now(),
      factsAt: Date.now(),
      frozenAt: null,
      etag: boardEtag(gameId, version + 1),
      identity: Buffer.from('{}'),
      gzip: Buffer.from(''),
      br: Buffer.from(''),
    };
    const both = [1, 2].map(() => publishBoard(redis, keyPrefix, gameId, version, document, 1));
    expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
    expect(await publishBoard(redis, keyPrefix, gameId, null, document, 1)).toBe(false);
  });
});

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP, BR', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=1.0, gzip;q=0.000', 'br'],
    ['identity', 'identity'],
    ['*', 'gzip'],
    ['deflate', 'identity'],
  ])('takes %j as %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});
