import type postgres from 'postgres';
import type { StoredArchive } from './archive.place';

const backupLock = 7_836_412_004;
/** Rows of older backups are deleted. */
const recordedMax = 500;

/** Held by the connection; false while another one takes a backup. */
export async function lockBackups(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${backupLock}) as locked`;
  return row?.locked ?? false;
}

export async function unlockBackups(sql: postgres.Sql): Promise<void> {
  await sql`select pg_advisory_unlock(${backupLock})`;
}

interface Recorded {
  name: string;
  place: string;
  sizeBytes: number;
  madeAt: number;
  missingFiles: number;
}

export async function insertBackup(
  sql: postgres.Sql,
  { name, place, sizeBytes, madeAt, missingFiles }: Recorded,
): Promise<void> {
  await sql`
    insert into backups (name, place, made_at, size_bytes, missing_files)
    values (${name}, ${place}, to_timestamp(${madeAt / 1000}), ${sizeBytes}, ${missingFiles})`;
  await sql`delete from backups where id <= (select max(id) from backups) - ${recordedMax}`;
}

/** Whether this database has noted the archive as complete, so that it need not be read again. */
export async function isRecorded(
  sql: postgres.Sql,
  place: string,
  { name, sizeBytes }: StoredArchive,
): Promise<boolean> {
  const rows = await sql`
    select 1 from backups
    where name = ${name} and place = ${place} and size_bytes = ${sizeBytes} and coalesce(faults, 0) = 0 limit 1`;
  return rows.length > 0;
}

/**
 * Moment of the last backup of this database in Unix milliseconds; null before the first. One that a wrong clock put
 * into the future does not count.
 */
export async function readLastBackup(sql: postgres.Sql): Promise<number | null> {
  const [row] = await sql<{ at: number | null }[]>`
    select (extract(epoch from max(made_at)) * 1000)::float8 as at from backups where made_at <= now()`;
  return row?.at ?? null;
}

/** Notes what a verification found, where the database knows the backup. */
export async function recordVerification(
  sql: postgres.Sql,
  { name, place, faults }: { name: string; place: string; faults: number },
): Promise<void> {
  await sql`
    update backups set verified_at = now(), faults = ${faults}
    where id = (select max(id) from backups where name = ${name} and place = ${place})`;
}
