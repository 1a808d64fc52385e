import { awardRoutes } from '@vexil/contract/award';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import { pauseRoutes } from '@vexil/contract/pause';
import { rejudgingRoutes } from '@vexil/contract/rejudging';
import { type Scoreboard, scoreboardRoutes } from '@vexil/contract/scoreboard';
import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import { allPermissions } from '@vexil/db/enums/division';
import type { BloodPoints } from '@vexil/db/enums/game';
import type { AccountRow } from '@vexil/db/schema/account';
import { flags } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { listPermissions, permissionMask } from '@vexil/rules/permission.rules';
import { defaultBloodBonus } from '@vexil/rules/score.rules';
import { factsAtFreeze, isFrozen } from '@vexil/rules/scoreboard.freeze.rules';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { type Boards, createBoards } from '@vexil/server/testing/scoreboard';
import { and, desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { BoardFollower } from '../../testing/board-follower';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const minute = 60_000;

let test: TestApp;
let workers: [TestWorker, TestWorker];
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
  const { database, deps, clock } = test;
  const start = () => createTestWorker({ database, redisUrl: inject('redisUrl'), keyPrefix: deps.keyPrefix, clock });
  workers = [await start(), await start()];
  for (const worker of workers) worker.start();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await test.close();
});

interface World {
  gameId: number;
  teams: BuiltParticipation[];
  tasks: BuiltChallenge[];
  divisionIds: number[];
  awardIds: number[];
  /** Of a second server, which makes the changes that clients apply. */
  other: Boards;
}

const at = fc.nat({ max: 40 });
const mask = fc.oneof(
  fc.constant(allPermissions),
  fc.subarray(listPermissions(allPermissions)).map((permissions) => permissionMask(permissions)),
);
/** Minutes from now, on either side of all that happens. */
const minutes = fc.integer({ min: -50, max: 50 });
const bloodBonus = fc.constantFrom(0, defaultBloodBonus, 1_049_624_576);

/** What can happen to a game, as plain data: a history that fails is printed as it is. */
const happening = fc.oneof(
  { weight: 22, arbitrary: fc.record({ what: fc.constant('answer'), team: at, task: at, right: fc.nat({ max: 5 }) }) },
  fc.record({ what: fc.constant('review'), team: at, status: fc.constantFrom('Accepted', 'Suspended', 'Rejected') }),
  fc.record({ what: fc.constant('move'), team: at, division: fc.option(at) }),
  fc.record({ what: fc.constant('permit'), division: at, mask }),
  fc.record({ what: fc.constant('permitTask'), division: at, task: at, mask }),
  { weight: 2, arbitrary: fc.record({ what: fc.constant('scoreAlone'), division: at, scoresAlone: fc.boolean() }) },
  fc.record({ what: fc.constant('dropDivision'), division: at }),
  fc.record({
    what: fc.constant('curve'),
    task: at,
    originalScore: fc.constantFrom(0, 10, 500, 1000),
    minScoreRate: fc.constantFrom(0, 0.5, 1),
    difficulty: fc.constantFrom(1, 5),
  }),
  fc.record({ what: fc.constant('noBlood'), task: at, disableBloodBonus: fc.boolean() }),
  fc.record({ what: fc.constant('deadline'), task: at, minutes: fc.option(minutes) }),
  fc.record({ what: fc.constant('enable'), task: at, isEnabled: fc.boolean() }),
  fc.record({ what: fc.constant('addTask') }),
  fc.record({ what: fc.constant('dropTask'), task: at }),
  fc.record({
    what: fc.constant('bonus'),
    bloodBonus,
    bloodBonusPoints: fc.constantFrom(null, [50, 20, 0] as BloodPoints),
  }),
  fc.record({
    what: fc.constant('times'),
    start: fc.integer({ min: -90, max: -20 }),
    end: fc.integer({ min: -10, max: 90 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('freeze'), minutes: fc.option(fc.integer({ min: -15, max: 2 })) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('unfreeze') }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('pause', 'resume') }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 3 }) }) },
  fc.record({ what: fc.constant('rename'), team: at, name: fc.constantFrom('ants', 'bees', 'Übung', '队') }),
  fc.record({ what: fc.constant('addTeam'), division: fc.option(at) }),
  fc.record({ what: fc.constant('dropTeam'), team: at }),
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('award'),
      team: at,
      points: fc.constantFrom(-100_000, -30, 30, 1000),
      minutes: fc.option(fc.integer({ min: -20, max: 0 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('takeBack'), award: at }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('addFlag'), task: at }) },
  fc.record({ what: fc.constant('dropFlag'), task: at }),
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('rejudge'),
      task: fc.option(at),
      team: fc.option(at),
      minutes: fc.option(fc.integer({ min: -20, max: 0 })),
      takeBack: fc.boolean(),
    }),
  },
  fc.record({ what: fc.constant('flush') }),
  fc.record({ what: fc.constant('restart') }),
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T & Record<string, unknown> : never;

const pick = <T>(list: readonly T[], index: unknown): T => list[Number(index) % list.length] as T;
const now = () => test.clock.now().getTime();
const inMinutes = (value: unknown) => now() + Number(value) * minute;

/** Acts through the calls of players and staff; a refused action changes nothing. */
async function happen(world: World, one: Happening): Promise<void> {
  const { gameId: id } = world;
  const task = pick(world.tasks, one.task);
  const team = pick(world.teams, one.team);
  const divisionId = pick(world.divisionIds, one.division);
  const editTask = (body: object) =>
    test.call(challengeEditRoutes.update, { as: admin, params: { id, challengeId: task.challenge.id }, body });
  const editGame = (body: object) => test.call(gameEditRoutes.update, { as: admin, params: { id }, body });
  const editDivision = (body: object) =>
    test.call(divisionRoutes.update, { as: admin, params: { id, divisionId }, body });
  const review = (body: object) =>
    test.send({
      method: 'PUT',
      url: `/api/admin/participation/${team.participation.id}`,
      as: admin,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const acts: Record<string, () => Promise<unknown>> = {
    async answer() {
      const flag = one.right === 0 ? 'flag{wrong}' : (task.flags[0] ?? '');
      const url = `/api/game/${id}/challenges/${task.challenge.id}`;
      const headers = { 'content-type': 'application/json' };
      return test.send({ method: 'POST', url, headers, as: team.captain, payload: JSON.stringify({ flag }) });
    },
    review: () => review({ status: one.status }),
    move: () => review({ divisionId: one.division === null ? null : divisionId, reason: 'It asked for it.' }),
    scoreAlone: () => editDivision({ scoresAlone: one.scoresAlone, force: true, reason: 'Two boards are wanted.' }),
    permit: () => editDivision({ defaultPermissions: one.mask }),
    permitTask: () => editDivision({ challengeConfigs: [{ challengeId: task.challenge.id, permissions: one.mask }] }),
    async dropDivision() {
      if (world.divisionIds.length < 2) return undefined;
      const dropped = await test.call(divisionRoutes.delete, { as: admin, params: { id, divisionId } });
      if (dropped.status === 200) world.divisionIds.splice(world.divisionIds.indexOf(divisionId), 1);
      return dropped;
    },
    curve: () =>
      editTask({ originalScore: one.originalScore, minScoreRate: one.minScoreRate, difficulty: one.difficulty }),
    noBlood: () => editTask({ disableBloodBonus: one.disableBloodBonus }),
    deadline: () => editTask({ deadlineUtc: one.minutes === null ? 0 : inMinutes(one.minutes) }),
    enable: () => editTask({ isEnabled: one.isEnabled }),
    async addTask() {
      const built = await buildChallenge(test.db, { gameId: id, isEnabled: false });
      world.tasks.push(built);
      const params = { id, challengeId: built.challenge.id };
      return test.call(challengeEditRoutes.update, { as: admin, params, body: { isEnabled: true } });
    },
    async dropTask() {
      if (world.tasks.length < 2) return undefined;
      world.tasks.splice(world.tasks.indexOf(task), 1);
      return test.call(challengeEditRoutes.delete, { as: admin, params: { id, challengeId: task.challenge.id } });
    },
    bonus: () => editGame({ bloodBonus: one.bloodBonus, bloodBonusPoints: one.bloodBonusPoints }),
    times: () => editGame({ start: inMinutes(one.start), end: inMinutes(one.end) }),
    freeze: () => editGame({ freezeTime: one.minutes === null ? null : inMinutes(one.minutes) }),
    pause: () => test.call(pauseRoutes.pause, { as: admin, params: { id }, body: { reason: 'The power is out.' } }),
    resume: () => test.call(pauseRoutes.resume, { as: admin, params: { id } }),
    unfreeze: () => test.call(gameEditRoutes.unfreeze, { as: admin, params: { id } }),
    async wait() {
      test.clock.advance(Number(one.minutes) * minute);
    },
    async rename() {
      const url = `/api/team/${team.team.id}`;
      const headers = { 'content-type': 'application/json' };
      const payload = JSON.stringify({ name: one.name });
      return test.send({ method: 'PUT', url, headers, as: team.captain, payload });
    },
    async addTeam() {
      const built = await buildTeam(test.db);
      const payload = { teamId: built.team.id, divisionId: one.division === null ? null : divisionId };
      const url = `/api/game/${id}`;
      const headers = { 'content-type': 'application/json' };
      const join = { method: 'POST', url, headers, as: built.captain, payload: JSON.stringify(payload) } as const;
      return test.send(join);
    },
    async dropTeam() {
      if (world.teams.length < 3) return undefined;
      world.teams.splice(world.teams.indexOf(team), 1);
      return test.send({ method: 'DELETE', url: `/api/admin/teams/${team.team.id}`, as: admin });
    },
    async award() {
      const { points } = one;
      const at = one.minutes === null ? null : inMinutes(one.minutes);
      const body = { teamId: team.team.id, points: Number(points), reason: `because of ${points}`, at };
      const given = await test.call(awardRoutes.create, { as: admin, params: { id }, body });
      if (given.status === 200) world.awardIds.push(given.body.id);
      return given;
    },
    async takeBack() {
      const awardId = pick(world.awardIds, one.award);
      return awardId && test.call(awardRoutes.delete, { as: admin, params: { id, awardId } });
    },
    addFlag: () =>
      test.call(flagRoutes.add, {
        as: admin,
        params: { id, challengeId: task.challenge.id },
        body: [{ flag: 'flag{wrong}' }],
      }),
    async dropFlag() {
      const challengeId = task.challenge.id;
      const [last] = await test.db
        .select({ flagId: flags.id })
        .from(flags)
        .where(eq(flags.challengeId, challengeId))
        .orderBy(desc(flags.id));
      return last && test.call(flagRoutes.delete, { as: admin, params: { id, challengeId, ...last } });
    },
    async rejudge() {
      const body = {
        reason: 'A flag was wrong.',
        challengeId: one.task === null ? null : task.challenge.id,
        teamId: one.team === null ? null : team.team.id,
        from: one.minutes === null ? null : inMinutes(one.minutes),
        takeBack: Boolean(one.takeBack),
      };
      const made = await test.call(rejudgingRoutes.create, { as: admin, params: { id }, body });
      if (made.status !== 200) return made;
      const params = { id, rejudgingId: made.body.id };
      const isReady = async () => (await test.call(rejudgingRoutes.get, { as: admin, params })).body.state === 'Ready';
      await vi.waitUntil(isReady, { timeout: 60_000 });
      const applied = await test.call(rejudgingRoutes.apply, { as: admin, params });
      return applied.status === 200 ? applied : test.call(rejudgingRoutes.delete, { as: admin, params });
    },
    flush: () => test.call(gameEditRoutes.flushScoreboard, { as: admin, params: { id } }),
    async restart() {
      world.other = createBoards(test.deps);
    },
  };
  const reply = (await acts[one.what]?.()) as { status: number; body: unknown } | undefined;
  if (reply) expect(reply.status, `${one.what}: ${JSON.stringify(reply.body)}`).toBeLessThan(500);
  test.clock.advance(7);
}

/** Both workers take jobs, so whichever does the last one notices that none is left. */
async function settle(gameId: number): Promise<void> {
  const waits = and(eq(submissions.gameId, gameId), eq(submissions.status, 'FlagSubmitted'));
  await vi.waitUntil(async () => (await test.db.$count(submissions, waits)) === 0, { timeout: 60_000 });
  await Promise.race(workers.map((worker) => worker.drain()));
  // Both show a change within a second; here it has to be at once.
  test.deps.boards.expire(gameId);
}

const boardOf = async (gameId: number, as?: AccountRow) =>
  test.call(scoreboardRoutes.get, { params: { id: gameId }, ...(as ? { as } : {}) });

const bodyOf = ({ version: _version, updateTimeUtc: _time, ...body }: Scoreboard) => body;

/** Compares what is served, to everybody and to staff, with what the stored facts give. */
async function verify(gameId: number): Promise<void> {
  const facts = await loadScoreboardFacts(test.database.sql, gameId);
  if (!facts || now() < facts.game.start) return;
  const { freeze } = facts.game;
  const shown = freeze === null ? facts : factsAtFreeze(facts, freeze);
  for (const [as, known] of [
    [undefined, shown],
    [admin, freeze !== null && isFrozen(freeze, now()) ? facts : shown],
  ] as const) {
    const { status, body } = await boardOf(gameId, as);
    expect(status).toBe(200);
    const expected = { ...computeScoreboard(known, Number.MAX_SAFE_INTEGER), version: 0 };
    expect(bodyOf(body)).toEqual(bodyOf(JSON.parse(JSON.stringify(expected))));
  }
}

describe('what is served after any history', () => {
  it('is what the facts give, to everybody and to staff, and so is what followers of deltas have', async () => {
    const history = fc.array(fc.record({ one: happening, settled: fc.boolean() }), { minLength: 12, maxLength: 30 });
    let last: { steps: unknown; played: Promise<void> } = { steps: [], played: Promise.resolve() };
    async function play(steps: readonly { one: unknown; settled: boolean }[]): Promise<void> {
      const startAt = new Date(now() - 100 * minute);
      const game = await buildGame(test.db, { startAt, endAt: new Date(now() + 100 * minute) });
      const gameId = game.id;
      const rows = await test.db
        .insert(divisions)
        .values(['juniors', 'seniors'].map((name) => ({ gameId, name })))
        .returning();
      const world: World = {
        gameId,
        teams: [],
        tasks: [],
        divisionIds: rows.map(({ id }) => id),
        awardIds: [],
        other: createBoards(test.deps),
      };
      for (const index of [0, 1, 2, 3]) {
        const divisionId = world.divisionIds[index] ?? null;
        world.teams.push(await buildParticipation(test.db, { gameId, divisionId }));
        if (index < 3) world.tasks.push(await buildChallenge(test.db, { gameId }));
      }
      const followers = [null, admin].map((as) => new BoardFollower(test, () => world.other, gameId, as));
      for (const follower of followers) await follower.fetch();
      for (const { one, settled } of steps) {
        await happen(world, one as Happening);
        // Some things happen while boards are still being made of what came before.
        if (!settled) continue;
        await settle(gameId);
        await verify(gameId);
        for (const follower of followers) await follower.verify();
      }
      await settle(gameId);
      await verify(gameId);
      for (const follower of followers) await follower.verify();
    }
    await fc.assert(
      fc.asyncProperty(history, (steps) => {
        last = { steps, played: play(steps) };
        return last.played;
      }),
      { numRuns: 30, interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false, endOnFailure: true },
    );
    // The one that the time limit interrupted goes on all the same: its outcome counts, and what it uses is still needed.
    await last.played.catch((cause) => {
      throw new Error(`Does not hold after ${JSON.stringify(last.steps)}`, { cause });
    });
  });
});
