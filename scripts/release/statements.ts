// Writes the statements that a release sends to its database, as its own tests do, to db/releases. A test prepares each
// on the schema of today: processes of the release must still run on it.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { migrateDatabase } from '@vexil/db/migrate';
import { listUnprepared, statementsOf } from '@vexil/db/testing/releases';
import postgres from 'postgres';
import { runCommand } from '../lib/lifecycle.mjs';
import { root } from '../lib/paths.mjs';
import { say, step } from '../lib/terminal.mjs';
import { openOldTests } from './old-tests';

/** Collects statements from the log of PostgreSQL, whose lines after the first of a statement begin with a tab. */
class StatementLog {
  readonly statements = new Set<string>();
  private current: string | null = null;

  add(line: string): void {
    if (line.startsWith('\t')) {
      if (this.current !== null) this.current += ` ${line.trim()}`;
      return;
    }
    this.end();
    this.current = /LOG: {2}(?:statement|execute [^:]+): (.*)$/.exec(line)?.[1] ?? null;
  }

  end(): void {
    const text = this.current?.replace(/\s+/g, ' ').trim() ?? '';
    if (/^(select|insert|update|delete|with) /i.test(text)) this.statements.add(text);
    this.current = null;
  }
}

/** One statement, the shortest, of those that differ only in how many values or rows they carry. */
function oneOfEachShape(statements: Iterable<string>): string[] {
  const kept = new Map<string, string>();
  for (const statement of statements) {
    const values = statement.replace(/\$\d+|\bdefault\b/g, '?').replace(/\?(?:, \?)+/g, '?');
    const shape = values.replace(/(\([^()]*\))(?:, \1)+/g, '$1');
    const other = kept.get(shape);
    if (other === undefined || statement.length < other.length) kept.set(shape, statement);
  }
  return [...kept.values()].sort();
}

const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

await runCommand(async (lifecycle) => {
  const log = new StatementLog();
  const tests = await openOldTests(lifecycle, 'release:statements', (line) => log.add(line));
  const { databaseUrl: url, folder, version } = tests;
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  await sql.unsafe("alter system set log_statement = 'all'");
  await sql.unsafe('select pg_reload_conf()');
  // Tests that fail, such as those that need Docker, send their statements all the same.
  await step(`Running the tests of ${version}`, () => tests.run());
  await sql.unsafe("alter system set log_statement = 'none'");
  await sql.unsafe('create database of_release');
  await sql.end();
  const own = at(url, 'of_release');
  await migrateDatabase(own, { folder: path.join(folder, 'db/migrations'), version });
  log.end();
  const sent = oneOfEachShape(log.statements);
  // Tests also send what fails on their own schema.
  const failing = new Set((await listUnprepared(own, sent)).map(({ statement }) => statement));
  const kept = sent.filter((statement) => !failing.has(statement));
  const file = statementsOf(version);
  writeFileSync(file, gzipSync(kept.join('\n'), { level: 9 }));
  say(`${path.relative(root, file)}: ${kept.length} of ${sent.length} statements.`);
  return 0;
});
