import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import { type Database, openDatabase } from '@vexil/db';
import { activities } from '@vexil/db/schema/activity';
import { notices } from '@vexil/db/schema/notice';
import { solves, submissions } from '@vexil/db/schema/submission';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { addJob } from '@vexil/runtime/queues';
import { createBoards, verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { buildFloodedGame, type FloodAnswer, type FloodedGame, insertAnswers } from '../../testing/flood';
import { readTarget } from '../../testing/live';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const timeoutMs = 60_000;
const keyPrefix = () => `test-order-${process.pid}-${Math.random().toString(36).slice(2)}:`;

describe('four workers that judge a flood', () => {
  let test: TestDatabase;
  let workers: TestWorker[];
  let databases: Database[];
  let inserters: Database[];
  beforeEach(async () => {
    test = await createTestDatabase(inject('databaseUrl'));
    const open = (applicationName: string) => openDatabase(test.url, { connectionsMax: 6, applicationName });
    databases = [1, 2, 3, 4].map(() => open('judge'));
    inserters = [1, 2, 3].map(() => open('insert'));
    const shared = { redisUrl: inject('redisUrl'), keyPrefix: keyPrefix() };
    workers = await Promise.all(
      databases.map((database) => createTestWorker({ ...shared, database: { ...database, url: test.url } })),
    );
    for (const worker of workers) {
      // Four workers and the flood share one process: their commands to Redis wait for it longer than in a deployment.
      worker.deps.redis.options.commandTimeout = undefined;
      worker.start();
    }
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await Promise.all([...databases, ...inserters].map((database) => database.close()));
    await test.drop();
  });

  /** Stores the answers through several connections in batches over several challenges, and has them judged. */
  async function flood(game: FloodedGame, answers: readonly FloodAnswer[], batchSize: number): Promise<number> {
    const batches = Array.from({ length: Math.ceil(answers.length / batchSize) }, (_, at) =>
      answers.slice(at * batchSize, (at + 1) * batchSize),
    );
    const ids = await Promise.all(
      batches.map(async (batch, at) => {
        const { sql } = inserters[at % inserters.length] as Database;
        const stored = await insertAnswers(sql, game, batch);
        const partitions = new Set(batch.map(({ challengeId }) => judgePartition(challengeId)));
        const { deps } = workers[at % workers.length] as TestWorker;
        for (const partition of partitions)
          await addJob(deps, submissionJobs.judge, { gameId: game.gameId, partition });
        return stored;
      }),
    );
    return ids.flat().length;
  }

  const listSubmissions = (gameId: number) =>
    test.db.select().from(submissions).where(eq(submissions.gameId, gameId)).orderBy(asc(submissions.id));

  async function untilJudged(gameId: number): Promise<void> {
    const waits = async () => (await listSubmissions(gameId)).some(({ status }) => status === 'FlagSubmitted');
    await vi.waitUntil(async () => !(await waits()), { timeout: timeoutMs, interval: 100 });
  }

  /** Solves, events and notices follow the order of ids, and each submission has one of each. */
  async function expectOrder({ gameId, challenges, participationIds }: FloodedGame): Promise<void> {
    const judged = await listSubmissions(gameId);
    const right = judged.filter(({ status }) => status === 'Accepted');
    const solved = await test.db
      .select()
      .from(solves)
      .where(eq(solves.gameId, gameId))
      .orderBy(asc(solves.submissionId));
    expect(solved.map(({ submissionId }) => submissionId)).toEqual(right.map(({ id }) => id));
    const events = await test.db
      .select()
      .from(activities)
      .where(eq(activities.gameId, gameId))
      .orderBy(asc(activities.id));
    expect(events).toHaveLength(judged.length);
    const announced = await test.db.select().from(notices).where(eq(notices.gameId, gameId)).orderBy(asc(notices.id));
    expect(announced).toHaveLength(3 * challenges.length);
    const challengeOf = new Map(judged.map(({ id, challengeId }) => [id, challengeId]));
    for (const { challenge } of challenges) {
      const ids = judged.filter(({ challengeId }) => challengeId === challenge.id).map(({ id }) => id);
      const ofChallenge = events.filter(({ submissionId }) => challengeOf.get(submissionId ?? 0) === challenge.id);
      expect(ofChallenge.map(({ submissionId }) => submissionId)).toEqual(ids);
      const first = right.filter(({ challengeId }) => challengeId === challenge.id).slice(0, 3);
      const names = first.map(({ participationId }) => `team ${participationIds.indexOf(participationId) + 1}`);
      expect(
        announced
          .filter(({ challengeId }) => challengeId === challenge.id)
          .map(({ type, values }) => [type, values[0]]),
      ).toEqual([
        ['FirstBlood', names[0]],
        ['SecondBlood', names[1]],
        ['ThirdBlood', names[2]],
      ]);
    }
  }

  const rightAnswers = (game: FloodedGame): FloodAnswer[] =>
    game.participationIds.map((participationId, at) => {
      const { challenge, flags } = game.challenges[(at * 7) % game.challenges.length] as FloodedGame['challenges'][0];
      return { participationId, challengeId: challenge.id, text: flags[0] ?? '' };
    });

  it('give a thousand simultaneous right answers one verdict each, in order of arrival', async () => {
    const game = await buildFloodedGame(test, 20, 1_000);
    expect(await flood(game, rightAnswers(game), 16)).toBe(1_000);
    await untilJudged(game.gameId);
    const [{ deps }] = workers as [TestWorker];
    const room = `game:${game.gameId}` as const;
    const areAnnounced = async () => (await readTarget(deps, room, 'ReceivedGameNotice')).length >= 60;
    await vi.waitUntil(areAnnounced, { timeout: timeoutMs, interval: 100 });
    for (const worker of workers) await worker.drain();

    await expectOrder(game);
    const said = await readTarget(deps, room, 'ReceivedGameNotice');
    expect(said.map(({ id }) => id)).toEqual([...new Set(said.map(({ id }) => id))].sort((a, b) => a - b));
    const stored = await listSubmissions(game.gameId);
    const pushed = await Promise.all(
      game.participationIds.map((id) => readTarget(deps, `participation:${id}`, 'SubmissionJudged')),
    );
    expect(pushed.map((messages) => messages.length)).toEqual(Array(1_000).fill(1));
    expect(
      pushed
        .flat()
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    ).toEqual(stored.map(({ id }) => id));
    const monitored = await readTarget(deps, `monitor:${game.gameId}`, 'ReceivedSubmissions');
    expect(monitored.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual(stored.map(({ id }) => id));

    const boards = createBoards({ database: test, clock: deps.clock, log: deps.log });
    const served = await boards.get(game.gameId, { frozenAt: null, live: false });
    const board = await verifyScoreboard(test, game.gameId, served.whole());
    for (const { id, bloods } of Object.values(board.challenges).flat()) {
      const first = stored.filter(({ challengeId }) => challengeId === id).slice(0, 3);
      const names = first.map(({ participationId }) => `team ${game.participationIds.indexOf(participationId) + 1}`);
      expect(bloods.map(({ name }) => name)).toEqual(names);
    }
  });

  it('lose and duplicate nothing when connections are cut', async () => {
    const game = await buildFloodedGame(test, 12, 400);
    let ending = true;
    const ended = (async () => {
      while (ending) {
        await test.sql`
          select pg_terminate_backend(pid) from (
            select pid from pg_stat_activity
            where datname = current_database() and application_name = 'judge' and xact_start is not null
            order by random() limit 1
          ) chosen`;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    })();
    const right = rightAnswers(game);
    const wrong = right.map((answer) => ({ ...answer, text: 'flag{wrong}' }));
    expect(await flood(game, wrong, 20)).toBe(400);
    expect(await flood(game, right, 20)).toBe(400);
    await new Promise((resolve) => setTimeout(resolve, 500));
    ending = false;
    await ended;
    await untilJudged(game.gameId);
    await expectOrder(game);
    const statuses = (await listSubmissions(game.gameId)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'Accepted')).toHaveLength(400);
    expect(statuses.filter((status) => status === 'WrongAnswer')).toHaveLength(400);
  });

  it('do not block statements that store answers to several partitions in any order', async () => {
    const game = await buildFloodedGame(test, 16, 60);
    const answers = game.participationIds.flatMap((participationId) =>
      game.challenges.map(({ challenge }) => ({ participationId, challengeId: challenge.id, text: 'flag{wrong}' })),
    );
    const shuffled = answers.map((answer, at) => ({ answer, key: (at * 7919) % answers.length }));
    const mixed = shuffled.sort((a, b) => a.key - b.key).map(({ answer }) => answer);
    // A deadlock would fail one of the statements.
    expect(await flood(game, mixed, 12)).toBe(960);
    await untilJudged(game.gameId);
    const deadlocks = await test.sql<{ deadlocks: number }[]>`
      select deadlocks::int from pg_stat_database where datname = current_database()`;
    expect(deadlocks).toEqual([{ deadlocks: 0 }]);
  });
});
