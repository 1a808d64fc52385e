import { scoreboardJobs } from '@vexil/contract/scoreboard';
import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import { allPermissions } from '@vexil/db/enums/division';
import { challenges } from '@vexil/db/schema/challenge';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { withoutPermissions } from '@vexil/rules/permission.rules';
import { staffBoardPrefix } from '@vexil/rules/scoreboard.freeze.rules';
import { boardKeys } from '@vexil/runtime/scoreboard.store';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { countOf, endPause, findHolder, followDeltas, readBoard } from '../../testing/board';
import { buildSubmission } from '../../testing/submission';
import { createTestWorker, type TestWorker } from '../../testing/worker';

type BoardJob = 'advance' | 'solves' | 'check';

let database: TestDatabase;
let workers: TestWorker[];
let worker: TestWorker;
let gameId: number;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const redisUrl = inject('redisUrl');
  worker = await createTestWorker({ database, redisUrl });
  const { keyPrefix } = worker.deps;
  workers = [worker];
  while (workers.length < 3) workers.push(await createTestWorker({ database, redisUrl, keyPrefix }));
});
afterAll(async () => {
  await Promise.all(workers.map((one) => one.close()));
  await database.drop();
});
beforeEach(async () => {
  gameId = (await buildGame(database.db)).id;
});

const join = () => buildParticipation(database.db, { gameId });
const publishedBoard = () => readBoard(worker.deps, gameId);

async function advance(job: BoardJob = 'solves', by = worker): Promise<void> {
  await endPause(worker.deps, gameId);
  await by.run(scoreboardJobs[job], { gameId });
}

async function judged(team: BuiltParticipation, { challenge, flags }: BuiltChallenge): Promise<number> {
  const id = await buildSubmission(database.db, team, challenge, flags[0] ?? '');
  await worker.run(submissionJobs.judge, { gameId, partition: judgePartition(challenge.id) });
  return id;
}

/** Stores a solve as no judge does: whenever and with whatever submission the test wants. */
async function solveAs(
  team: BuiltParticipation,
  { challenge }: BuiltChallenge,
  submissionId: number,
  db: Parameters<typeof buildSubmission>[0] = database.db,
): Promise<void> {
  const key = { gameId, challengeId: challenge.id, participationId: team.participation.id };
  await db.insert(solves).values({ ...key, submissionId, accountId: team.captain.id, solvedAt: new Date() });
}

const verify = async () => verifyScoreboard(database, gameId, await publishedBoard());
const total = async (...args: [Parameters<typeof countOf>[1], string?]) =>
  (await Promise.all(workers.map(({ deps }) => countOf(deps, ...args)))).reduce((sum, one) => sum + one, 0);

describe('a held board', () => {
  it('takes up solves without reading all facts again, whichever worker is told of them', async () => {
    const built = await buildChallenge(database.db, { gameId });
    const members = [await join(), await join(), await join(), await join()];
    await advance('advance');
    const first = await publishedBoard();
    const rebuilt = await total('boardsRebuilt');
    const applied = await total('solvesApplied');
    const holder = await findHolder(worker.deps, gameId);
    for (const [at, team] of members.entries()) {
      await judged(team, built);
      await advance('solves', workers[at % workers.length]);
    }
    expect(await total('boardsRebuilt')).toBe(rebuilt);
    expect(await total('solvesApplied')).toBe(applied + members.length);
    expect(await findHolder(worker.deps, gameId)).toBe(holder);
    expect((await followDeltas(worker.deps, gameId, first)).version).toBe(first.version + members.length);
    await verify();
  });

  it('misses no solve that commits after one of another challenge with a greater submission', async () => {
    const [late, early] = [
      await buildChallenge(database.db, { gameId }),
      await buildChallenge(database.db, { gameId }),
    ];
    const members = [await join(), await join()] as const;
    await advance('advance');
    const first = await publishedBoard();
    const rebuilt = await total('boardsRebuilt');
    // The judge of one challenge is slow: its batch has the smaller submissions and commits last.
    const ids = await Promise.all(members.map((team) => buildSubmission(database.db, team, late.challenge, 'x')));
    await database.db.transaction(async (tx) => {
      for (const [at, team] of members.entries()) await solveAs(team, late, ids[at] ?? 0, tx);
      for (const team of members) await judged(team, early);
      await advance();
      expect((await publishedBoard()).items.map(({ solvedCount }) => solvedCount)).toEqual([1, 1]);
    });
    await advance();
    expect((await publishedBoard()).items.map(({ solvedCount }) => solvedCount)).toEqual([2, 2]);
    expect(await total('boardsRebuilt')).toBe(rebuilt);
    await followDeltas(worker.deps, gameId, first);
    await verify();
  });

  it('publishes once for many wishes at the same time', async () => {
    const built = await buildChallenge(database.db, { gameId });
    await advance('advance');
    const { version } = await publishedBoard();
    for (const team of [await join(), await join()]) await judged(team, built);
    const wishes = Array.from({ length: 60 }, (_, at) => advance(at % 3 ? 'solves' : 'advance', workers[at % 3]));
    await Promise.all(wishes);
    expect((await publishedBoard()).version).toBeLessThanOrEqual(version + 2);
    await verify();
  });

  it('takes up solves of before and after a freeze, each where it belongs', async () => {
    const built = await buildChallenge(database.db, { gameId });
    const [ants, bees] = [await join(), await join()];
    const freezeAt = new Date(Date.now() - 60_000);
    await database.db.update(games).set({ freezeAt }).where(eq(games.id, gameId));
    await advance('advance');
    const staffDeps = { ...worker.deps, keyPrefix: staffBoardPrefix(worker.deps.keyPrefix) };
    const staffBoard = () => readBoard(staffDeps, gameId);
    const counts = async () =>
      [(await publishedBoard()).items, (await staffBoard()).items].map((rows) =>
        rows.map(({ solvedCount }) => solvedCount),
      );
    const rebuilt = await total('boardsRebuilt');
    // Judged late, answered in time.
    await buildSubmission(database.db, ants, built.challenge, built.flags[0] ?? '', new Date(freezeAt.getTime() - 1));
    await worker.run(submissionJobs.judge, { gameId, partition: judgePartition(built.challenge.id) });
    await advance('solves', workers[1]);
    expect(await counts()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    const { version } = await publishedBoard();
    await judged(bees, built);
    await endPause(staffDeps, gameId);
    await advance('solves', workers[2]);
    expect(await counts()).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect((await publishedBoard()).version).toBe(version);
    expect(await total('boardsRebuilt')).toBe(rebuilt);
    await verifyScoreboard(database, gameId, await staffBoard());
    const mismatches = await total('boardMismatches');
    await advance('check');
    expect(await total('boardMismatches')).toBe(mismatches);
  });

  it('is made anew, with a greater version, when Redis was emptied', async () => {
    const built = await buildChallenge(database.db, { gameId });
    await judged(await join(), built);
    await advance('advance');
    const { version } = await publishedBoard();
    const { redis, keyPrefix } = worker.deps;
    await redis.del(...(await redis.keys(`${keyPrefix}scoreboard:*`)));
    await judged(await join(), built);
    await advance('solves', workers[1]);
    expect((await publishedBoard()).version).toBeGreaterThan(version);
    await verify();
  });

  it('goes on from what another worker published while this one was away', async () => {
    const built = await buildChallenge(database.db, { gameId });
    await advance('advance');
    const first = await publishedBoard();
    const { redis, keyPrefix } = worker.deps;
    for (const at of [1, 2, 0, 1]) {
      const [ants, bees] = [await join(), await join()];
      await redis.del(`${keyPrefix}scoreboard:holders`);
      await judged(ants, built);
      await advance('advance', workers[at]);
      await judged(bees, built);
      await advance('solves', workers[at]);
    }
    await followDeltas(worker.deps, gameId, first);
    await verify();
  });
});

describe('check-scoreboard', () => {
  it('finds nothing to heal where solves merely wait to be applied', async () => {
    const built = await buildChallenge(database.db, { gameId });
    const team = await join();
    await advance('advance');
    await judged(team, built);
    const mismatches = await total('boardMismatches');
    await advance('check');
    await advance('check', workers[1]);
    expect(await total('boardMismatches')).toBe(mismatches);
    await verify();
  });

  it('heals and counts a change that nobody told of', async () => {
    const team = await join();
    await advance('advance');
    const before = await publishedBoard();
    await database.db.update(teams).set({ name: 'renamed' }).where(eq(teams.id, team.team.id));
    await advance();
    expect(await publishedBoard()).toEqual(before);
    const edited = await total('boardMismatches', 'edited');
    await advance('check');
    expect(await total('boardMismatches', 'edited')).toBe(edited + 1);
    expect((await followDeltas(worker.deps, gameId, before)).items[0]?.name).toBe('renamed');
    await verify();
  });

  it('counts no change that was told of', async () => {
    const team = await join();
    await advance('advance');
    const mismatches = await total('boardMismatches');
    await database.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.teamId, team.team.id));
    await advance('advance', workers[1]);
    expect(await total('boardMismatches')).toBe(mismatches);
    expect((await verify()).items).toEqual([]);
  });

  it('heals and counts a solve that was not found', async () => {
    const built = await buildChallenge(database.db, { gameId });
    const [ants, bees] = [await join(), await join()];
    await advance('advance');
    const first = await publishedBoard();
    const skipped = await buildSubmission(database.db, ants, built.challenge, 'x');
    await database.db.update(submissions).set({ status: 'Accepted' }).where(eq(submissions.id, skipped));
    await judged(bees, built);
    await advance();
    // No judge does this: it has judged a greater submission of the challenge already.
    await solveAs(ants, built, skipped);
    await advance();
    expect((await publishedBoard()).items.map(({ solvedCount }) => solvedCount)).toEqual([1, 0]);
    const missed = await total('boardMismatches', 'missed');
    await advance('check');
    expect(await total('boardMismatches', 'missed')).toBe(missed + 1);
    expect((await followDeltas(worker.deps, gameId, first)).items[0]?.name).toBe(ants.team.name);
    await verify();
  });

  it('is asked for by the sweep less often when it costs much, and new solves are looked for instead', async () => {
    await advance('advance');
    const { redis, keyPrefix, queues } = worker.deps;
    const sweep = async (isChecked: boolean) => {
      await queues.scoreboard.drain();
      await redis.del(boardKeys.checked(keyPrefix, gameId));
      if (isChecked) await redis.set(boardKeys.checked(keyPrefix, gameId), '1');
      await worker.run(scoreboardJobs.sweep, {});
      const waiting = await queues.scoreboard.getWaiting();
      return waiting.filter(({ data }) => data.gameId === gameId).map(({ name }) => name);
    };
    expect(await sweep(false)).toEqual([scoreboardJobs.check.name]);
    expect(await sweep(true)).toEqual([scoreboardJobs.solves.name]);
    await queues.scoreboard.drain();
  });
});

describe('after any history', () => {
  interface World {
    members: BuiltParticipation[];
    tasks: BuiltChallenge[];
    divisionId: number;
  }
  type Step = (world: World) => Promise<BoardJob | null>;

  const nat = fc.nat({ max: 30 });
  const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T;
  const masks = [allPermissions, 0, ...(['GetScore', 'GetBlood', 'AffectDynamicScore'] as const)].map((one) =>
    typeof one === 'number' ? one : withoutPermissions(allPermissions, [one]),
  );
  const instant = fc.integer({ min: -70, max: 70 }).map((minutes) => new Date(Date.now() + minutes * 60_000));

  const solve: fc.Arbitrary<Step> = fc.record({ team: nat, task: nat }).map(({ team, task }) => async (world) => {
    const answer = pick(world.tasks, task);
    await judged(pick(world.members, team), answer);
    return 'solves' as const;
  });
  const change = <T>(values: fc.Arbitrary<T>, act: (world: World, at: number, values: T) => Promise<unknown>) =>
    fc.record({ at: nat, values }).map(
      ({ at, values: chosen }): Step =>
        async (world) => {
          await act(world, at, chosen);
          return 'advance';
        },
    );

  const step: fc.Arbitrary<Step> = fc.oneof(
    { arbitrary: solve, weight: 14 },
    change(fc.constantFrom('Accepted' as const, 'Suspended' as const, 'Rejected' as const), ({ members }, at, status) =>
      database.db
        .update(participations)
        .set({ status })
        .where(eq(participations.id, pick(members, at).participation.id)),
    ),
    change(fc.constantFrom(...masks), ({ divisionId }, _at, defaultPermissions) =>
      database.db.update(divisions).set({ defaultPermissions }).where(eq(divisions.id, divisionId)),
    ),
    change(fc.constantFrom(...masks), ({ divisionId, tasks }, at, permissions) =>
      database.db
        .insert(divisionChallenges)
        .values({ divisionId, challengeId: pick(tasks, at).challenge.id, gameId, permissions })
        .onConflictDoUpdate({
          target: [divisionChallenges.divisionId, divisionChallenges.challengeId],
          set: { permissions },
        }),
    ),
    change(
      fc.record({ originalScore: fc.constantFrom(0, 10, 1000), difficulty: fc.constantFrom(1, 5) }),
      ({ tasks }, at, values) =>
        database.db
          .update(challenges)
          .set(values)
          .where(eq(challenges.id, pick(tasks, at).challenge.id)),
    ),
    change(fc.option(instant), ({ tasks }, at, deadlineAt) =>
      database.db
        .update(challenges)
        .set({ deadlineAt })
        .where(eq(challenges.id, pick(tasks, at).challenge.id)),
    ),
    change(fc.boolean(), ({ tasks }, at, isEnabled) =>
      database.db
        .update(challenges)
        .set({ isEnabled })
        .where(eq(challenges.id, pick(tasks, at).challenge.id)),
    ),
    change(fc.constantFrom('ants', 'bees', 'Übung', '队'), ({ members }, at, name) =>
      database.db
        .update(teams)
        .set({ name })
        .where(eq(teams.id, pick(members, at).team.id)),
    ),
    change(fc.constant(null), async ({ members }, at) => {
      if (members.length < 3) return;
      const [gone] = members.splice(at % members.length, 1);
      await database.db.delete(participations).where(eq(participations.id, gone?.participation.id ?? 0));
    }),
    change(fc.constant(null), async ({ tasks }, at) => {
      if (tasks.length < 2) return;
      const [gone] = tasks.splice(at % tasks.length, 1);
      await database.db.delete(challenges).where(eq(challenges.id, gone?.challenge.id ?? 0));
    }),
    change(fc.constant(null), async ({ members, tasks, divisionId }, at) => {
      const member = await buildParticipation(database.db, at % 2 ? { gameId, divisionId } : { gameId });
      if (at % 3 === 0) tasks.push(await buildChallenge(database.db, { gameId }));
      members.push(member);
    }),
    fc.constantFrom<Step>(
      async () => 'check' as const,
      async () => {
        await worker.deps.redis.hdel(`${worker.deps.keyPrefix}scoreboard:holders`, String(gameId));
        return null;
      },
      async () => {
        await worker.deps.redis.del(boardKeys.document(worker.deps.keyPrefix, gameId));
        return 'solves' as const;
      },
    ),
  );

  it('is what the facts give, with any worker at any step, and deltas lead to it', async () => {
    const steps = fc.array(fc.record({ step, by: fc.nat({ max: 2 }), told: fc.boolean() }), {
      minLength: 6,
      maxLength: 16,
    });
    const before = [await total('boardMismatches', 'missed'), await total('boardMismatches', 'computed')];
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        gameId = (await buildGame(database.db)).id;
        const [division] = await database.db.insert(divisions).values({ gameId, name: 'juniors' }).returning();
        const divisionId = division?.id ?? 0;
        const world: World = { members: [], tasks: [], divisionId };
        for (const at of [0, 1, 2, 3]) {
          world.members.push(await buildParticipation(database.db, at % 2 ? { gameId, divisionId } : { gameId }));
          if (at < 3) world.tasks.push(await buildChallenge(database.db, { gameId }));
        }
        await advance('advance');
        const first = await publishedBoard();
        const waiting = new Set<BoardJob>();
        for (const { step: act, by, told } of history) {
          const job = await act(world);
          if (job) waiting.add(job);
          // Some changes come together.
          if (!told) continue;
          for (const one of waiting) await advance(one, workers[by]);
          waiting.clear();
          await verify();
        }
        for (const one of waiting) await advance(one);
        await verify();
        await followDeltas(worker.deps, gameId, first);
      }),
      { numRuns: 25 },
    );
    expect([await total('boardMismatches', 'missed'), await total('boardMismatches', 'computed')]).toEqual(before);
  });

  it('is what the facts give when times of the game change under it', async () => {
    const built = await buildChallenge(database.db, { gameId });
    for (const team of [await join(), await join(), await join()]) await judged(team, built);
    await advance('advance');
    const first = await publishedBoard();
    await database.db
      .update(games)
      .set({ endAt: new Date(Date.now() - 1) })
      .where(and(eq(games.id, gameId)));
    await advance('advance', workers[2]);
    await verify();
    await followDeltas(worker.deps, gameId, first);
  });
});
