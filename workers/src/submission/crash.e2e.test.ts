import { activities } from '@vexil/db/schema/activity';
import { notices } from '@vexil/db/schema/notice';
import { solves } from '@vexil/db/schema/submission';
import type {} from '@vexil/db/testing/global-setup';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FaultyProcess, startFaultyWorker } from '../../testing/faulty-process';
import { readTarget } from '../../testing/live';
import { buildCompetition } from '../../testing/play';

const timeoutMs = 60_000;

describe('a worker killed with -9', () => {
  let test: TestApp;
  let healthy: FaultyProcess | undefined;
  beforeEach(async () => {
    test = await createTestApp();
  });
  afterEach(async () => {
    await healthy?.kill();
    await test.close();
  });

  it.each([
    ['between insert and verdict', 'begin'],
    ['in the middle of a batch', 'batch'],
    ['between commit and publish', 'publish'],
  ] as const)('%s leaves nothing undone and nothing done twice', async (_title, dieAt) => {
    const game = await buildCompetition(test, 8);
    const faulty = await startFaultyWorker(test, dieAt);
    for (const team of game.teams) {
      await game.submit(team, 'flag{wrong}');
      await game.submit(team, game.flag);
    }
    await faulty.exited;
    const left = await game.listSubmissions();
    expect(left.some(({ status }) => status === 'FlagSubmitted') || dieAt === 'publish').toBe(true);

    healthy = await startFaultyWorker(test);
    await game.untilJudged(timeoutMs);
    const stored = await game.listSubmissions();
    expect(stored.map(({ status }) => status)).toEqual(
      stored.map((_, index) => (index % 2 ? 'Accepted' : 'WrongAnswer')),
    );
    const events = await test.db.select().from(activities).where(eq(activities.gameId, game.gameId));
    expect(events.map(({ submissionId }) => submissionId).sort((a, b) => Number(a) - Number(b))).toEqual(
      stored.map(({ id }) => id),
    );
    expect(await test.db.select().from(solves).where(eq(solves.gameId, game.gameId))).toHaveLength(8);

    const board = await game.untilServed(8, timeoutMs);
    const bloods = Object.values(board.challenges)
      .flat()[0]
      ?.bloods.map(({ name }) => name);
    expect(bloods).toEqual(game.teams.slice(0, 3).map(({ team }) => team.name));
    const unannounced = async () => {
      const rows = await test.db.select().from(notices).where(eq(notices.gameId, game.gameId));
      return rows.length !== 3 || rows.some(({ announcedAt }) => announcedAt === null);
    };
    await vi.waitUntil(async () => !(await unannounced()), { timeout: timeoutMs });
    const room = `game:${game.gameId}` as const;
    const said = await readTarget(test.deps, room, 'ReceivedGameNotice');
    expect(new Set(said.map(({ type }) => type))).toEqual(new Set(['FirstBlood', 'SecondBlood', 'ThirdBlood']));
    if (dieAt !== 'publish') return;
    await vi.waitUntil(async () => (await readTarget(test.deps, room, 'Refetch')).length > 0, {
      timeout: timeoutMs,
    });
  });
});
