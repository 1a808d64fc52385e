import { rejudgingJobs } from '@vexil/contract/rejudging';
import { type RejudgingRow, rejudgings } from '@vexil/db/schema/rejudging';
import { teamChallenges } from '@vexil/db/schema/submission';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame, testSecretKey } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildRejudging } from '@vexil/db/testing/rejudging';
import { buildSubmission } from '@vexil/db/testing/submission';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { computeApart } from './compute-apart';

let database: TestDatabase;
let worker: TestWorker;
let draft: RejudgingRow;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl') });
});
afterAll(async () => {
  await worker.close();
  await database.drop();
});
beforeEach(async () => {
  const game = await buildGame(database.db, { startAt: new Date(Date.now() - 3_600_000) });
  const { challenge } = await buildChallenge(database.db, { gameId: game.id, flags: ['flag{right}'] });
  const team = await buildParticipation(database.db, { gameId: game.id });
  await database.db
    .insert(teamChallenges)
    .values({ gameId: game.id, participationId: team.participation.id, challengeId: challenge.id });
  await buildSubmission(database.db, team, challenge, { answer: 'flag{right}' });
  draft = await buildRejudging(database.db, { gameId: game.id, state: 'Computing' });
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('REDIS_URL', inject('redisUrl'));
  vi.stubEnv('SECRET_KEY', testSecretKey);
  vi.stubEnv('LOG_LEVEL', 'error');
  vi.stubEnv('NODE_OPTIONS', '--import tsx');
});
afterEach(() => vi.unstubAllEnvs());

const stored = async () => (await database.db.select().from(rejudgings).where(eq(rejudgings.id, draft.id)))[0];
const compute = (signal = new AbortController().signal) =>
  computeApart(worker.deps, { rejudgingId: draft.id }, { signal });

it('computes a draft in a process of its own', async () => {
  await compute();
  expect(await stored()).toMatchObject({ state: 'Ready', effect: { submissions: 1, changed: 1, gains: 1, losses: 0 } });
});

it('leaves a draft as it was when its process is killed, and the next job computes it', async () => {
  const killed = new AbortController();
  const first = compute(killed.signal);
  killed.abort();
  await expect(first).rejects.toThrow();
  expect(await stored()).toMatchObject({ state: 'Computing', effect: draft.effect });
  await worker.run(rejudgingJobs.sweep, {});
  await worker.drain();
  expect(await stored()).toMatchObject({ state: 'Ready', effect: { changed: 1, gains: 1 } });
});

it('fails where its process fails, so that the job is tried again', async () => {
  vi.stubEnv('DATABASE_URL', 'nonsense');
  await expect(compute()).rejects.toThrow('ended with 1');
  expect(await stored()).toMatchObject({ state: 'Computing' });
});
