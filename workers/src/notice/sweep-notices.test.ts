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
  const published = (id = gameId) => readTarget(worker.deps, `game:${id}`, 'ReceivedGameNotice');

  it('announces what was left once and in order', async () => {
    const ids = [await store({ values: ['first'] }), await store({ values: ['second'] })];
    await sweep();
    await sweep();
    expect((await published()).map(({ id, values }) => [id, values])).toEqual([
      [ids[0], ['first']],
      [ids[1], ['second']],
    ]);
    const stored = await database.db.select().from(notices).where(eq(notices.gameId, gameId));
    expect(stored.every(({ announcedAt }) => announcedAt !== null)).toBe(true);
  });

  it('announces each once when ten workers sweep at the same time', async () => {
    for (let count = 0; count < 20; count += 1) await store({});
    await Promise.all(Array.from({ length: 10 }, sweep));
    expect(await published()).toHaveLength(20);
  });

  it('skips announced and locked notices and those of games that have not started', async () => {
    const later = await buildGame(database.db, { startAt: new Date(Date.now() + 3_600_000) });
    await store({ announcedAt: ago(59) });
    await store({ publishedAt: ago(0) });
    await store({ gameId: later.id });
    await sweep();
    expect(await published()).toEqual([]);
    expect(await published(later.id)).toEqual([]);
  });
});
