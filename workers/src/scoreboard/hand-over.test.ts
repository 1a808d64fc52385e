import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { countOf, findHolder } from '../../testing/board';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const wish = { facts: true, check: false, repeated: false };
let database: TestDatabase;
let leaving: TestWorker;
let staying: TestWorker;
let gameId: number;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.drop());
beforeEach(async () => {
  const redisUrl = inject('redisUrl');
  leaving = await createTestWorker({ database, redisUrl });
  staying = await createTestWorker({ database, redisUrl, keyPrefix: leaving.deps.keyPrefix });
  gameId = (await buildGame(database.db)).id;
  await leaving.deps.boards.advance(gameId, wish);
});
afterEach(async () => {
  await staying.close();
  await leaving.close();
});

const holder = () => findHolder(leaving.deps, gameId);

describe('a worker that leaves', () => {
  it('hands its boards to another one, which takes them before anybody asks', async () => {
    const before = await holder();
    staying.deps.boards.start();
    await leaving.deps.boards.leave();
    await vi.waitFor(async () => expect(await holder()).toBeTruthy(), { timeout: 30_000 });
    expect(await holder()).not.toBe(before);
    // Nobody was lost.
    expect(await countOf(staying.deps, 'boardsTakenOver')).toBe(0);
  });

  it('takes none back, and still does what it has begun where it is alone', async () => {
    await leaving.deps.boards.leave();
    expect(await holder()).toBeFalsy();
    await leaving.deps.boards.advance(gameId, wish);
    expect(await holder()).toBeTruthy();
    await leaving.deps.boards.close();
    expect(await holder()).toBeFalsy();
    await staying.deps.boards.advance(gameId, wish);
    expect(await holder()).toBeTruthy();
  });
});
