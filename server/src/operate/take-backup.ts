import type { Storage } from '@vexil/runtime/storage/storage';
import type postgres from 'postgres';
import { OperateError } from '../operate-error';
import { makeIdentity, openContents } from './archive.contents';
import { type ArchivePlace, archiveName, keepNewest } from './archive.place';
import { readManifest } from './archive.read';
import { type BackedUp, backUp } from './backup';

const backupLock = 7_836_412_004;
/** Rows of older backups are deleted. */
const recordedMax = 500;

export interface TakeBackup {
  sql: postgres.Sql;
  storage: Storage;
  place: ArchivePlace;
  version: string;
  passphrase: string | null;
  withObjects: boolean;
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

async function openBeside({ place, isWhole, passphrase }: TakeBackup, archive: string) {
  if (isWhole) return null;
  const identity = passphrase === null ? null : await findIdentity(place, passphrase);
  return { archive, contents: openContents(place.contents, identity) };
}

async function withLock<T>(sql: postgres.Sql, work: () => Promise<T>): Promise<T> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${backupLock}) as locked`;
  if (!row?.locked) throw new OperateError('Another backup of this database is being taken.');
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${backupLock})`;
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

/** Moment of the last backup of this database in Unix milliseconds; null before the first. */
export async function readLastBackup(sql: postgres.Sql): Promise<number | null> {
  const [row] = await sql<{ at: number | null }[]>`
    select (extract(epoch from max(made_at)) * 1000)::float8 as at from backups`;
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

/**
 * Takes a backup, records it in the database, and deletes what is too old.
 * @param options `sql` has one connection
 * @throws OperateError beside another backup of this database
 */
export function takeBackup(options: TakeBackup): Promise<TakenBackup> {
  const { sql, storage, place, version, passphrase, withObjects, isWhole, keep, now } = options;
  const startedAt = performance.now();
  return withLock(sql, async () => {
    const name = archiveName(now, { isEncrypted: passphrase !== null, isLinked: !isWhole });
    const beside = await openBeside(options, name);
    let sizeBytes = 0;
    const made = await backUp({ sql, storage, version }, { passphrase, withObjects, beside }, async (archive) => {
      ({ sizeBytes } = await place.store(name, archive));
    });
    const { madeAt, missingFiles } = made;
    await record(sql, { name, place: place.label, sizeBytes, madeAt, missingFiles: missingFiles.length });
    const deleted = keep === null ? { archives: [], contents: 0 } : await keepNewest(place, keep, now);
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
