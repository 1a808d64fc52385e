import { readSchemaState } from '@vexil/db/migrate';
import type { Storage } from '@vexil/runtime/storage/storage';
import type postgres from 'postgres';
import { OperateError } from '../operate-error';
import { isGood } from './archive.check';
import { makeIdentity, openContents } from './archive.contents';
import { type ArchivePlace, archiveName, keepNewest, nextTime, type StoredArchive } from './archive.place';
import { readManifest } from './archive.read';
import { type BackedUp, type BackupOptions, backUp } from './backup';

const backupLock = 7_836_412_004;
/** Rows of older backups are deleted. */
const recordedMax = 500;

export interface TakeBackup extends Omit<BackupOptions, 'beside'> {
  sql: postgres.Sql;
  storage: Storage;
  place: ArchivePlace;
  version: string;
  /** Puts everything into one file. */
  isWhole: boolean;
  /** How many archives stay; null deletes none. */
  keep: number | null;
  now: Date;
}

export interface TakenBackup extends BackedUp {
  name: string;
  sizeBytes: number;
  /** Names of archives that were deleted. */
  deleted: string[];
  deletedContents: number;
  seconds: number;
}

/** The identity of the newest archive that the passphrase opens, so that its contents are used again. */
async function findIdentity(place: ArchivePlace, passphrase: string): Promise<string> {
  const linked = (await place.list()).filter(({ name }) => name.endsWith('-linked.tar.gz.age'));
  for (const { name } of linked.reverse()) {
    try {
      const { contents } = await readManifest(place.read(name), passphrase);
      if (contents?.identity) return contents.identity;
    } catch (error) {
      if (!(error instanceof OperateError)) throw error;
    }
  }
  return makeIdentity();
}

async function openBeside({ place, isWhole, passphrase, now }: TakeBackup, archive: string) {
  if (isWhole) return null;
  const identity = passphrase === null ? null : await findIdentity(place, passphrase);
  const contents = openContents(place.contents, identity);
  const listKnown = async () =>
    contents.listReusable(
      (await place.list()).map(({ name }) => name),
      now,
    );
  return { archive, contents, listKnown };
}

async function withLock<T>(sql: postgres.Sql, work: () => Promise<T>): Promise<T> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${backupLock}) as locked`;
  if (!row?.locked) throw new OperateError('Another backup of this database is being taken.');
  try {
    return await work();
  } finally {
    // A lost connection ends the lock too, and must not hide why the work failed.
    await sql`select pg_advisory_unlock(${backupLock})`.catch(() => undefined);
  }
}

interface Recorded {
  name: string;
  place: string;
  sizeBytes: number;
  madeAt: number;
  missingFiles: number;
}

async function record(sql: postgres.Sql, { name, place, sizeBytes, madeAt, missingFiles }: Recorded): Promise<void> {
  await sql`
    insert into backups (name, place, made_at, size_bytes, missing_files)
    values (${name}, ${place}, to_timestamp(${madeAt / 1000}), ${sizeBytes}, ${missingFiles})`;
  await sql`delete from backups where id <= (select max(id) from backups) - ${recordedMax}`;
}

/** Whether this database has noted the archive as complete, so that it need not be read again. */
async function isRecorded(sql: postgres.Sql, place: string, { name, sizeBytes }: StoredArchive): Promise<boolean> {
  const rows = await sql`
    select 1 from backups
    where name = ${name} and place = ${place} and size_bytes = ${sizeBytes} and coalesce(faults, 0) = 0 limit 1`;
  return rows.length > 0;
}

/** Reads every archive that is not recorded. One that cannot be read does not count. */
async function deleteOld({ sql, place, passphrase, keep, now }: TakeBackup) {
  if (keep === null) return { archives: [], contents: 0 };
  const isKept = async (archive: StoredArchive) =>
    (await isRecorded(sql, place.label, archive)) || (await isGood(place, archive.name, passphrase).catch(() => false));
  return keepNewest(place, { count: keep, isGood: isKept, now });
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

/** @throws OperateError where the schema is that of an earlier version, whose boards this one cannot compute */
async function checkMigrated(sql: postgres.Sql): Promise<void> {
  const { applied, known } = await readSchemaState(sql);
  if (applied === known) return;
  throw new OperateError(
    `The database has ${applied} of the ${known} migrations of this version. Take the backup with the version that runs, or "vexil migrate up" first.`,
  );
}

/**
 * Takes a backup, reads it back, records it in the database, and only then deletes what is too old.
 * @param options `sql` has one connection
 * @throws OperateError beside another backup of this database, and where migrations are missing
 */
export function takeBackup(options: TakeBackup): Promise<TakenBackup> {
  const { sql, storage, place, version, passphrase, isWhole, now } = options;
  const startedAt = performance.now();
  return withLock(sql, async () => {
    await checkMigrated(sql);
    const name = archiveName(nextTime(await place.list(), now), {
      isEncrypted: passphrase !== null,
      isLinked: !isWhole,
    });
    const beside = await openBeside(options, name);
    let sizeBytes = 0;
    const made = await backUp({ sql, storage, version }, { ...options, beside }, async (archive) => {
      ({ sizeBytes } = await place.store(name, archive));
    });
    if (!(await isGood(place, name, passphrase))) {
      await place.delete(name);
      throw new OperateError(`${name} could not be read back, or a file that it needs is missing. It was deleted.`);
    }
    const { madeAt, missingFiles } = made;
    await record(sql, { name, place: place.label, sizeBytes, madeAt, missingFiles: missingFiles.length });
    const deleted = await deleteOld(options);
    return {
      ...made,
      name,
      sizeBytes,
      deleted: deleted.archives,
      deletedContents: deleted.contents,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    };
  });
}
