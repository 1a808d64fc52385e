// Faults of postgres.js 3.4.9, shown in the driver alone. A test that fails after an update means that the fault is gone:
// delete the test and the guard that its title names.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase(inject('databaseUrl'), 2);
  await test.sql`create table stored (id int)`;
});
afterEach(() => test.drop());

const storedIds = async () => (await test.sql<{ id: number }[]>`select id from stored`).map(({ id }) => id);

/** Waits until the driver's only connection is in this state, and gives its process. */
const waitForBackend = async (state: 'idle' | 'active' | 'idle in transaction') =>
  vi.waitUntil(
    async () => {
      const [row] = await test.sql<{ pid: number }[]>`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'plain' and state = ${state}`;
      return row?.pid;
    },
    { timeout: 20_000 },
  );

const terminate = (pid: number) => test.sql`select pg_terminate_backend(${pid})`;

/** The driver with one connection and none of our guards; `isClosed` resolves when it knows that the connection is lost. */
function openPlain(url: string, options: object = {}) {
  let close = () => {};
  const isClosed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => close(),
    connection: { application_name: 'plain' },
    ...options,
  });
  return { sql, isClosed };
}

describe('postgres.js, after a connection was lost in a transaction', () => {
  it('ends the process when the transaction sends a statement (then delete GuardedTransaction)', async () => {
    const script = `
      import postgres from 'postgres';
      let close;
      const isClosed = new Promise((resolve) => { close = resolve; });
      const sql = postgres(process.env.URL, { max: 1, fetch_types: false, onclose: () => close() });
      const other = postgres(process.env.URL, { max: 1, fetch_types: false });
      await sql.begin(async (tx) => {
        const [{ pid }] = await tx\`select pg_backend_pid() as pid\`;
        await other\`select pg_terminate_backend(\${pid})\`;
        await isClosed;
        await tx\`select 1\`;
      }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
      process.exit();`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, URL: test.url },
    });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/TypeError.*null.*'write'/) });
  });

  it('runs statements of the lost transaction in the next one (then delete GuardedTransaction)', async () => {
    const { sql, isClosed } = openPlain(test.url);
    let second: Promise<unknown> | undefined;
    const first = sql.begin(async (tx) => {
      await tx`select 1`;
      await terminate(await waitForBackend('idle in transaction'));
      await isClosed;
      await new Promise<void>((resolve, reject) => {
        second = sql.begin(async (next) => {
          await next`select 1`;
          await tx`insert into stored values (1)`.then(() => resolve(), reject);
        });
        second.catch(reject);
      });
      // What follows would be sent into the second transaction as well.
      await new Promise(() => {});
    });
    await expect(first).rejects.toThrow(/CONNECTION_CLOSED/);
    // The driver may reject the first before its work goes on and begins the second.
    await vi.waitUntil(() => second !== undefined, { timeout: 20_000 });
    await second;
    expect(await storedIds()).toEqual([1]);
    await sql.end({ timeout: 1 });
  });
});

describe('postgres.js, after a connection was lost in a statement', () => {
  it('refuses the next statement with the error of the last connection (then delete retryUnsent)', async () => {
    const { sql, isClosed } = openPlain(test.url);
    const running = sql`select pg_sleep(60)`.catch((error) => error);
    await terminate(await waitForBackend('active'));
    await isClosed;
    expect(await running).toMatchObject({ code: 'CONNECTION_CLOSED' });
    await expect(sql`insert into stored values (1)`).rejects.toMatchObject({ severity: 'FATAL', code: '57P01' });
    await sql`insert into stored values (2)`;
    expect(await storedIds()).toEqual([2]);
    await sql.end({ timeout: 1 });
  });
});

describe('postgres.js, when BEGIN fills the pipeline of a connection', () => {
  it('acknowledges statements of others that are never committed (then delete neverFullPipeline)', async () => {
    const pipelineMax = 10;
    const { sql } = openPlain(test.url, { max_pipeline: pipelineMax });
    await sql`select 1`;
    const full = Array.from({ length: pipelineMax }, () => sql`select 1`.execute());
    // Once BEGIN has failed, anything that its work sent, even the commit, would be an uncaught TypeError.
    let hasFailed = false;
    const transaction = sql.begin(() => new Promise<void>((resolve) => setTimeout(() => hasFailed || resolve(), 50)));
    const failed = transaction.catch(() => {
      hasFailed = true;
    });
    await Promise.all([...full, failed]);
    const inserted = await sql`insert into stored values (1)`;
    expect(inserted.count).toBe(1);
    await sql.end({ timeout: 1 });
    expect(await storedIds()).toEqual([]);
  });
});

describe('postgres.js, when a connection is reserved before there is one', () => {
  it('never answers unless it fetches types (then delete our `reserve`)', async () => {
    const { sql } = openPlain(test.url);
    let isReserved = false;
    void sql.reserve().then(
      () => (isReserved = true),
      () => {},
    );
    await waitForBackend('idle');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isReserved).toBe(false);
    await sql.end({ timeout: 0 });
  });
});
