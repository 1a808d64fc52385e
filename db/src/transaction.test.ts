import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type Database, openDatabase, type SqlTx } from './index';

const pidOf = async (tx: SqlTx) => (await tx<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;
const lost = /CONNECTION_CLOSED|ECONNRESET|terminating connection/;
const later = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('a transaction whose connection is lost', () => {
  let test: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    test = await createTestDatabase(inject('databaseUrl'));
    database = openDatabase(test.url, { connectionsMax: 1 });
    await test.sql`create table stored (id int)`;
  });
  afterEach(async () => {
    await database.close();
    await test.drop();
  });

  const terminate = (pid: number) => test.sql`select pg_terminate_backend(${pid})`;
  /** Ends the backend once it waits in a statement. */
  async function terminateBusy(pid: number): Promise<void> {
    for (;;) {
      const [row] = await test.sql`select 1 from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
      if (row) break;
    }
    await terminate(pid);
  }
  async function expectUsable(): Promise<void> {
    await later();
    await database.sql.begin((tx) => tx`insert into stored values (100)`);
    const rows = await test.sql<{ id: number }[]>`select id from stored`;
    expect(rows.map(({ id }) => id)).toEqual([100]);
  }

  it('fails while a statement runs, and the pool recovers', async () => {
    const failed = database.sql.begin(async (tx) => {
      await tx`insert into stored values (1)`;
      void terminateBusy(await pidOf(tx));
      await tx`select pg_sleep(30)`;
    });
    await expect(failed).rejects.toThrow(lost);
    await expectUsable();
  });

  it('fails while pipelined statements are under way', async () => {
    const failed = database.sql.begin(async (tx) => {
      void terminateBusy(await pidOf(tx));
      const sent = Array.from({ length: 50 }, (_, id) => tx`insert into stored values (${id})`);
      await Promise.all([...sent, tx`select pg_sleep(30)`, ...sent.map((_, id) => tx`select ${id}::int`)]);
    });
    await expect(failed).rejects.toThrow(lost);
    await expectUsable();
  });

  it('fails while idle and sends no later statement', async () => {
    const outcomes: unknown[] = [];
    let other: Promise<unknown> | undefined;
    const failed = database.sql.begin(async (tx) => {
      await terminate(await pidOf(tx));
      await later();
      // The connection may belong to another transaction by now.
      other = database.sql.begin(async (next) => {
        await next`select 1`;
        await later();
        await next`select 2`;
      });
      await later();
      for (const id of [1, 2]) outcomes.push(await tx`insert into stored values (${id})`.catch((error) => error));
      outcomes.push(await tx.savepoint((inner) => inner`insert into stored values (3)`).catch((error) => error));
    });
    await expect(failed).rejects.toThrow(lost);
    // The driver gives it up before its work has ended.
    await vi.waitFor(() => expect(outcomes).toHaveLength(3), 20_000);
    await other;
    for (const outcome of outcomes) expect(outcome).toBeInstanceOf(Error);
    await expectUsable();
  });

  it('fails in a savepoint, and through Drizzle', async () => {
    const failed = database.db.transaction(async (tx) => {
      await tx.transaction(async (inner) => {
        const [row] = await inner.execute<{ pid: number }>('select pg_backend_pid() as pid');
        void terminateBusy(row?.pid ?? 0);
        await inner.execute('select pg_sleep(30)');
      });
    });
    await expect(failed).rejects.toThrow(lost);
    await expectUsable();
  });

  it('fails again and again under many at once, and loses no connection', async () => {
    const many = openDatabase(test.url, { connectionsMax: 4 });
    try {
      const pids = new Set<number>();
      const running = Array.from({ length: 40 }, async (_, id) =>
        many.sql.begin(async (tx) => {
          pids.add(await pidOf(tx));
          await Promise.all([tx`insert into stored values (${id})`, tx`select pg_sleep(0.02)`, tx`select 1`]);
          await tx`select 2`;
        }),
      );
      const ended = new Set<number>();
      const ending = (async () => {
        // Repeated until a transaction was hit, because connecting may take long.
        for (let round = 0; round < 8 || ended.size === 0; round += 1) {
          await later();
          for (const pid of pids) {
            await terminate(pid);
            ended.add(pid);
          }
          pids.clear();
        }
      })();
      const settled = await Promise.allSettled(running);
      await ending;
      const done = settled.filter(({ status }) => status === 'fulfilled').length;
      expect(done).toBeLessThan(40);
      const [stored] = await test.sql<{ count: number }[]>`select count(*)::int as count from stored`;
      expect(stored?.count).toBeGreaterThanOrEqual(done);
      // The pool may hand out a terminated connection until it notices the loss.
      await vi.waitFor(async () => {
        const pidsLeft = await Promise.all(Array.from({ length: 4 }, () => many.sql.begin(pidOf)));
        expect(pidsLeft.filter((pid) => ended.has(pid))).toEqual([]);
        expect(pidsLeft).toHaveLength(4);
      }, 20_000);
    } finally {
      await many.close();
    }
  });
});

const sleepers = async ({ sql }: TestDatabase) =>
  (
    await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  ).map(({ pid }) => pid);

describe('statements after the loss of a connection', () => {
  it('are sent once each, even if the driver rejects them with the error of the lost one', async () => {
    const test = await createTestDatabase(inject('databaseUrl'));
    const database = openDatabase(test.url, { connectionsMax: 4 });
    try {
      await test.sql`create table stored (id int)`;
      for (let round = 0; round < 3; round += 1) {
        const cut = Promise.allSettled([1, 2, 3].map(() => database.sql`select pg_sleep(30)`));
        await vi.waitUntil(async () => (await sleepers(test)).length === 3, 20_000);
        for (const pid of await sleepers(test)) await test.sql`select pg_terminate_backend(${pid})`;
        expect((await cut).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
        const ids = [1, 2, 3, 4, 5, 6].map((id) => 10 * round + id);
        await Promise.all(
          ids.map((id, index) =>
            index % 2 === 0
              ? database.sql`insert into stored values (${id})`
              : database.db.execute(`insert into stored values (${id})`),
          ),
        );
      }
      const rows = await test.sql<{ id: number }[]>`select id from stored order by id`;
      expect(rows.map(({ id }) => id)).toEqual(
        [0, 1, 2].flatMap((round) => [1, 2, 3, 4, 5, 6].map((id) => 10 * round + id)),
      );
    } finally {
      await database.close();
      await test.drop();
    }
  });
});

describe('a transaction', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(inject('databaseUrl'));
    await test.sql`create table stored (id int primary key)`;
  });
  afterEach(() => test.drop());
  const stored = async () => (await test.sql<{ id: number }[]>`select id from stored order by id`).map(({ id }) => id);

  it('keeps or rolls back a savepoint by itself', async () => {
    await test.sql.begin(async (tx) => {
      await tx`insert into stored values (1)`;
      await tx.savepoint((inner) => inner`insert into stored values (2)`);
      await expect(tx.savepoint((inner) => inner`insert into stored values (1)`)).rejects.toThrow(
        postgres.PostgresError,
      );
      await tx`insert into stored values (3)`;
    });
    expect(await stored()).toEqual([1, 2, 3]);
  });

  it('is rolled back when a statement failed, even if its error was caught', async () => {
    const failed = test.sql.begin(async (tx) => {
      await tx`insert into stored values (1)`;
      await tx`insert into stored values (1)`.catch(() => {});
    });
    await expect(failed).rejects.toThrow(/duplicate key/);
    expect(await stored()).toEqual([]);
  });

  it('sends nothing once it has ended', async () => {
    const kept = await test.sql.begin(async (tx) => {
      await tx`insert into stored values (1)`;
      return { tx };
    });
    await expect(kept.tx`insert into stored values (2)`).rejects.toThrow(/has ended/);
    expect(await stored()).toEqual([1]);
  });
});
