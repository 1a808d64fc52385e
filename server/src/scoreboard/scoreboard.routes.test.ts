import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { allPermissions } from '@vexil/db/enums/division';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { storeSolves } from '@vexil/db/schema/scoreboard-version';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, emptyRedis, expectError, type TestApp } from '../../testing/app';
import { changeTestBoard, verifyScoreboard } from '../../testing/scoreboard';
import { createBoards } from '../scoreboard-cache/boards';

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

async function accept({ participation, captain }: BuiltParticipation, challengeId: number) {
  const submittedAt = new Date();
  const key = { gameId, challengeId, participationId: participation.id, accountId: captain.id };
  const [submission] = await test.db
    .insert(submissions)
    .values({ ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted', submittedAt })
    .returning();
  return { ...key, submissionId: submission?.id ?? 0, solvedAt: submittedAt };
}

async function solve(one: BuiltParticipation, challengeId: number) {
  await test.db.insert(solves).values(await accept(one, challengeId));
}

async function solveNumbered(one: BuiltParticipation, challengeId: number) {
  const { submissionId, solvedAt } = await accept(one, challengeId);
  const [firstAt, lastAt] = [solvedAt.getTime(), solvedAt.getTime()];
  await test.database.sql.begin((tx) => storeSolves(tx, gameId, { submissionIds: [submissionId], firstAt, lastAt }));
}

const change = () => changeTestBoard(test, gameId);

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
    const hash = 'ab'.repeat(32);
    await test.db.insert(files).values({ hash, name: 'avatar', sizeBytes: 1 });
    await test.db.update(teams).set({ avatarHash: hash }).where(eq(teams.id, first.team.id));
    await solve(first, challenge.id);
    const reply = await get();
    const board = await verifyScoreboard(test.database, gameId, reply.body);
    expect(board.items.map(({ id, score, avatar }) => ({ id, score, avatar }))).toEqual([
      { id: first.team.id, score: 1000, avatar: `/assets/${hash}/avatar` },
    ]);
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
    await test.db
      .update(games)
      .set({ startAt: ago(-1), endAt: ago(-2) })
      .where(eq(games.id, gameId));
    const reply = await get();
    expectError(reply, 'game.notStarted');
    expect(reply.body).toMatchObject({ status: 10001 });
  });

  it('shows each version, and reads what it consists of once for all that ask', async () => {
    const one = await buildParticipation(test.db, { gameId });
    const { challenge } = await buildChallenge(test.db, { gameId });
    const version = await change();
    expect((await get()).body.version).toBe(version);
    const rebuilds = test.deps.boards.stats.rebuilds;
    await solve(one, challenge.id);
    await change();
    const replies = await Promise.all(Array.from({ length: 50 }, () => get()));
    expect(replies.map(({ body }) => body.version)).toEqual(Array(50).fill(version + 1));
    expect(test.deps.boards.stats.rebuilds).toBe(rebuilds + 1);
    await verifyScoreboard(test.database, gameId, replies[0]?.body);
  });

  it('adds a numbered solve without reading all others, and shows it within about a second', async () => {
    const one = await buildParticipation(test.db, { gameId });
    const { challenge } = await buildChallenge(test.db, { gameId });
    await change();
    const { version } = (await get()).body;
    const { rebuilds, solvesApplied } = test.deps.boards.stats;
    await solveNumbered(one, challenge.id);
    const startedAt = performance.now();
    const { body } = await vi.waitUntil(
      async () => {
        const reply = await get();
        return reply.body.version > version && reply;
      },
      { timeout: 30_000 },
    );
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(body.version).toBe(version + 1);
    expect(body.items[0]).toMatchObject({ id: one.team.id, solvedCount: 1 });
    await verifyScoreboard(test.database, gameId, body);
    expect(test.deps.boards.stats).toMatchObject({ rebuilds, solvesApplied: solvesApplied + 1 });
  });

  it('is the same to the byte at every server, whether it was advanced or rebuilt', async () => {
    const one = await buildParticipation(test.db, { gameId });
    const built = [await buildChallenge(test.db, { gameId }), await buildChallenge(test.db, { gameId })];
    await change();
    const [first, second] = [createBoards(test.deps), createBoards(test.deps)];
    const sight = { frozenAt: null, live: false };
    await first.get(gameId, sight);
    for (const { challenge } of built) await solveNumbered(one, challenge.id);
    first.expire(gameId);
    const boards = [await first.get(gameId, sight), await second.get(gameId, sight)];
    expect(boards[0]?.version).toBe(3);
    expect(boards[1]?.etag).toBe(boards[0]?.etag);
    const texts = await Promise.all(boards.map((board) => board.read('identity')));
    expect(texts[1]?.toString()).toBe(texts[0]?.toString());
    const changesOf = async (one: typeof first) =>
      (await one.changes(gameId, 'public', 1))?.changes.map(({ from, version, delta }) => ({ from, version, delta }));
    expect(await changesOf(second)).toEqual(await changesOf(first));
    expect(await changesOf(second)).toHaveLength(2);
  });

  it('is sent compressed, with the same content in each form', async () => {
    await buildParticipation(test.db, { gameId });
    await change();
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

  it('answers 304 for a current version', async () => {
    await change();
    const etag = String((await get()).headers.etag);
    expect(etag).toMatch(new RegExp(`^W/"${gameId}-[0-9A-F]+-[0-9A-F]+"$`));
    for (const known of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const reply = await get(gameId, { 'if-none-match': known });
      expect(reply.status).toBe(304);
      expect(reply.body).toBeUndefined();
    }
    expect((await get(gameId, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is built once for all that ask at once', async () => {
    await buildParticipation(test.db, { gameId });
    const begun = vi.spyOn(test.database.sql, 'begin');
    const replies = await Promise.all(Array.from({ length: 50 }, () => get()));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(begun).toHaveBeenCalledTimes(1);
  });

  it('does not need Redis', async () => {
    const one = await buildParticipation(test.db, { gameId });
    const { challenge } = await buildChallenge(test.db, { gameId });
    await change();
    await get();
    await solve(one, challenge.id);
    await emptyRedis(test.deps);
    const version = await change();
    const { body } = await get();
    expect(body).toMatchObject({ version, items: [{ score: 1050 }] });
    await verifyScoreboard(test.database, gameId, body);
  });

  it('shows a renamed team with the next version', async () => {
    const one = await buildParticipation(test.db, { gameId });
    await change();
    await test.db.update(teams).set({ name: 'renamed' }).where(eq(teams.id, one.team.id));
    await change();
    expect((await get()).body.items[0]?.name).toBe('renamed');
  });
});
