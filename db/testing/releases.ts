import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import postgres from 'postgres';

/** SECRET_KEY of the dumps. */
export const releaseKey = 'key-of-the-dumps-of-released-versions';

export interface Release {
  version: string;
  commit: string;
}

const pathOf = (name: string) => fileURLToPath(new URL(`../releases/${name}`, import.meta.url));

/** Every released version, oldest first. */
export const listReleases = (): Release[] => JSON.parse(readFileSync(pathOf('releases.json'), 'utf8')) as Release[];

/** A backup, without files, of a game that the version has played. */
export const dumpOf = (version: string): string => pathOf(`${version}.tar.gz`);

/** One statement per line, each of which the version's processes or tests send. */
export const statementsOf = (version: string): string => pathOf(`${version}.statements.gz`);

/** Empty for a version whose processes need not run on a later schema. */
export function readStatements(version: string): string[] {
  const file = statementsOf(version);
  return existsSync(file) ? gunzipSync(readFileSync(file)).toString().split('\n') : [];
}

export interface Unprepared {
  statement: string;
  reason: string;
}

/** @returns those of the statements that PostgreSQL cannot prepare on the schema of the database, with its reason */
export async function listUnprepared(url: string, statements: readonly string[]): Promise<Unprepared[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  const failing: Unprepared[] = [];
  try {
    for (const statement of statements) {
      try {
        await sql.unsafe(`prepare checked as ${statement}`);
        await sql.unsafe('deallocate checked');
      } catch (error) {
        failing.push({ statement, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    await sql.end();
  }
  return failing;
}
