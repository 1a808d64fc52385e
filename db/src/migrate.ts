import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import product from '../../package.json';
import { isCancelled } from './errors';

const migrationLock = 7_836_412_001;
/**
 * Below PostgreSQL's `deadlock_timeout` of a second: a client that waits for the locks of the migration while the
 * migration waits for the client's would otherwise be ended as the victim of a deadlock.
 */
const lockTimeoutMs = 700;
const retryMs = 3_000;

function findMigrations(): string {
  const candidates = ['../migrations', '../../db/migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error(`The database migrations were not found in ${candidates.join(' or ')}.`);
  return found;
}

/** What this build knows, in order. */
export const readMigrations = (folder = findMigrations()): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: folder });

/** The database was migrated by a newer version, or by one of another line of development. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor(version: string, { known, unknown, migratedBy }: SchemaState) {
    const by = migratedBy === null ? 'a newer version' : `version ${migratedBy}`;
    super(
      `The database was migrated by ${by} and has ${unknown} migrations that this version, ${version}, does not know (it knows ${known}). An older version cannot use a newer database. Start the newer version again, or restore a backup from before the upgrade.`,
    );
  }
}

export interface SchemaState {
  /** Migrations of this build. */
  known: number;
  /** Those of them that the database has. */
  applied: number;
  /** Migrations of the database that this build does not have. */
  unknown: number;
  /** Version that migrated last; null before versions were recorded. */
  migratedBy: string | null;
}

async function hasTable(sql: postgres.Sql, name: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass(${name}) is not null as found`;
  return row?.found ?? false;
}

/** Compares the migrations of this build with those of the database, which may be empty. */
export async function readSchemaState(sql: postgres.Sql, folder?: string): Promise<SchemaState> {
  const known = new Set(readMigrations(folder).map(({ hash }) => hash));
  const rows = (await hasTable(sql, 'drizzle.__drizzle_migrations'))
    ? await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations`
    : [];
  const applied = rows.filter(({ hash }) => known.has(hash)).length;
  const [last] = (await hasTable(sql, 'public.schema_upgrades'))
    ? await sql<{ version: string }[]>`select version from schema_upgrades order by id desc limit 1`
    : [];
  return { known: known.size, applied, unknown: rows.length - applied, migratedBy: last?.version ?? null };
}

const open = (url: string) => postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });

type Transaction = postgres.TransactionSql;

export async function createMigrationTable(sql: postgres.Sql | Transaction): Promise<void> {
  await sql`create schema if not exists drizzle`;
  await sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
}

export async function applyMigration(tx: Transaction, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  for (const statement of sql) await tx.unsafe(statement);
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
}

async function listPending(tx: Transaction, folder: string): Promise<MigrationMeta[]> {
  const rows = await tx<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations`;
  const applied = new Set(rows.map(({ hash }) => hash));
  return readMigrations(folder).filter(({ hash }) => !applied.has(hash));
}

/** Existing tables that the statements name, and perhaps one that only shares its name with a column. */
async function listNamedTables(tx: Transaction, migrations: readonly MigrationMeta[]): Promise<string[]> {
  const words = new Set(migrations.flatMap(({ sql }) => sql.join(' ').match(/\w+/g) ?? []));
  const tables = await tx<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
  return tables.map(({ name }) => name).filter((name) => words.has(name));
}

/**
 * All locks first, in bounded time: taken one by one between the statements they would deadlock with requests.
 * @param busy tables that could not be locked in time, which are taken first; the next one is put in front
 */
async function lockTables(tx: Transaction, names: readonly string[], busy: string[]): Promise<void> {
  const until = performance.now() + lockTimeoutMs;
  const ordered = [...new Set([...busy.filter((name) => names.includes(name)), ...names])];
  for (const name of ordered) {
    const leftMs = Math.max(1, Math.floor(until - performance.now()));
    await tx`select set_config('statement_timeout', ${String(leftMs)}, true)`;
    try {
      await tx`lock table ${tx(name)} in access exclusive mode`;
    } catch (error) {
      if (isCancelled(error)) busy.unshift(name);
      throw error;
    }
  }
  await tx`select set_config('statement_timeout', '0', true)`;
}

async function recordUpgrade(tx: Transaction, version: string): Promise<void> {
  const [table] = await tx<{ name: string | null }[]>`select to_regclass('public.schema_upgrades') as name`;
  if (!table?.name) return;
  await tx`
    insert into schema_upgrades (version, migrations)
    select ${version}, count(*) from drizzle.__drizzle_migrations`;
}

async function migrateOnce(tx: Transaction, folder: string, version: string, busy: string[]): Promise<void> {
  const pending = await listPending(tx, folder);
  await lockTables(tx, await listNamedTables(tx, pending), busy);
  for (const migration of pending) await applyMigration(tx, migration);
  await recordUpgrade(tx, version);
}

async function migrateWhenFree(sql: postgres.Sql, folder: string, version: string): Promise<void> {
  for (const busy: string[] = []; ; ) {
    try {
      await sql.begin((tx) => migrateOnce(tx, folder, version, busy));
      return;
    } catch (error) {
      if (!isCancelled(error)) throw error;
      await sleep(retryMs);
    }
  }
}

export interface MigrateOptions {
  folder?: string;
  version?: string;
}

/**
 * Brings the schema up to date in one transaction; of concurrent processes one migrates and the others wait. While
 * another transaction holds one of the tables for long, it gives way and tries again, so that requests do not queue up.
 * @throws NewerSchemaError
 */
export async function migrateDatabase(
  url: string,
  { folder = findMigrations(), version = product.version }: MigrateOptions = {},
): Promise<void> {
  const sql = open(url);
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    const state = await readSchemaState(sql, folder);
    if (state.unknown > 0) throw new NewerSchemaError(version, state);
    if (state.applied === state.known) return;
    await createMigrationTable(sql);
    await migrateWhenFree(sql, folder, version);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

let knownCount: number | undefined;

/** How many migrations this build knows and the database has; cheap enough for every probe. */
export async function countMigrations(sql: postgres.Sql): Promise<{ known: number; applied: number }> {
  knownCount ??= readMigrations().length;
  const rows = await sql<{ applied: number }[]>`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  return { known: knownCount, applied: rows[0]?.applied ?? 0 };
}

/** Whether nothing is left to migrate. @throws NewerSchemaError */
export async function isMigrated(url: string): Promise<boolean> {
  const sql = open(url);
  try {
    const state = await readSchemaState(sql);
    if (state.unknown > 0) throw new NewerSchemaError(product.version, state);
    return state.applied === state.known;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
