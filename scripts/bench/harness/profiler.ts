import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Databases } from './databases';

export interface Statement {
  text: string;
  calls: number;
  totalMs: number;
}

export interface HotFunction {
  name: string;
  /** Of the time the process was not idle. */
  share: number;
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

const statementsShown = 12;
const functionsShown = 25;

/** Off by default, because both cost some of what is measured. */
export class Profiler {
  readonly directory: string | null;
  private databases: Databases | null = null;

  constructor(isOn: boolean, output: string) {
    this.directory = isOn ? `${output.replace(/\.json$/, '')}-profiles` : null;
    if (this.directory) mkdirSync(this.directory, { recursive: true });
  }

  async openDatabase(databases: Databases): Promise<void> {
    if (!this.directory) return;
    this.databases = databases;
    await databases.admin().sql.unsafe('create extension if not exists pg_stat_statements');
  }

  async closeDatabase(): Promise<void> {
    this.databases = null;
  }

  async forgetStatements(): Promise<void> {
    if (this.databases) await this.databases.admin().sql`select pg_stat_statements_reset()`;
  }

  /** The most frequent statements since the last reset; none without profiling. */
  async readStatements(): Promise<Statement[]> {
    if (!this.databases) return [];
    const rows = await this.databases.admin().sql<Statement[]>`
      select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::int, round(total_exec_time)::int as "totalMs"
      from pg_stat_statements s join pg_database d on d.oid = s.dbid
      where d.datname = current_database() and query not like '%pg_stat%'
      order by calls desc limit ${statementsShown}`;
    return [...rows];
  }

  /** Functions of an ended process by own time; none without a profile. */
  readProfile(name: string): HotFunction[] {
    const file = this.directory ? path.join(this.directory, `${name}.cpuprofile`) : null;
    if (!file || !existsSync(file)) return [];
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
    const names = new Map(
      nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
        const place = url
          ? ` ${url.split('node_modules/').at(-1)?.split('/').slice(-3).join('/')}:${lineNumber + 1}`
          : '';
        return [id, `${functionName || '(anonymous)'}${place}`];
      }),
    );
    const own = new Map<string, number>();
    let busy = 0;
    samples.forEach((id, index) => {
      const name = names.get(id) ?? '';
      if (name.startsWith('(idle)') || name.startsWith('(root)')) return;
      const took = timeDeltas[index] ?? 0;
      busy += took;
      own.set(name, (own.get(name) ?? 0) + took);
    });
    return [...own]
      .sort(([, a], [, b]) => b - a)
      .slice(0, functionsShown)
      .map(([name, took]) => ({ name, share: took / busy }));
  }
}
