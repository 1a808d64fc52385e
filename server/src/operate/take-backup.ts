import { readSchemaState } from '@vexil/db/migrate';
import type { Storage } from '@vexil/runtime/storage/storage';
import type postgres from 'postgres';
import { OperateError } from '../operate-error';
import { isGood } from './archive.check';
import { makeIdentity, openContents } from './archive.contents';
import { type ArchivePlace, archiveName, keepNewest, nextTime, type StoredArchive } from './archive.place';
import { readManifest } from './archive.read';
import { type BackedUp, type BackupOptions, backUp } from './backup';
import { insertBackup, isRecorded, lockBackups, unlockBackups } from './take-backup.queries';

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
  if (!(await lockBackups(sql))) throw new OperateError('Another backup of this database is being taken.');
  try {
    return await work();
  } finally {
    // A lost connection ends the lock too, and must not hide why the work failed.
    await unlockBackups(sql).catch(() => undefined);
  }
}

/** Reads every archive that is not recorded. One that cannot be read does not count. */
async function deleteOld({ sql, place, passphrase, keep, now }: TakeBackup) {
  if (keep === null) return { archives: [], contents: 0 };
  const isKept = async (archive: StoredArchive) =>
    (await isRecorded(sql, place.label, archive)) || (await isGood(place, archive.name, passphrase).catch(() => false));
  return keepNewest(place, { count: keep, isGood: isKept, now });
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
    await insertBackup(sql, { name, place: place.label, sizeBytes, madeAt, missingFiles: missingFiles.length });
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
