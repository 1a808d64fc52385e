import { randomUUID } from 'node:crypto';
import { containerJobs, containerRoutes } from '@vexil/contract/container';
import { containers } from '@vexil/db/schema/container';
import { teamChallenges } from '@vexil/db/schema/submission';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createDockerEngine } from '@vexil/engine/docker';
import { type ContainerEngine, mainPort } from '@vexil/engine/engine';
import { waitUntilReady } from '@vexil/engine/probe';
import {
  askContainer,
  buildSpec,
  buildTestImage,
  describeWithDocker,
  dockerHost,
  openTestDocker,
  TEST_IMAGE,
} from '@vexil/engine/testing/docker';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const samples = 5;
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describeWithDocker('instances started ahead and shared on a real engine', () => {
  let test: TestApp;
  let engine: ContainerEngine;
  let worker: TestWorker;

  beforeAll(async () => {
    await buildTestImage(openTestDocker());
    test = await createTestApp({ containerPublicHost: '127.0.0.1' });
    engine = createDockerEngine({
      host: dockerHost,
      deployment: `test-${randomUUID()}`,
      networkPool: '10.218.0.0/16',
      firewall: false,
    });
    worker = await createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
      config: { containerPublicHost: '127.0.0.1' },
      engine,
    });
    worker.start();
  });
  afterAll(async () => {
    await worker?.close();
    await engine?.removeLeftovers(new Set());
    await engine?.close();
    await test?.close();
  });

  async function build(values: ChallengeValues, teams = 1) {
    const { id: gameId } = await buildGame(test.db, {});
    const image = { containerImage: TEST_IMAGE, exposePort: 9000, memoryLimitMiB: 32, cpuTenths: 5 };
    const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer', ...image, ...values });
    const params = { id: gameId, challengeId: challenge.id };
    const built = [];
    for (let index = 0; index < teams; index += 1) built.push(await buildParticipation(test.db, { gameId }));
    const live = (kind: 'Warm' | 'Team' | 'Shared') =>
      test.db
        .select()
        .from(containers)
        .where(
          and(
            eq(containers.challengeId, challenge.id),
            eq(containers.kind, kind),
            inArray(containers.state, ['requested', 'starting', 'running']),
          ),
        );
    const keep = async () => {
      await worker.run(containerJobs.keep, {});
      await worker.drain();
    };
    return {
      params,
      live,
      keep,
      teams: built.map(({ captain, participation }) => ({
        captain,
        participation,
        start: () => test.call(containerRoutes.create, { params, as: captain }),
      })),
    };
  }

  const reach = async (id: string, line: string) => {
    const found = await engine.inspect(id);
    return found ? askContainer(found, line) : 'gone';
  };

  it('writes the flag of the team into the container that it gets', async () => {
    const { teams, live, keep } = await build({
      type: 'DynamicContainer',
      flagTemplateSealed: testSealing.seal('vexil{one_for_[TEAM_HASH]}'),
      containerOptions: { warmCount: 1, flagDelivery: 'file', flagPath: '/run/flag' },
    });
    await keep();
    const [ready] = await live('Warm');
    expect(ready?.state).toBe('running');
    const before = await engine.inspect(ready?.id ?? '');
    expect(await reach(ready?.id ?? '', 'do cat /run/flag')).toContain('No such file');
    expect((await teams[0]?.start())?.status).toBe(200);
    const [own] = await test.db
      .select()
      .from(teamChallenges)
      .where(eq(teamChallenges.participationId, teams[0]?.participation.id ?? 0));
    expect(await reach(ready?.id ?? '', 'do cat /run/flag')).toBe(testSealing.unseal(own?.flagSealed ?? ''));
    expect((await engine.inspect(ready?.id ?? ''))?.engineId).toBe(before?.engineId);
    await worker.drain();
    // The comparison of rows and containers leaves it alone, whatever its labels say.
    await worker.run(containerJobs.reconcileEngine, { engine: 'default' });
    expect(await reach(ready?.id ?? '', 'hello')).toBe('hello');
    expect(await live('Warm')).toHaveLength(1);
  });

  it('serves all teams from one', async () => {
    const { teams, live, keep } = await build({ containerOptions: { sharing: 'kept' } }, 2);
    await keep();
    const [row] = await live('Shared');
    const replies = await Promise.all(teams.map(({ start }) => start()));
    expect(replies.map(({ body }) => body.entry)).toEqual(Array(2).fill(`127.0.0.1:${row?.publicPort}`));
    expect(await reach(row?.id ?? '', 'env TEAM_ID')).toBe('all');
  });

  it('gives every team one of the pool, and says how long it took beside a start by the engine alone', async () => {
    const baseline: number[] = [];
    for (let index = 0; index < samples; index += 1) {
      const begun = performance.now();
      const started = await engine.start(buildSpec());
      await waitUntilReady(engine, started, { timeoutMs: 30_000 });
      baseline.push(performance.now() - begun);
      expect(mainPort(started).hostPort).not.toBeNull();
    }
    const { teams, live, keep } = await build({ containerOptions: { warmCount: samples } }, samples);
    await keep();
    expect(await live('Warm')).toHaveLength(samples);
    const given: number[] = [];
    for (const { start } of teams) {
      const begun = performance.now();
      expect((await start()).status).toBe(200);
      given.push(performance.now() - begun);
      await worker.drain();
    }
    const [fromPool, fromBaseline] = [median(given), median(baseline)];
    const ratio = (fromPool / fromBaseline).toFixed(2);
    process.stderr.write(
      `\npool: ready after ${fromPool.toFixed(0)} ms, start by the engine alone ${fromBaseline.toFixed(0)} ms, ratio ${ratio}\n`,
    );
    expect(await live('Team')).toHaveLength(samples);
  });
});
