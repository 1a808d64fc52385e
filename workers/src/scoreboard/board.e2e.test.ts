import { scoreboardJobs } from '@vexil/contract/scoreboard';
import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import { notices } from '@vexil/db/schema/notice';
import { solves } from '@vexil/db/schema/submission';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { addJob } from '@vexil/runtime/queues';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { countOf, findHolder, followDeltas, readBoard } from '../../testing/board';
import { type FaultyProcess, startFaultyWorker } from '../../testing/faulty-process';
import { buildCompetition } from '../../testing/play';
import { buildSubmission } from '../../testing/submission';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const patienceMs = 60_000;

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

describe('a worker that holds a board and is killed with -9', () => {
  const processes: FaultyProcess[] = [];
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((one) => one.kill()));
  });
  async function startProcess(): Promise<FaultyProcess> {
    const started = await startFaultyWorker(test);
    processes.push(started);
    return started;
  }

  it('is followed by another, which finds the solves of before and after', async () => {
    const game = await buildCompetition(test, 12);
    const answer = (at: number) => game.submit(game.teams[at] as BuiltParticipation, game.flag);
    const first = await startProcess();
    await answer(0);
    await game.untilServed(1, patienceMs);
    const holder = await findHolder(test.deps, game.gameId);
    expect(holder).not.toBeNull();

    await startProcess();
    for (const at of [1, 2, 3]) await answer(at);
    // While it works, so that jobs of its own are under way.
    await Promise.all([4, 5, 6, 7].map(answer));
    await first.kill();
    for (const at of [8, 9, 10]) await answer(at);
    const board = await game.untilServed(11, patienceMs);
    expect(board.items[0]?.solvedChallenges).toHaveLength(1);
    await vi.waitUntil(async () => (await findHolder(test.deps, game.gameId)) !== holder, { timeout: patienceMs });

    // The new one holds it like the old one did.
    await answer(11);
    await game.untilServed(12, patienceMs);
  });

  it('leaves its game to one that looks after it, without any job', async () => {
    const game = await buildCompetition(test, 2);
    const first = await startProcess();
    await game.submit(game.teams[0] as BuiltParticipation, game.flag);
    await game.untilServed(1, patienceMs);
    const options = { database: test.database, redisUrl: inject('redisUrl'), keyPrefix: test.deps.keyPrefix };
    const idle = await createTestWorker(options);
    try {
      idle.deps.boards.start();
      await first.kill();
      await vi.waitUntil(async () => (await countOf(idle.deps, 'boardsTakenOver')) === 1, { timeout: patienceMs });
      await vi.waitUntil(async () => (await countOf(idle.deps, 'boardsRebuilt')) === 1, { timeout: patienceMs });
      await verifyScoreboard(test.database, game.gameId, await readBoard(test.deps, game.gameId));
    } finally {
      await idle.close();
    }
  });
});

describe('a thousand solves at once over four workers', () => {
  let workers: TestWorker[];
  beforeEach(async () => {
    const options = { database: test.database, redisUrl: inject('redisUrl'), keyPrefix: test.deps.keyPrefix };
    workers = await Promise.all([1, 2, 3, 4].map(() => createTestWorker({ ...options, concurrency: 3 })));
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
  });

  it('end in the board of a recomputation, with deltas that chain and bloods that are unique', async () => {
    const { gameId } = await buildCompetition(test, 0);
    const built: BuiltChallenge[] = [];
    while (built.length < 20) built.push(await buildChallenge(test.db, { gameId }));
    const teams: BuiltParticipation[] = [];
    while (teams.length < 50) {
      teams.push(await buildParticipation(test.db, { gameId, built: await buildTeam(test.db) }));
    }
    const [worker] = workers as [TestWorker];
    await worker.run(scoreboardJobs.advance, { gameId });
    const first = await readBoard(worker.deps, gameId);
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
    const solvedOn = async () =>
      (await readBoard(worker.deps, gameId)).items.reduce((sum, { solvedCount }) => sum + solvedCount, 0);
    await vi.waitUntil(async () => (await solvedOn()) === wanted, { timeout: 2 * patienceMs, interval: 200 });

    const board = await followDeltas(worker.deps, gameId, first);
    await verifyScoreboard(test.database, gameId, board);
    const stored = await test.db.select().from(solves).where(eq(solves.gameId, gameId)).orderBy(solves.submissionId);
    expect(stored).toHaveLength(wanted);
    const teamOf = new Map(teams.map(({ participation, team }) => [participation.id, team.id]));
    for (const { id, bloods } of Object.values(board.challenges).flat()) {
      const order = stored
        .filter(({ challengeId }) => challengeId === id)
        .map((one) => teamOf.get(one.participationId));
      expect(bloods.map((blood) => blood.id)).toEqual(order.slice(0, 3));
    }
    const told = await test.db.select().from(notices).where(eq(notices.gameId, gameId));
    expect(new Set(told.map(({ challengeId, type }) => `${challengeId} ${type}`)).size).toBe(told.length);
    expect(told).toHaveLength(3 * built.length);

    const counts = await Promise.all(workers.map(({ deps }) => countOf(deps, 'boardsRebuilt')));
    // All facts were read by the one that holds the game and by no other.
    expect(counts.filter((count) => count > 0)).toHaveLength(1);
  });
});
