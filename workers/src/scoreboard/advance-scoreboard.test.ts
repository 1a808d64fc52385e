import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Scoreboard, scoreboardJobs } from '@vexil/contract/scoreboard';
import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import { applyScoreboardDelta, type ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { boardKeys, findBoard, parseBoard } from '@vexil/runtime/scoreboard.store';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readTarget } from '../../testing/live';
import { buildSubmission } from '../../testing/submission';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const hour = 3_600_000;

let database: TestDatabase;
let worker: TestWorker;
let second: TestWorker;
let gameId: number;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const redisUrl = inject('redisUrl');
  worker = await createTestWorker({ database, redisUrl });
  second = await createTestWorker({ database, redisUrl, keyPrefix: worker.deps.keyPrefix });
});
afterAll(async () => {
  await worker.close();
  await second.close();
  await database.drop();
});
beforeEach(async () => {
  gameId = (await buildGame(database.db)).id;
});

const join = () => buildParticipation(database.db, { gameId });
const endPause = () => worker.deps.redis.del(boardKeys.pause(worker.deps.keyPrefix, gameId));
async function advance(by = worker, repeated = false) {
  await endPause();
  await by.run(scoreboardJobs.advance, { gameId }, { repeated });
}
const published = () => findBoard(worker.deps.redis, worker.deps.keyPrefix, gameId);
const told = () => readTarget(worker.deps, `game:${gameId}`, 'ScoreboardChanged');

async function readBoard() {
  const document = await published();
  if (!document) throw new Error('No board is published.');
  return parseBoard(document);
}
async function solve(team: BuiltParticipation, { challenge, flags }: Awaited<ReturnType<typeof buildChallenge>>) {
  await buildSubmission(database.db, team, challenge, flags[0] ?? '');
  await worker.run(submissionJobs.judge, { gameId, partition: judgePartition(challenge.id) });
}

describe('advance-scoreboard', () => {
  it('publishes the board that the facts give, in three forms of one text', async () => {
    const built = await buildChallenge(database.db, { gameId });
    await solve(await join(), built);
    await advance();
    const document = await published();
    expect(document?.etag).toBe(`W/"${gameId}-${document?.version.toString(16).toUpperCase()}"`);
    expect(gunzipSync(document?.gzip ?? '').equals(document?.identity ?? Buffer.from(''))).toBe(true);
    expect(brotliDecompressSync(document?.br ?? '').equals(document?.identity ?? Buffer.from(''))).toBe(true);
    const board = await readBoard();
    expect(Scoreboard.parse(board)).toEqual(board);
    await verifyScoreboard(database, gameId, board);
    expect(board.items[0]?.score).toBe(1050);
  });

  it('tells versions that chain, each delta leading from one board to the next', async () => {
    const challenges = [await buildChallenge(database.db, { gameId }), await buildChallenge(database.db, { gameId })];
    const members = [await join(), await join(), await join()];
    await advance();
    let board = await readBoard();
    const first = board.version;
    for (const [index, team] of members.entries()) {
      for (const challenge of challenges) {
        await solve(team, challenge);
        // Two workers take turns, as they do in a deployment.
        await advance(index % 2 ? worker : second);
      }
    }
    await database.db
      .update(teams)
      .set({ name: 'renamed' })
      .where(eq(teams.id, members[0]?.team.id ?? 0));
    await advance();
    const deltas = (await told()).filter(({ version }) => version > first);
    expect(deltas.map(({ version }) => version - first)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (const { version, delta } of deltas) {
      const next = applyScoreboardDelta(board as ComputedScoreboard, delta as ScoreboardDelta);
      expect(next).not.toBeNull();
      board = { ...(next as ComputedScoreboard), version } as Scoreboard;
    }
    expect(board).toEqual(await readBoard());
    await verifyScoreboard(database, gameId, board);
  });

  it('publishes nothing when nothing has changed', async () => {
    await join();
    await advance();
    const before = await published();
    await advance();
    await advance(second);
    expect(await published()).toEqual(before);
    expect(await told()).toHaveLength(1);
  });

  it('has browsers fetch when an earlier run may have published without telling', async () => {
    await join();
    await advance();
    await advance(second, true);
    const { version } = await readBoard();
    expect((await told()).at(-1)).toMatchObject({ version, delta: { full: true } });
  });

  it('does not let ten runs at once of two workers break the chain', async () => {
    const built = await buildChallenge(database.db, { gameId });
    await advance();
    for (const team of [await join(), await join(), await join()]) {
      await solve(team, built);
      await endPause();
      const runs = Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? worker : second).run(scoreboardJobs.advance, { gameId }),
      );
      await Promise.all(runs);
    }
    const versions = (await told()).map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => (versions[0] ?? 0) + index));
    await verifyScoreboard(database, gameId, await readBoard());
  });

  it('goes on with a greater version when Redis has lost the board', async () => {
    await join();
    await advance();
    const before = await readBoard();
    await worker.deps.redis.del(boardKeys.document(worker.deps.keyPrefix, gameId));
    await advance(second);
    const after = await readBoard();
    expect(after.version).toBeGreaterThan(before.version);
    expect((await told()).at(-1)).toMatchObject({ version: after.version, delta: { full: true } });
  });

  it('publishes nothing before the start', async () => {
    const start = new Date(Date.now() + hour);
    await database.db.update(games).set({ startAt: start, endAt: new Date(start.getTime() + hour) });
    await buildChallenge(database.db, { gameId });
    await advance();
    expect(await published()).toBeNull();
    expect(await told()).toEqual([]);
  });

  it('takes a suspended team off the board, and the board of a deleted game away', async () => {
    const built = await buildChallenge(database.db, { gameId });
    const [ants, bees] = [await join(), await join()];
    await solve(ants, built);
    await solve(bees, built);
    await advance();
    await database.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.id, ants.participation.id));
    await advance();
    const board = await readBoard();
    expect(board.items.map(({ id }) => id)).toEqual([bees.team.id]);
    expect(board.items[0]?.solvedChallenges[0]?.type).toBe('FirstBlood');
    await database.db.delete(games).where(eq(games.id, gameId));
    await advance();
    expect(await published()).toBeNull();
  });
});

describe('sweep-scoreboards', () => {
  it('looks after games that run and no others', async () => {
    const now = Date.now();
    const upcoming = await buildGame(database.db, { startAt: new Date(now + hour) });
    const day = 24 * hour;
    const old = await buildGame(database.db, { startAt: new Date(now - 30 * day), endAt: new Date(now - 20 * day) });
    await worker.run(scoreboardJobs.sweep, {});
    const waiting = await worker.deps.queues.scoreboard.getWaiting();
    const ids = waiting.map(({ data }) => data.gameId);
    expect(ids).toContain(gameId);
    expect(ids).not.toContain(upcoming.id);
    expect(ids).not.toContain(old.id);
  });
});
