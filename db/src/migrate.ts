import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const migrationLock = 7_836_412_001;

function findMigrations(): string {
  const candidates = ['../migrations', '../../db/migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error(`The database migrations were not found in ${candidates.join(' or ')}.`);
  return found;
}

/** What this build knows, in order. */
export const readMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: findMigrations() });

/** Brings the schema up to date; of concurrent processes one migrates and the others wait. */
export async function migrateDatabase(url: string, folder = findMigrations()): Promise<void> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** How many migrations this build knows and the database has. */
export async function countMigrations(sql: postgres.Sql): Promise<{ known: number; applied: number }> {
  const known = readMigrations().length;
  const rows = await sql<{ applied: number }[]>`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  return { known, applied: rows[0]?.applied ?? 0 };
}
