import { hostname } from 'node:os';
import { backups } from '@vexil/db/schema/backup';
import { engines } from '@vexil/db/schema/container';
import { healthAlerts } from '@vexil/db/schema/health-alert';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { buildGame } from '@vexil/db/testing/game';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { beatHeart, endHeartbeat } from '@vexil/runtime/heartbeat';
import type { QueueHealth } from '@vexil/runtime/queue-health';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { createHealthWatch } from './alert-watch';
import type { WatchedFacts } from './check';

let test: TestApp;
let target: string;
beforeEach(async () => {
  test = await createTestApp();
  await beatHeart(test.deps.redis, test.deps.keyPrefix, 'one');
  target = (await buildWebhook(test.db, { kinds: ['Health'], isPrivate: true, isEnabled: true })).webhook.id;
});
afterEach(() => test.close());

const well = { database: 'ok', migrations: 'ok', redis: 'ok', storage: 'ok' } as const;
const idle: QueueHealth = {
  workers: 1,
  oldestWaitingAnswerSeconds: 0,
  unsentMails: 0,
  containers: { requested: 0, starting: 0, running: 0, stopping: 0 },
  jobs: {},
};

interface Given {
  parts?: Partial<Record<keyof typeof well, 'ok' | 'full' | 'failed'>>;
  queue?: Partial<QueueHealth> | null;
  freeBytes?: number;
}

/** A server that finds what it is given. */
function serverWith(given: Given): WatchedFacts {
  return {
    deps: { ...test.deps, diskSpace: { freeBytes: async () => given.freeBytes ?? 1e12 } },
    partStates: async () => ({ ...well, ...given.parts }),
    queueHealth: async () => {
      if (given.queue === null) throw new Error('Redis is away.');
      return { ...idle, ...given.queue };
    },
  };
}

/** What was sent to the target, oldest first. */
async function sent(): Promise<string[]> {
  const rows = await test.db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, target), eq(webhookDeliveries.kind, 'Health')))
    .orderBy(asc(webhookDeliveries.id));
  return rows.map(({ kind, data: { condition, state, subject, detail } }) =>
    [kind, condition, state, subject, detail].filter((word) => word !== '' && word !== null).join(' '),
  );
}

describe('the health watch', () => {
  it('reports a condition once when it begins and once when it is over', async () => {
    const given: Given = {};
    const watch = createHealthWatch(serverWith(given), 0);
    await watch.round();
    expect(await sent()).toEqual([]);
    given.parts = { redis: 'failed', storage: 'full' };
    for (const _ of [1, 2, 3]) await watch.round();
    const raised = ['Health RedisDown Raised failed', 'Health StorageDown Raised full'];
    expect(await sent()).toEqual(raised);
    given.parts = {};
    for (const _ of [1, 2]) await watch.round();
    expect(await sent()).toEqual([...raised, 'Health RedisDown Cleared', 'Health StorageDown Cleared']);
    expect(await test.db.select().from(healthAlerts)).toEqual([]);
  });

  it('finds missing workers, slow judging, long queues, engines, disks and late backups', async () => {
    await test.db.insert(engines).values({ name: 'north', kind: 'docker', isUp: false });
    await test.db.insert(engines).values({ name: 'south', kind: 'docker', seenAt: new Date(0) });
    await test.db.insert(engines).values({ name: 'east', kind: 'docker', isUp: false, state: 'draining' });
    const madeAt = new Date(Date.now() - 27 * 3_600_000);
    await test.db.insert(backups).values({ name: 'a', place: '/b', madeAt, sizeBytes: 1, missingFiles: 0 });
    const jobs = { mail: { waiting: 501, delayed: 0, failed: 0 }, sweep: { waiting: 500, delayed: 9, failed: 9 } };
    const given: Given = { queue: { oldestWaitingAnswerSeconds: 31, jobs }, freeBytes: 900 * 1024 ** 2 };
    const watch = createHealthWatch(serverWith(given), 0);
    await watch.round();
    expect(await sent()).toEqual([
      'Health EngineDown Raised north',
      'Health EngineDown Raised south',
      `Health DiskLow Raised ${hostname()} 900`,
      'Health BackupLate Raised',
      'Health JudgingLate Raised 31',
      'Health QueueLong Raised mail 501',
    ]);
    // Without workers no engine is reported, and without Redis no worker is: what is open stays open.
    given.queue = { workers: 0 };
    await watch.round();
    expect((await sent()).slice(6)).toEqual([
      'Health WorkerMissing Raised',
      'Health JudgingLate Cleared',
      'Health QueueLong Cleared mail',
    ]);
    given.queue = null;
    await watch.round();
    expect(await sent()).toHaveLength(9);
  });

  it('waits until a condition has held for a while', async () => {
    const given: Given = { parts: { redis: 'failed' } };
    const watch = createHealthWatch(serverWith(given), 3_600_000);
    for (const _ of [1, 2]) await watch.round();
    expect(await sent()).toEqual([]);
  });

  it('is kept by one server at a time, and each reports its own disk', async () => {
    const first = createHealthWatch(serverWith({}), 0);
    await first.round();
    const second = createHealthWatch(serverWith({ parts: { redis: 'failed' }, freeBytes: 1 }), 0);
    await second.round();
    expect(await sent()).toEqual([`Health DiskLow Raised ${hostname()} 0`]);
    // The first server is gone.
    await test.database.sql`update health_watch set leased_until = now() - interval '1 second'`;
    await second.round();
    expect((await sent()).slice(1)).toEqual(['Health RedisDown Raised failed']);
  });

  it('ends the report of a disk whose server is gone', async () => {
    const seenAt = sql`now() - interval '10 minutes'`;
    const raisedAt = new Date();
    await test.db.insert(healthAlerts).values({ condition: 'DiskLow', subject: 'gone', raisedAt, seenAt });
    await test.db.insert(healthAlerts).values({ condition: 'DiskLow', subject: 'other', raisedAt, seenAt: raisedAt });
    await createHealthWatch(serverWith({}), 0).round();
    expect(await sent()).toEqual(['Health DiskLow Cleared gone']);
    expect(await test.db.select().from(healthAlerts)).toMatchObject([{ subject: 'other' }]);
  });

  it('reports when it is over that the database took nothing', async () => {
    const server = serverWith({});
    const { sql: statements } = test.database;
    const watch = createHealthWatch(server, 0);
    await watch.round();
    await statements`alter table health_watch rename to health_watch_away`;
    for (const _ of [1, 2]) await watch.round();
    expect(await sent()).toEqual([]);
    await statements`alter table health_watch_away rename to health_watch`;
    for (const _ of [1, 2]) await watch.round();
    expect(await sent()).toEqual(['Health DatabaseDown Raised', 'Health DatabaseDown Cleared']);
  });

  it('sends nothing to targets of one game or that players read', async () => {
    const game = await buildGame(test.db);
    await buildWebhook(test.db, { kinds: ['Health'], isPrivate: true, gameId: game.id });
    await buildWebhook(test.db, { kinds: ['Health'], isPrivate: false });
    await createHealthWatch(serverWith({ parts: { redis: 'failed' } }), 0).round();
    const deliveries = await test.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.kind, 'Health'));
    expect(deliveries).toMatchObject([{ webhookId: target }]);
  });

  it('runs beside a server that listens', async () => {
    await endHeartbeat(test.deps.redis, test.deps.keyPrefix, 'one');
    await createHealthWatch(test.app, 0).round();
    expect(await sent()).toEqual(['Health WorkerMissing Raised']);
  });
});
