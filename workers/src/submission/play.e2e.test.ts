import { submissionRoutes } from '@vexil/contract/submission';
import { activities } from '@vexil/db/schema/activity';
import { notices } from '@vexil/db/schema/notice';
import type {} from '@vexil/db/testing/global-setup';
import { createTestApp, emptyRedis, type TestApp } from '@vexil/server/testing/app';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readTarget } from '../../testing/live';
import { buildCompetition } from '../../testing/play';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { handlers } from '../handlers';
import { startSweeps } from '../sweeps';

describe('a competition with two workers', () => {
  let test: TestApp;
  let workers: TestWorker[];
  beforeAll(async () => {
    test = await createTestApp();
    const options = { database: test.database, redisUrl: inject('redisUrl'), keyPrefix: test.deps.keyPrefix };
    workers = await Promise.all([createTestWorker(options), createTestWorker(options)]);
    for (const worker of workers) worker.start();
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await test.close();
  });

  it('gives the bloods to the first three of fifty simultaneous right answers', async () => {
    const game = await buildCompetition(test, 50);
    await Promise.all(game.teams.map((team) => game.submit(team, game.flag)));
    await game.untilJudged();
    const stored = await game.listSubmissions();
    expect(stored.map(({ status }) => status)).toEqual(Array(50).fill('Accepted'));
    const nameOf = new Map(game.teams.map(({ participation, team }) => [participation.id, team.name]));
    const firstThree = stored.slice(0, 3).map(({ participationId }) => nameOf.get(participationId));

    const board = await game.untilServed(50);
    const challenge = Object.values(board.challenges).flat()[0];
    expect(challenge?.bloods.map(({ name }) => name)).toEqual(firstThree);
    const typed = board.items.flatMap(({ name, solvedChallenges }) =>
      solvedChallenges.map(({ type }) => ({ name, type })),
    );
    for (const [index, type] of ['FirstBlood', 'SecondBlood', 'ThirdBlood'].entries()) {
      expect(typed.filter((one) => one.type === type).map(({ name }) => name)).toEqual([firstThree[index]]);
    }
    const announced = await test.db
      .select()
      .from(notices)
      .where(eq(notices.gameId, game.gameId))
      .orderBy(asc(notices.id));
    expect(announced.map(({ type, values }) => [type, values[0]])).toEqual([
      ['FirstBlood', firstThree[0]],
      ['SecondBlood', firstThree[1]],
      ['ThirdBlood', firstThree[2]],
    ]);
    const published = () => readTarget(test.deps, `game:${game.gameId}`, 'ReceivedGameNotice');
    await vi.waitUntil(async () => (await published()).length >= 3, { timeout: 60_000 });
    for (const worker of workers) await worker.drain();
    expect(await published()).toHaveLength(3);
    const events = await test.db
      .select()
      .from(activities)
      .where(eq(activities.gameId, game.gameId))
      .orderBy(asc(activities.id));
    expect(events.map(({ submissionId }) => submissionId)).toEqual(stored.map(({ id }) => id));
  });

  it('shows the verdict and the solve to the sender', async () => {
    const game = await buildCompetition(test, 1);
    const [team] = game.teams;
    if (!team) throw new Error('There is no team.');
    const id = await game.submit(team, game.flag);
    await game.untilJudged();
    const params = { id: game.gameId, challengeId: game.challengeId, submissionId: id };
    expect((await test.call(submissionRoutes.status, { as: team.captain, params })).body).toBe('Accepted');
    expect((await game.untilServed(1)).items[0]).toMatchObject({ score: 1050, rank: 1 });
  });

  it('loses and duplicates nothing when Redis is flushed', async () => {
    const game = await buildCompetition(test, 30);
    const answers = game.teams.map(async (team, index) => {
      await game.submit(team, 'flag{wrong}');
      if (index === 15) await emptyRedis(test.deps);
      await game.submit(team, game.flag);
    });
    await Promise.all(answers);
    await emptyRedis(test.deps);
    const stops = await Promise.all(workers.map(({ deps }) => startSweeps(deps, handlers)));
    await game.untilJudged();
    const stored = await game.listSubmissions();
    expect(stored).toHaveLength(60);
    expect(stored.filter(({ status }) => status === 'Accepted')).toHaveLength(30);
    const board = await game.untilServed(30);
    const first = stored.find(({ status }) => status === 'Accepted');
    const winner = game.teams.find(({ participation }) => participation.id === first?.participationId);
    expect(Object.values(board.challenges).flat()[0]?.bloods[0]?.name).toBe(winner?.team.name);
    const events = await test.db.select().from(activities).where(eq(activities.gameId, game.gameId));
    expect(events).toHaveLength(60);
    for (const stop of stops) stop();
  });
});
