import type { Database } from '@vexil/db';

export interface BackupHealth {
  /** null before the first backup. */
  ageSeconds: number | null;
  /** Of the last backup that was verified; null before the first. */
  faults: number | null;
  /** null without a schedule. */
  everySeconds: number | null;
}

export async function readBackupHealth(
  { sql }: Pick<Database, 'sql'>,
  { everyMs }: { everyMs: number | null },
): Promise<BackupHealth> {
  const [row] = await sql<{ ageSeconds: number | null; faults: number | null }[]>`
    select (extract(epoch from now() - max(made_at)))::float8 as "ageSeconds",
      (select faults from backups where verified_at is not null order by made_at desc limit 1) as faults
    from backups where made_at <= now()`;
  return {
    ageSeconds: row?.ageSeconds ?? null,
    faults: row?.faults ?? null,
    everySeconds: everyMs === null ? null : everyMs / 1000,
  };
}
