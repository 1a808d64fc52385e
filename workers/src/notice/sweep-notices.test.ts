import { noticeJobs } from '@vexil/contract/notice';
import { type NewNoticeRow, notices } from '@vexil/db/schema/notice';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readTarget } from '../../testing/live';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('sweep-notices', () => {
  let database: TestDatabase;
  let worker: TestWorker;
  let gameId: number;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    worker = await createTestWorker({ database, redisUrl: inject('redisUrl') });
  });
  afterAll(async () => {
    await worker.close();
    await database.drop();
  });
  beforeEach(async () => {
    gameId = (await buildGame(database.db)).id;
  });

  async function store(values: Partial<NewNoticeRow>): Promise<number> {
    const row = { gameId, type: 'Normal' as const, values: ['words'], publishedAt: ago(60), ...values };
    const [stored] = await database.db.insert(notices).values(row).returning();
    return stored?.id ?? 0;
  }
  const sweep = () => worker.run(noticeJobs.sweep, {});
  const heard = (id = gameId) => readTarget(worker.deps, `game:${id}`, 'ReceivedGameNotice');

  it('pushes what was left, in order, and once', async () => {
    const ids = [await store({ values: ['first'] }), await store({ values: ['second'] })];
    await sweep();
    await sweep();
    expect((await heard()).map(({ id, values }) => [id, values])).toEqual([
      [ids[0], ['first']],
      [ids[1], ['second']],
    ]);
    const stored = await database.db.select().from(notices).where(eq(notices.gameId, gameId));
    expect(stored.every(({ announcedAt }) => announcedAt !== null)).toBe(true);
  });

  it('pushes each once when ten workers sweep at the same time', async () => {
    for (let count = 0; count < 20; count += 1) await store({});
    await Promise.all(Array.from({ length: 10 }, sweep));
    expect(await heard()).toHaveLength(20);
  });

  it('leaves what was pushed, what is being pushed, and what belongs to a game that has not begun', async () => {
    const later = await buildGame(database.db, { startAt: new Date(Date.now() + 3_600_000) });
    await store({ announcedAt: ago(59) });
    await store({ publishedAt: ago(0) });
    await store({ gameId: later.id });
    await sweep();
    expect(await heard()).toEqual([]);
    expect(await heard(later.id)).toEqual([]);
  });
});
