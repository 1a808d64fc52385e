import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openDatabase } from '@vexil/db';
import { migrateDatabase } from '@vexil/db/migrate';
import { createSealing } from '@vexil/db/sealing';
import { openFileStorage } from '@vexil/runtime/storage/file-storage';
import { planCompetition } from '../bench/seed/competition';
import { withTeams } from '../bench/seed/size';
import { storeCompetition } from '../bench/seed/store';
import { buildProcesses } from '../lib/build.mjs';
import { Failure } from '../lib/failure.mjs';
import { inRoot } from '../lib/paths.mjs';
import { runTool, tail } from '../lib/run-tool.mjs';
import { type Deployment, openDeployment } from './deployment';
import type { Drill } from './drill';
import { type Report, secondsOf } from './report';

const mib = 1024 * 1024;
interface Extent {
  teams: number;
  filesMiB: number;
}

const fileMiB = 10;

const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

async function fill(deployment: Deployment, url: string, directory: string, size: Extent) {
  const database = openDatabase(url, { connectionsMax: 2, applicationName: 'vexil-drill' });
  const storage = openFileStorage(directory);
  try {
    await migrateDatabase(url);
    await storeCompetition(database, planCompetition('drill', withTeams(size.teams)), {
      sealing: createSealing(deployment.environment.SECRET_KEY ?? ''),
      sessionKey: 'drill',
      now: new Date(),
    });
    for (let left = size.filesMiB; left > 0; left -= fileMiB) {
      const { hash, sizeBytes } = await storage.put(Readable.from([randomBytes(fileMiB * mib)]), fileMiB * mib);
      await database.sql`insert into files (hash, name, size_bytes) values (${hash}, 'file', ${sizeBytes})`;
    }
  } finally {
    await Promise.all([database.close(), storage.close()]);
  }
}

async function sizeMiB(url: string): Promise<number> {
  const { sql, close } = openDatabase(url, { connectionsMax: 1, applicationName: 'vexil-drill' });
  const [row] = await sql<{ mib: number }[]>`
    select (pg_database_size(current_database()) / 1024 / 1024)::int as mib`;
  await close();
  return row?.mib ?? 0;
}

/** @returns what the command line for operators answers with `--json`, and how long it took */
export async function runVexil(environment: NodeJS.ProcessEnv, words: readonly string[]) {
  const startedAt = performance.now();
  const args = [inRoot('dist/server/operate.mjs'), '--json', ...words];
  const { code, output } = await runTool(process.execPath, args, { cwd: inRoot(), env: environment });
  if (code !== 0) throw new Failure(`vexil ${words[0]} failed.\n${tail(output, 20)}`);
  return { ms: performance.now() - startedAt, result: JSON.parse(output) };
}

async function measure(report: Report, deployment: Deployment, size: Extent, admin: string) {
  const name = `drill_${size.teams}`;
  const folder = path.join(deployment.directory, name);
  const root = openDatabase(admin, { connectionsMax: 1, applicationName: 'vexil-drill' });
  for (const database of [name, `${name}_restored`]) await root.sql.unsafe(`create database ${database}`);
  await root.close();
  const environment = (database: string) => ({
    ...deployment.environment,
    DATABASE_URL: at(admin, database),
    DATA_DIR: path.join(folder, database),
    BACKUP_TO: path.join(folder, 'backups'),
  });
  await fill(deployment, at(admin, name), path.join(folder, name, 'files'), size);
  report.fact('size of the database', `${await sizeMiB(at(admin, name))} MiB`);
  const first = await runVexil(environment(name), ['backup']);
  const next = await runVexil(environment(name), ['backup']);
  const verified = await runVexil(environment(name), ['verify', 'latest']);
  const restored = await runVexil(environment(`${name}_restored`), ['restore', 'latest']);
  const rows = Object.values(first.result.rows as Record<string, number>).reduce((sum, count) => sum + count, 0);
  report.check(`${size.teams} teams verified`, verified.result.faults.length === 0, `${rows} rows`);
  report.fact(
    `${size.teams} teams, ${rows} rows, ${size.filesMiB} MiB of files`,
    [
      `first backup ${secondsOf(first.ms)}`,
      `next ${secondsOf(next.ms)} (${next.result.newContents} new files)`,
      `verify ${secondsOf(verified.ms)}`,
      `restore ${secondsOf(restored.ms)}`,
    ].join(', '),
  );
}

/** A game of that many teams with files is backed up twice, verified and restored into another database. */
export const restore: Drill = {
  name: 'restore',
  summary: 'times of backup, verification and restore for --teams 200 and --files 50 (MiB)',
  async run(lifecycle, report, options) {
    const numberOf = (name: string, standard: number) => {
      const value = Number(options.get(name) ?? standard);
      if (!Number.isInteger(value) || value < 1) throw new Failure(`--${name} is a whole number from 1.`);
      return value;
    };
    const size = { teams: numberOf('teams', 200), filesMiB: numberOf('files', 50) };
    await buildProcesses();
    const deployment = await openDeployment(lifecycle);
    await measure(report, deployment, size, deployment.databaseUrl);
  },
};
