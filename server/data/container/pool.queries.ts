import type { Database } from '@vexil/db';

/** Containers started ahead, by state. */
export interface PoolHealth {
  starting: number;
  ready: number;
}

/** Plan: containers_live_idx. */
export async function readPoolHealth({ sql }: Pick<Database, 'sql'>): Promise<PoolHealth> {
  const [row] = await sql<PoolHealth[]>`
    select count(*) filter (where state <> 'running')::int as starting,
      count(*) filter (where state = 'running')::int as ready
    from containers where kind = 'Warm' and state in ('requested', 'starting', 'running')`;
  return row ?? { starting: 0, ready: 0 };
}
