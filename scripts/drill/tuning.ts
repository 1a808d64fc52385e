import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@vexil/db';
import { buildProcesses } from '../lib/build.mjs';
import { freePort } from '../lib/ports.mjs';
import { type Competition, createCompetition } from './competition';
import { openDeployment } from './deployment';
import type { Drill } from './drill';
import { checkNothingLost, type Load, startLoad } from './load';
import { describeTimes } from './report';

const turns = 3;
const warmUpMs = 3000;
const turnMs = 15_000;
const sampleMs = 50;

interface Usage {
  perSecond: number;
  times: readonly number[];
  /** Most connections of a pool that worked at once. */
  active: Record<'vexil-server' | 'vexil-worker', number>;
  walBytes: number;
}

async function walPosition({ sql }: Database): Promise<number> {
  const [row] = await sql<{ at: number }[]>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at`;
  return row?.at ?? 0;
}

async function measure(database: Database, load: Load): Promise<Usage> {
  await sleep(warmUpMs);
  const active = { 'vexil-server': 0, 'vexil-worker': 0 };
  const [from, timesFrom, walFrom, startedAt] = [
    load.acknowledged.length,
    load.times.length,
    await walPosition(database),
    performance.now(),
  ];
  while (performance.now() - startedAt < turnMs) {
    const rows = await database.sql<{ name: keyof typeof active; count: number }[]>`
      select application_name as name, count(*)::int as count from pg_stat_activity
      where application_name in ('vexil-server', 'vexil-worker') and state <> 'idle' group by 1`;
    for (const { name, count } of rows) active[name] = Math.max(active[name], count);
    await sleep(sampleMs);
  }
  const count = load.acknowledged.length - from;
  return {
    perSecond: count / ((performance.now() - startedAt) / 1000),
    times: load.times.slice(timesFrom),
    active,
    walBytes: ((await walPosition(database)) - walFrom) / Math.max(1, count),
  };
}

const loadOf = (game: Competition) => startLoad(game, { everyMs: 0, readEveryMs: 20 });

/** What the settings of PostgreSQL change and what a pool uses, with one server and one worker. */
export const tuning: Drill = {
  name: 'tuning',
  summary: 'submissions without a pause from 64 teams, with synchronous_commit on and off in turn',
  async run(lifecycle, report) {
    await buildProcesses();
    const deployment = await openDeployment(lifecycle);
    const port = await freePort();
    await deployment.startServer({ port });
    await deployment.startWorker();
    const database = deployment.openDatabase();
    const game = await createCompetition(() => `http://127.0.0.1:${port}`, { teams: 64, challenges: 16 });
    const load = loadOf(game);
    const measured = new Map<string, Usage[]>();
    for (let turn = 0; turn < turns; turn += 1) {
      for (const value of ['on', 'off']) {
        await database.sql.unsafe(`alter system set synchronous_commit = ${value}`);
        await database.sql`select pg_reload_conf()`;
        measured.set(value, [...(measured.get(value) ?? []), await measure(database, load)]);
      }
    }
    await database.sql`alter system reset synchronous_commit`;
    await database.sql`select pg_reload_conf()`;
    for (const [value, usages] of measured) {
      const rates = usages.map(({ perSecond }) => Math.round(perSecond)).join(', ');
      const times = describeTimes(usages.flatMap((usage) => usage.times));
      report.fact(`synchronous_commit ${value}`, `${rates} submissions a second in its turns; ${times}`);
    }
    const all = [...measured.values()].flat();
    for (const name of ['vexil-server', 'vexil-worker'] as const) {
      report.fact(`most connections of ${name} at work`, Math.max(...all.map(({ active }) => active[name])));
    }
    const walBytes = all.reduce((sum, one) => sum + one.walBytes, 0) / all.length;
    report.fact('WAL for each submission with its verdict', `${Math.round(walBytes)} bytes`);
    const [cache] = await database.sql<{ hits: number; mib: number }[]>`
      select blks_hit::float8 / greatest(1, blks_hit + blks_read) as hits,
        (pg_database_size(current_database()) / 1024 / 1024)::int as mib
      from pg_stat_database where datname = current_database()`;
    report.fact('reads that hit shared_buffers (256 MB)', `${((cache?.hits ?? 0) * 100).toFixed(2)} %`);
    report.fact('database afterwards', `${cache?.mib} MiB with ${load.acknowledged.length} submissions`);
    await checkNothingLost(report, { database, game, load, ports: [port] });
  },
};
