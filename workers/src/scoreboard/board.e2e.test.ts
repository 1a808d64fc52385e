import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import { notices } from '@vexil/db/schema/notice';
import { solves } from '@vexil/db/schema/submission';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { addJob } from '@vexil/runtime/queues';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { createBoards, verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { readBoard } from '../../testing/board';
import { BoardFollower } from '../../testing/board-follower';
import { buildCompetition } from '../../testing/play';
import { buildSubmission } from '../../testing/submission';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const timeout = 120_000;

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

describe('a thousand solves at once over four workers', () => {
  let workers: TestWorker[];
  beforeEach(async () => {
    const options = { database: test.database, redisUrl: inject('redisUrl'), keyPrefix: test.deps.keyPrefix };
    workers = await Promise.all([1, 2, 3, 4].map(() => createTestWorker({ ...options, concurrency: 3 })));
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
  });

  it('end in the board of a recomputation, with versions without a gap and bloods that are unique', async () => {
    const { gameId } = await buildCompetition(test, 0);
    const built: BuiltChallenge[] = [];
    while (built.length < 20) built.push(await buildChallenge(test.db, { gameId }));
    const teams: BuiltParticipation[] = [];
    while (teams.length < 50) {
      teams.push(await buildParticipation(test.db, { gameId, built: await buildTeam(test.db) }));
    }
    const other = createBoards(test.deps);
    const follower = new BoardFollower(test, () => other, gameId, null);
    await follower.fetch();
    await other.get(gameId, { frozenAt: null, live: false });
    const [worker] = workers as [TestWorker];
    for (const one of workers) one.start();

    await Promise.all(
      teams.map(async (team, at) => {
        for (let turn = 0; turn < built.length; turn += 1) {
          const { challenge, flags } = built[(turn + at) % built.length] as BuiltChallenge;
          await buildSubmission(test.db, team, challenge, flags[0] ?? '');
          await addJob(worker.deps, submissionJobs.judge, { gameId, partition: judgePartition(challenge.id) });
        }
      }),
    );
    const wanted = teams.length * built.length;
    const solvedOn = async () => {
      await follower.follow();
      return (await readBoard(test, gameId)).items.reduce((sum, { solvedCount }) => sum + solvedCount, 0);
    };
    await vi.waitUntil(async () => (await solvedOn()) === wanted, { timeout, interval: 200 });
    await Promise.all(workers.map((one) => one.drain()));

    // A server that was there all along, and a client that has only ever applied changes.
    await follower.verify();
    expect(follower.fetches).toBe(1);
    const board = await readBoard(test, gameId);
    await verifyScoreboard(test.database, gameId, board);
    const stored = await test.db.select().from(solves).where(eq(solves.gameId, gameId)).orderBy(solves.submissionId);
    expect(stored).toHaveLength(wanted);
    const versions = [...new Set(stored.map(({ boardVersion }) => boardVersion ?? 0))].sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: board.version }, (_, at) => at + 1));
    const teamOf = new Map(teams.map(({ participation, team }) => [participation.id, team.id]));
    for (const { id, bloods } of Object.values(board.challenges).flat()) {
      const order = stored
        .filter(({ challengeId }) => challengeId === id)
        .map((one) => teamOf.get(one.participationId));
      expect(bloods.map((blood) => blood.id)).toEqual(order.slice(0, 3));
    }
    const published = await test.db.select().from(notices).where(eq(notices.gameId, gameId));
    expect(new Set(published.map(({ challengeId, type }) => `${challengeId} ${type}`)).size).toBe(published.length);
    expect(published).toHaveLength(3 * built.length);
  });
});
