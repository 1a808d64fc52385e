import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { type Database, openDatabase } from '../src/index';
import { migrateDatabase } from '../src/migrate';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** Changes with every migration, so that a cluster kept between runs never serves an old schema. */
function templateName(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    hash.update(readFileSync(`${migrationsFolder}/${file}`));
  }
  return `vexil_template_${hash.digest('hex').slice(0, 12)}`;
}

function withName(url: string, name: string): string {
  const result = new URL(url);
  result.pathname = `/${name}`;
  return result.href;
}

/** Makes the migrated template database once per cluster; several runs may call it at once. */
export async function createTemplate(clusterUrl: string): Promise<void> {
  const name = templateName();
  const sql = postgres(clusterUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(7836412002)`;
    const [existing] = await sql`select datistemplate from pg_database where datname = ${name}`;
    if (existing?.datistemplate) return;
    if (existing) await sql.unsafe(`drop database ${name}`);
    await sql.unsafe(`create database ${name}`);
    await migrateDatabase(withName(clusterUrl, name), { folder: migrationsFolder });
    await sql.unsafe(`alter database ${name} is_template true`);
  } finally {
    await sql.end();
  }
}

export interface TestDatabase extends Database {
  url: string;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** An empty migrated database of its own, copied from the template in about 50 ms. */
export async function createTestDatabase(clusterUrl: string, connectionsMax = 12): Promise<TestDatabase> {
  const name = `vexil_test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(clusterUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await admin.unsafe(`create database ${name} template ${templateName()}`);
  } finally {
    await admin.end();
  }
  const url = withName(clusterUrl, name);
  const database = openDatabase(url, { connectionsMax, applicationName: 'vexil-test' });
  return {
    ...database,
    url,
    async drop() {
      await database.close();
      const sql = postgres(clusterUrl, { max: 1, fetch_types: false, onnotice: () => {} });
      try {
        await sql.unsafe(`drop database if exists ${name} with (force)`);
      } finally {
        await sql.end();
      }
    },
  };
}
