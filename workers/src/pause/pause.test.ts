import { challengeJobs } from '@vexil/contract/challenge';
import { containerJobs } from '@vexil/contract/container';
import { noticeJobs } from '@vexil/contract/notice';
import { pauseRoutes } from '@vexil/contract/pause';
import { submissionJobs, submissionRoutes } from '@vexil/contract/submission';
import { webhookJobs } from '@vexil/contract/webhook';
import type { AccountRow } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { solves, submissions } from '@vexil/db/schema/submission';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { createFakeEngine } from '@vexil/engine/fake';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const minute = 60_000;

let test: TestApp;
let worker: TestWorker;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
  const { database, deps, clock } = test;
  const engine = createFakeEngine();
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), keyPrefix: deps.keyPrefix, clock, engine });
});
afterAll(async () => {
  await worker.close();
  await test.close();
});

const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * minute);

/** Everything is due in ten minutes, and the game ends in twenty. */
async function build() {
  const game = await buildGame(test.db, { endAt: inMinutes(20), freezeAt: inMinutes(10), practiceMode: false });
  const gameId = game.id;
  const { challenge: planned } = await buildChallenge(test.db, { gameId, isEnabled: false, releaseAt: inMinutes(10) });
  const open = await buildChallenge(test.db, { gameId });
  const team = await buildParticipation(test.db, { gameId });
  const [notice] = await test.db
    .insert(notices)
    .values({ gameId, type: 'Normal', values: ['Lunch.'], scheduledAt: inMinutes(10) })
    .returning();
  const instance = { gameId, challengeId: open.challenge.id, state: 'running', image: 'vexil/test:1' } as const;
  const ends = { expiresAt: inMinutes(10), engine: 'default' };
  const rows = await test.db
    .insert(containers)
    .values([
      { ...instance, ...ends, kind: 'Team', participationId: team.participation.id },
      { ...instance, ...ends, kind: 'Test' },
    ])
    .returning();
  const { webhook } = await buildWebhook(test.db, { kinds: ['Phase'], gameId });
  const find = async () => ({
    planned: (await test.db.select().from(challenges).where(eq(challenges.id, planned.id)))[0]?.isEnabled,
    notice:
      (
        await test.db
          .select()
          .from(notices)
          .where(eq(notices.id, notice?.id ?? 0))
      )[0]?.scheduledAt === null,
    instances: (
      await test.db.select().from(containers).where(eq(containers.gameId, gameId)).orderBy(containers.kind)
    ).map(({ state }) => state === 'running'),
    phases: (await test.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhook.id))).flatMap(
      ({ kind, data }) => (kind === 'Phase' ? [data.phase] : []),
    ),
  });
  return { gameId, team, open, teamContainerId: rows[0]?.id ?? '', find };
}

const pause = (id: number) =>
  test.call(pauseRoutes.pause, { as: admin, params: { id }, body: { reason: 'The power is out.' } });
const resume = (id: number) => test.call(pauseRoutes.resume, { as: admin, params: { id } });

async function sweep(containerId: string) {
  await worker.run(challengeJobs.release, {});
  await worker.run(noticeJobs.sweep, {});
  await worker.run(containerJobs.expire, { containerId });
  await worker.run(containerJobs.reconcile, {});
  await worker.run(webhookJobs.sweep, {});
}

describe('while a game is paused', () => {
  it('nothing of it comes that was planned; it comes as late as the pause was long', async () => {
    const { gameId, teamContainerId, find } = await build();
    await sweep(teamContainerId);
    await pause(gameId);
    test.clock.advance(60 * minute);
    await sweep(teamContainerId);
    // An instance of staff ends as ever.
    const before = { planned: false, notice: false, instances: [true, false] };
    expect(await find()).toEqual({ ...before, phases: ['Started', 'Paused'] });

    await resume(gameId);
    test.clock.advance(9 * minute);
    await sweep(teamContainerId);
    expect(await find()).toEqual({ ...before, phases: ['Started', 'Paused', 'Resumed'] });
    test.clock.advance(2 * minute);
    await sweep(teamContainerId);
    expect(await find()).toEqual({
      planned: true,
      notice: true,
      instances: [false, false],
      phases: ['Started', 'Paused', 'Resumed', 'Frozen'],
    });
    test.clock.advance(10 * minute);
    await sweep(teamContainerId);
    expect((await find()).phases).toEqual(['Started', 'Paused', 'Resumed', 'Frozen', 'Ended']);
  });

  it('an answer of before is judged, and its solve stays on time', async () => {
    const { gameId, team, open } = await build();
    const params = { id: gameId, challengeId: open.challenge.id };
    await test.db
      .update(challenges)
      .set({ deadlineAt: inMinutes(1) })
      .where(eq(challenges.id, params.challengeId));
    const body = { flag: open.flags[0] ?? '' };
    expect((await test.call(submissionRoutes.submit, { as: team.captain, params, body })).status).toBe(200);
    await pause(gameId);
    test.clock.advance(60 * minute);
    await worker.run(submissionJobs.sweep, {});
    await worker.drain();
    const verdicts = await test.db.select().from(submissions).where(eq(submissions.gameId, gameId));
    expect(verdicts.map(({ status }) => status)).toEqual(['Accepted']);
    await resume(gameId);
    const [solve] = await test.db.select().from(solves).where(eq(solves.gameId, gameId));
    const [game] = await test.db.select().from(games).where(eq(games.id, gameId));
    expect(solve?.solvedAt).toEqual(verdicts[0]?.submittedAt);
    const bloods = await test.db.select().from(notices).where(eq(notices.challengeId, params.challengeId));
    expect(bloods).toMatchObject([{ type: 'FirstBlood' }]);
    expect(game?.pausedAt).toBeNull();
  });
});
