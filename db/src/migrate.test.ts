import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { buildChallenge } from '../testing/challenge';
import { buildParticipation } from '../testing/participation';
import { violatedConstraint } from './errors';
import { migrateDatabase, NewerSchemaError, readSchemaState } from './migrate';
import { notices } from './schema/notice';

describe('migrateDatabase on an empty database', () => {
  let url: string;
  let sql: postgres.Sql;
  let folder: string;
  const admin = postgres(inject('databaseUrl'), { max: 1 });
  beforeEach(async () => {
    const name = `vexil_empty_${randomBytes(6).toString('hex')}`;
    await admin.unsafe(`create database ${name}`);
    url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
    sql = postgres(url, { max: 3, onnotice: () => {} });
    folder = await mkdtemp(join(tmpdir(), 'vexil-migrations-'));
    await cp(fileURLToPath(new URL('../migrations', import.meta.url)), folder, { recursive: true });
  });
  afterEach(async () => {
    await sql.end();
    await admin.unsafe(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
    await rm(folder, { recursive: true });
  });
  afterAll(() => admin.end());

  /** One more migration, as a later version has it. */
  async function addMigration(statement: string) {
    const path = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(path, 'utf8')) as {
      entries: { idx: number; when: number; tag: string }[];
    };
    const last = journal.entries.at(-1) ?? { idx: 0, when: 0, tag: '' };
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_later' });
    await writeFile(path, JSON.stringify(journal));
    await writeFile(join(folder, '9999_later.sql'), statement);
  }

  it('migrates once when eight processes start together, and records the version', async () => {
    await Promise.all(Array.from({ length: 8 }, () => migrateDatabase(url, { version: '7.0.0' })));
    const state = await readSchemaState(sql);
    expect(state).toEqual({ known: state.known, applied: state.known, unknown: 0, migratedBy: '7.0.0' });
    expect(await sql`select version, migrations from schema_upgrades`).toEqual([
      { version: '7.0.0', migrations: state.known },
    ]);
  });

  it('refuses a database that a newer version migrated, names both versions and changes nothing', async () => {
    await addMigration('create table later (id integer)');
    await migrateDatabase(url, { folder, version: '8.0.0' });
    const refused = await migrateDatabase(url, { version: '7.0.0' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NewerSchemaError);
    expect(String(refused)).toMatch(/version 8\.0\.0.* 1 migrations.*this version, 7\.0\.0/);
    expect(await readSchemaState(sql, folder)).toMatchObject({ unknown: 0, migratedBy: '8.0.0' });
    await migrateDatabase(url, { folder, version: '8.0.1' });
    expect(await readSchemaState(sql, folder)).toMatchObject({ migratedBy: '8.0.0' });
  });

  it('lets others read a table while it waits for a long transaction, and migrates after it', async () => {
    await migrateDatabase(url);
    await addMigration('alter table posts add column later integer');
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begun = () => {};
    const reading = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const long = sql.begin(async (tx) => {
      await tx`select count(*) from posts`;
      begun();
      await ended;
    });
    await reading;
    const migrated = migrateDatabase(url, { folder }).then(() => 'migrated');
    await vi.waitFor(async () => {
      const [row] = await sql`
        select count(*)::int as waiting from pg_locks where not granted and relation = 'posts'::regclass`;
      expect(row?.waiting).toBe(1);
    }, 30_000);
    // It stands behind the migration in the queue of the lock until that gives way; without that, until `end`.
    expect(await Promise.race([sql`select count(*)::int as posts from posts`, migrated])).toEqual([{ posts: 0 }]);
    end();
    await long;
    expect(await migrated).toBe('migrated');
    expect(await sql`select later from posts`).toEqual([]);
  });

  it('ends no transaction that takes the tables in another order', async () => {
    await migrateDatabase(url);
    await addMigration('alter table games add column later integer; alter table posts add column later integer');
    let isMigrated = false;
    const pool = postgres(url, { max: 6, fetch_types: false });
    const read = async () => {
      while (!isMigrated) {
        await pool.begin(async (tx) => {
          await tx`select count(*), pg_sleep(0.2) from posts`;
          await tx`select count(*), pg_sleep(0.05) from games`;
        });
      }
    };
    const reading = Promise.all([read(), read(), read(), read()]);
    const migrating = migrateDatabase(url, { folder }).then(() => {
      isMigrated = true;
    });
    await Promise.all([reading, migrating]);
    expect(await sql`select later from games union all select later from posts`).toEqual([]);
    await pool.end();
  });
});

describe('a migrated database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
  });
  afterAll(() => database.drop());

  it('builds rows with the parents they need', async () => {
    const { participation, members } = await buildParticipation(database.db);
    expect(participation.status).toBe('Accepted');
    expect(members).toHaveLength(1);
  });

  it('never stores two first bloods of one challenge', async () => {
    const { challenge } = await buildChallenge(database.db);
    const blood = {
      gameId: challenge.gameId,
      challengeId: challenge.id,
      type: 'FirstBlood' as const,
      values: ['a', 'b'],
    };
    await database.db.insert(notices).values(blood);
    const error = await database.db
      .insert(notices)
      .values(blood)
      .catch((reason: unknown) => reason);
    expect(violatedConstraint(error)).toBe('notices_blood_key');
  });
});
