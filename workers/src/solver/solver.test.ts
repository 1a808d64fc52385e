import { solverJobs, solverRoutes } from '@vexil/contract/solver';
import type { SolverSettings } from '@vexil/db/enums/container';
import type { AccountRow } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { containers, solverChecks } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { EngineError } from '@vexil/engine/engine';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { checkFlagOf } from './check-flag';

const minuteMs = 60_000;
const solver: SolverSettings = {
  image: 'solve:1',
  command: [],
  timeoutSeconds: 60,
  everyMinutes: 0,
  showStatus: false,
};

let test: TestApp;
let worker: TestWorker;
let engine: FakeEngine;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp({ containerEngine: 'docker' });
  engine = createFakeEngine();
  const { database, deps, clock } = test;
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), keyPrefix: deps.keyPrefix, clock, engine });
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterEach(async () => {
  engine.runs.splice(0);
  engine.answerRuns(() => ({ exitCode: 0, timedOut: false, output: '' }));
  await test.db.delete(games);
});
afterAll(async () => {
  await worker.close();
  await engine.close();
  await test.close();
});

async function build(values: ChallengeValues = {}, game: Parameters<typeof buildGame>[1] = {}) {
  const { id: gameId } = await buildGame(test.db, game);
  const { challenge } = await buildChallenge(test.db, {
    gameId,
    type: 'DynamicContainer',
    containerImage: 'vexil/test:1',
    exposePort: 9000,
    solver,
    ...values,
  });
  const params = { id: gameId, challengeId: challenge.id };
  return {
    challenge,
    params,
    check: () => test.call(solverRoutes.check, { params, as: admin }),
    read: async () => (await test.call(solverRoutes.get, { params, as: admin })).body,
  };
}

const rowsOf = (challengeId: number) =>
  test.db.select().from(solverChecks).where(eq(solverChecks.challengeId, challengeId)).orderBy(solverChecks.id);
const instancesOf = (challengeId: number) =>
  test.db.select().from(containers).where(eq(containers.challengeId, challengeId)).orderBy(containers.requestedAt);
/** Prints the flag of the instance that it is run against. */
const solving = (challenge: Parameters<typeof checkFlagOf>[2]) =>
  engine.answerRuns(({ target }) => ({
    exitCode: 0,
    timedOut: false,
    output: `hello\n${checkFlagOf(testSealing, target, challenge)}\n`,
  }));
const sweep = () => worker.run(solverJobs.sweep, {});

describe('a check', () => {
  // First, because the worker takes jobs by itself after its first `drain`.
  it('is repeated once with a fresh instance after its worker was lost', async () => {
    const { challenge, check, read } = await build();
    solving(challenge);
    await check();
    const lose = async () => {
      const [running] = await rowsOf(challenge.id);
      // As a worker leaves it that is killed while the solver runs.
      await test.db.update(solverChecks).set({ startedAt: test.clock.now() });
      await test.db
        .update(containers)
        .set({ state: 'running', engine: 'default' })
        .where(eq(containers.id, running?.containerId ?? ''));
      await worker.run(solverJobs.run, { checkId: running?.id ?? 0 }, { repeated: true });
    };
    await lose();
    expect(await rowsOf(challenge.id)).toMatchObject([{ result: 'running', attempts: 2, startedAt: null }]);
    expect((await instancesOf(challenge.id)).map(({ state }) => state)).toEqual(['stopping', 'requested']);
    await lose();
    expect((await read()).checks).toMatchObject([
      { result: 'error', reason: 'The worker that ran the solver was lost, twice.' },
    ]);
    await worker.drain();
    expect((await instancesOf(challenge.id)).map(({ state }) => state)).toEqual(['destroyed', 'destroyed']);
  });

  it('passes when the solver prints the flag of its instance, and leaves no instance', async () => {
    const { challenge, params, check, read } = await build({
      solver: { ...solver, command: ['python3', '-c'] },
      solverScriptSealed: testSealing.seal('print(1)'),
    });
    solving(challenge);
    expect((await check()).body.checks).toMatchObject([{ result: 'running', userName: admin.userName }]);
    await worker.drain();
    const { checks } = await read();
    expect(checks).toMatchObject([{ result: 'passed', exitCode: 0, reason: null, startedAt: expect.any(Number) }]);
    expect(engine.runs).toMatchObject([
      { image: 'solve:1', command: ['python3', '-c', 'print(1)'], env: { HOST: 'main', PORT: '9000' } },
    ]);
    expect(await instancesOf(challenge.id)).toMatchObject([
      { kind: 'Check', state: 'destroyed', endReason: 'checked', isProxy: true, memoryMiB: 64 + 512 },
    ]);
    expect(await engine.list()).toEqual([]);
    const output = await test.call(solverRoutes.output, {
      params: { ...params, checkId: checks[0]?.id ?? 0 },
      as: admin,
    });
    expect(output.body.text).toMatch(/^hello\nflag\{/);
    const [row] = await rowsOf(challenge.id);
    expect(row?.outputSealed).not.toContain('hello');
  });

  it('of a challenge with one flag for all passes with any flag of its list', async () => {
    const { challenge, check, read } = await build({ type: 'StaticContainer', flags: ['flag{one}', 'flag{two}'] });
    engine.answerRuns(() => ({ exitCode: 1, timedOut: false, output: 'it is flag{two}.' }));
    await check();
    await worker.drain();
    expect((await read()).checks).toMatchObject([{ result: 'passed', exitCode: 1 }]);
    engine.answerRuns(() => ({ exitCode: 0, timedOut: false, output: 'it is flag{three}.' }));
    await check();
    await worker.drain();
    expect((await rowsOf(challenge.id)).map(({ result }) => result)).toEqual(['passed', 'failed']);
  });

  it('fails with the flag of another instance, and says when its time was over', async () => {
    const { check, read } = await build();
    engine.answerRuns(() => ({ exitCode: 0, timedOut: false, output: 'flag{some_other}' }));
    await check();
    await worker.drain();
    engine.answerRuns(() => ({ exitCode: null, timedOut: true, output: 'trying' }));
    await check();
    await worker.drain();
    expect((await read()).checks).toMatchObject([{ result: 'timedOut', exitCode: null }, { result: 'failed' }]);
  });

  it('ends with the reason when the instance does not start, or the solver cannot be run', async () => {
    const { check, read } = await build();
    engine.failStarts('imageMissing');
    await check();
    await worker.drain();
    await sweep();
    expect((await read()).checks[0]).toMatchObject({
      result: 'error',
      reason: 'The registry has no image vexil/test:1.',
      startedAt: null,
    });
    engine.answerRuns(() => {
      throw new EngineError('imageDenied', 'No login.');
    });
    await check();
    await worker.drain();
    expect((await read()).checks[0]).toMatchObject({
      result: 'error',
      reason: 'The registry refused to hand out the image solve:1: it does not exist, or needs a login.',
      startedAt: expect.any(Number),
    });
  });

  it('runs once at a time for a challenge', async () => {
    const { challenge, check } = await build();
    await Promise.all([check(), check(), check()]);
    expect(await rowsOf(challenge.id)).toHaveLength(1);
    expect(await instancesOf(challenge.id)).toHaveLength(1);
    await worker.drain();
  });

  it('ends when its instance ends first', async () => {
    const { challenge, check, read } = await build();
    await check();
    const [row] = await instancesOf(challenge.id);
    await test.db.delete(containers).where(eq(containers.id, row?.id ?? ''));
    await sweep();
    expect((await read()).checks).toMatchObject([
      { result: 'error', reason: 'The instance ended before the solver did.' },
    ]);
  });

  it('keeps the last twenty', async () => {
    const { challenge, check } = await build();
    const { gameId } = challenge;
    const old = { gameId, challengeId: challenge.id, image: 'a', result: 'failed' as const };
    await test.db.insert(solverChecks).values(Array.from({ length: 25 }, () => old));
    await check();
    await worker.drain();
    expect(await rowsOf(challenge.id)).toHaveLength(20);
  });
});

describe('the schedule', () => {
  const now = () => test.clock.now().getTime();
  const at = (minutes: number) => new Date(now() + minutes * minuteMs);

  it('checks a challenge before its game starts, once, and then every so many minutes', async () => {
    const values = { solver: { ...solver, everyMinutes: 15 } };
    const { challenge } = await build(values, { startAt: at(20), endAt: at(600) });
    const asPlanned = { isEnabled: false, releaseAt: at(25) };
    const planned = await build(asPlanned, { startAt: at(-10), endAt: at(600) });
    const later = await build(values, { startAt: at(60), endAt: at(600) });
    const count = async (id: number) => (await rowsOf(id)).length;
    await sweep();
    await worker.drain();
    await sweep();
    expect(await rowsOf(challenge.id)).toMatchObject([{ accountId: null, result: 'failed' }]);
    expect([await count(planned.challenge.id), await count(later.challenge.id)]).toEqual([1, 0]);
    test.clock.advance(21 * minuteMs);
    await sweep();
    await worker.drain();
    await sweep();
    expect(await count(challenge.id)).toBe(2);
    expect(await count(planned.challenge.id)).toBe(1);
  });

  it('leaves alone what is disabled, over, without image or a copy that checks a game', async () => {
    const values = { solver: { ...solver, everyMinutes: 5 } };
    const open = { startAt: at(-60), endAt: at(600) };
    const { params } = await build({ ...values, containerImage: '' }, open);
    await build({ ...values, isEnabled: false }, open);
    await build(values, { startAt: at(-60), endAt: at(-1), practiceMode: false });
    await build(values, { ...open, checkOf: params.id });
    await sweep();
    expect(await test.db.select().from(solverChecks)).toEqual([]);
  });

  it('runs four at once', async () => {
    const built = [];
    const values = { solver: { ...solver, everyMinutes: 5 } };
    for (let count = 0; count < 6; count += 1) built.push(await build(values, { startAt: at(-60), endAt: at(600) }));
    await sweep();
    expect(await test.db.select().from(solverChecks)).toHaveLength(4);
    await worker.drain();
    await sweep();
    expect(await test.db.select().from(solverChecks)).toHaveLength(6);
    await worker.drain();
  });
});

it('counts results and names the challenges that fail', async () => {
  const { challenge, params, check } = await build();
  await check();
  await worker.drain();
  const metrics = await worker.deps.metrics.registry.metrics();
  expect(metrics).toMatch(/solver_checks_total\{result="failed"\} [1-9]/);
  expect(metrics).toContain(`solver_check_failing{game="${params.id}",challenge="${challenge.id}"} 1`);
  await test.db.update(challenges).set({ solver: null }).where(eq(challenges.id, challenge.id));
});
