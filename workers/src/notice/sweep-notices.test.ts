import { noticeJobs } from '@vexil/contract/notice';
import { type NewNoticeRow, notices } from '@vexil/db/schema/notice';
import { topicVersions } from '@vexil/db/schema/topic-version';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readTarget } from '../../testing/live';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { publishDueNotices } from './notice.queries';

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

  describe('of planned notices', () => {
    const plan = (values: Partial<NewNoticeRow> = {}) =>
      store({ values: ['planned'], scheduledAt: ago(1), publishedAt: ago(1), ...values });
    const stored = async (id: number) => (await database.db.select().from(notices).where(eq(notices.id, id)))[0];
    const topic = async () =>
      (
        await database.db
          .select()
          .from(topicVersions)
          .where(eq(topicVersions.topic, `notices:${gameId}`))
      )[0]?.version ?? 0;

    it('publishes and announces them once when their time has come, and not before', async () => {
      const later = await plan({ scheduledAt: ago(-3600) });
      const second = await plan({ scheduledAt: ago(1) });
      const first = await plan({ scheduledAt: ago(2) });
      await Promise.all(Array.from({ length: 10 }, sweep));
      expect((await published()).map(({ id }) => id)).toEqual([first, second]);
      expect(await stored(first)).toMatchObject({ scheduledAt: null, announcedAt: expect.any(Date) });
      expect(await stored(later)).toMatchObject({ scheduledAt: expect.any(Date), announcedAt: null });
      expect(await topic()).toBeGreaterThan(0);
    });

    it('announces the rest after a worker that ended right after its commit', async () => {
      const id = await plan();
      await database.db.transaction((tx) => publishDueNotices(tx, new Date(), 10));
      expect(await published()).toEqual([]);
      await database.db
        .update(notices)
        .set({ publishedAt: ago(10) })
        .where(eq(notices.id, id));
      await sweep();
      await sweep();
      expect((await published()).map((one) => one.id)).toEqual([id]);
    });

    it('keeps those of a game that has not started silent until then', async () => {
      const coming = await buildGame(database.db, { startAt: new Date(Date.now() + 3_600_000) });
      const id = await plan({ gameId: coming.id });
      await sweep();
      expect(await stored(id)).toMatchObject({ scheduledAt: null, announcedAt: null });
      expect(await published(coming.id)).toEqual([]);
    });
  });
});
