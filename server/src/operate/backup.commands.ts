import { setTimeout as sleep } from 'node:timers/promises';
import { isOutOfReach } from '@vexil/db/errors';
import { type Config, readConfig } from '@vexil/runtime/config';
import { openStorage } from '@vexil/runtime/storage/open-storage';
import { productInfo } from '../config/product';
import { OperateError } from '../operate-error';
import { findBackup, type PassedOver } from './archive.latest';
import { openPlace } from './archive.place';
import { runSchedule } from './backup.schedule';
import { describeError } from './describe-error';
import { emptyRedis } from './empty-redis';
import { openConnection, withConnection } from './open-connection';
import { count, mib, program, readPassphrase, scratchDatabaseOf, seconds, show } from './program';
import { restore } from './restore';
import { type TakenBackup, takeBackup } from './take-backup';
import { readLastBackup, recordVerification } from './take-backup.queries';
import { type Verification, verify } from './verify';

const placeOf = (config: Config, given: string | undefined): string =>
  given ?? config.backup.to ?? `${config.dataDir}/backups`;

const passphraseOf = async (config: Config, file: string | undefined): Promise<string | null> =>
  file === undefined ? config.backup.passphrase : readPassphrase(file);

interface BackupOptions {
  to?: string;
  passphraseFile?: string;
  keep?: number;
  withoutCaptures?: boolean;
  whole?: boolean;
  verify?: boolean;
  database?: string;
}

function describeBackup(taken: TakenBackup): string[] {
  const rows = Object.values(taken.rows).reduce((sum, one) => sum + one, 0);
  const { name, sizeBytes, files, objects, newContents } = taken;
  const beside = newContents > 0 ? `, ${newContents} of them new beside it` : '';
  return [
    `${name}: ${mib(sizeBytes)}, ${rows} rows, ${files} files, ${objects} captures${beside}, ${taken.seconds} s`,
    ...taken.missingFiles.map((hash) => `Missing in the storage: ${hash}`),
    ...taken.deleted.map((one) => `Deleted: ${one}`),
    ...(taken.deletedContents > 0 ? [`Deleted ${taken.deletedContents} files that no backup needs.`] : []),
  ];
}

const describePassedOver = (passedOver: readonly PassedOver[]): string[] =>
  passedOver.map(({ name, reason }) => `${name} is newer and was passed over: ${reason}`);

const describeVerification = (name: string, result: Verification): string[] => [
  `${name} of ${new Date(result.createdAt).toISOString()}: ${result.rows} rows, ${result.boards} scoreboards, ${result.files} files, ${result.sealed} sealed texts`,
  ...(result.faults.length > 0 ? result.faults : ['No fault was found.']),
];

interface Check {
  name: string;
  where: string;
  passphrase: string | null;
  database: string | undefined;
}

/**
 * Verifies an archive and notes the result; without the database of the platform nothing is noted. Newer ones that were
 * passed over are faults.
 */
async function check(config: Config, { name, where, passphrase, database }: Check) {
  const found = await findBackup(name, where, { passphrase, environment: process.env });
  try {
    const adminUrl = scratchDatabaseOf(config, database);
    const { secretKey } = config;
    const folder = found.place.contents;
    const result = await verify(found.place.read(found.name), { adminUrl, passphrase, secretKey, folder });
    await withConnection(config.databaseUrl, async (sql) => {
      const place = found.place.label;
      await recordVerification(sql, { name: found.name, place, faults: result.faults.length });
      for (const { name } of found.passedOver) await recordVerification(sql, { name, place, faults: 1 });
    }).catch((error) => {
      if (!isOutOfReach(error)) throw error;
    });
    const faults = [...describePassedOver(found.passedOver), ...result.faults];
    return { name: found.name, ...result, faults };
  } finally {
    await found.place.close();
  }
}

/** One backup with its verification; gives the exit code. */
async function backUpOnce(config: Config, options: BackupOptions): Promise<number> {
  const passphrase = await passphraseOf(config, options.passphraseFile);
  const where = placeOf(config, options.to);
  const place = openPlace(where, process.env);
  const sql = openConnection(config.databaseUrl);
  const storage = openStorage(config.storage);
  let taken: TakenBackup;
  try {
    taken = await takeBackup({
      sql,
      storage,
      place,
      version: productInfo.version,
      passphrase,
      withObjects: !options.withoutCaptures,
      isWhole: options.whole ?? false,
      keep: options.keep ?? config.backup.keep,
      now: new Date(),
    });
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), storage.close(), place.close()]);
  }
  const { database } = options;
  const verified = options.verify ? await check(config, { name: taken.name, where, passphrase, database }) : null;
  show({ ...taken, ...(verified && { faults: verified.faults }) }, [
    ...describeBackup(taken),
    ...(verified ? describeVerification(taken.name, verified) : []),
  ]);
  return taken.missingFiles.length > 0 || (verified?.faults.length ?? 0) > 0 ? 2 : 0;
}

const readLast = (config: Config): Promise<number | null> => withConnection(config.databaseUrl, readLastBackup);

async function backUpOnSchedule(config: Config, options: BackupOptions): Promise<void> {
  const { everyMs } = config.backup;
  if (everyMs === null) throw new OperateError('Set BACKUP_EVERY to the time between two backups, such as 6h.');
  const ending = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());
  await runSchedule({
    everyMs,
    readLast: () => readLast(config),
    take: async () => void (await backUpOnce(config, { verify: config.backup.verifies, ...options })),
    onFailure: (error) => process.stderr.write(`${new Date().toISOString()} ${describeError(error)}\n`),
    onWait: (dueAt) => process.stderr.write(`The next backup is due at ${new Date(dueAt).toISOString()}.\n`),
    now: Date.now,
    wait: (ms) => sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined),
    hasEnded: () => ending.signal.aborted,
  });
}

program
  .command('backup')
  .description('writes database and files, while everything runs; files once for all backups of a place')
  .option('--to <place>', 'directory or s3:// address (default: BACKUP_TO, DATA_DIR/backups)')
  .option('--passphrase-file <file>', 'encrypts the backup; age opens the archive too (default: BACKUP_PASSPHRASE)')
  .option('--keep <count>', 'deletes all but the newest backups of the place (default: BACKUP_KEEP)', count)
  .option('--without-captures', 'leaves out recorded traffic')
  .option('--whole', 'puts the files into the archive, so that it can be taken elsewhere alone')
  .option('--verify', 'verifies the backup afterwards; exit code 2 when it has a fault')
  .option('--database <url>', 'for --verify, as of the command verify')
  .option('--scheduled', 'goes on running and takes a backup every BACKUP_EVERY; BACKUP_VERIFY=off verifies none')
  .action(async ({ scheduled, ...options }: BackupOptions & { scheduled?: boolean }) => {
    const config = readConfig(process.env);
    if (scheduled) return backUpOnSchedule(config, options);
    process.exitCode = await backUpOnce(config, options);
  });

program
  .command('restore')
  .description('fills an empty database and its storage from an archive; servers and workers must not run')
  .argument('<archive>', 'path of the archive, or "latest" for the newest good one')
  .option('--from <place>', 'directory or s3:// address that holds it (default: BACKUP_TO, DATA_DIR/backups)')
  .option('--passphrase-file <file>', 'of an encrypted archive (default: BACKUP_PASSPHRASE)')
  .option('--overwrite', 'deletes everything in the database first')
  .action(async (name: string, options: { from?: string; passphraseFile?: string; overwrite?: boolean }) => {
    const config = readConfig(process.env);
    const passphrase = await passphraseOf(config, options.passphraseFile);
    const found = await findBackup(name, placeOf(config, options.from), { passphrase, environment: process.env });
    for (const line of describePassedOver(found.passedOver)) process.stderr.write(`${line}\n`);
    const storage = openStorage(config.storage);
    const startedAt = performance.now();
    try {
      const { manifest, summary } = await restore(found.place.read(found.name), {
        url: config.databaseUrl,
        passphrase,
        secretKey: config.secretKey,
        storage,
        folder: found.place.contents,
        overwrite: options.overwrite ?? false,
      });
      const isEmptied = await emptyRedis(config);
      const madeAt = new Date(manifest.createdAt).toISOString();
      show({ name: found.name, madeAt, passedOver: found.passedOver, ...summary, seconds: seconds(startedAt) }, [
        `Restored ${found.name} of ${madeAt} in ${seconds(startedAt)} s.`,
        ...(isEmptied ? [] : ['Redis does not answer. Empty it before you start servers and workers.']),
      ]);
    } finally {
      await Promise.all([storage.close(), found.place.close()]);
    }
  });

program
  .command('verify')
  .description('restores an archive into a temporary database and checks scoreboards, sealed texts and files')
  .argument('<archive>', 'path of the archive, or "latest" for the newest good one')
  .option('--from <place>', 'directory or s3:// address that holds it (default: BACKUP_TO, DATA_DIR/backups)')
  .option('--passphrase-file <file>', 'of an encrypted archive (default: BACKUP_PASSPHRASE)')
  .option(
    '--database <url>',
    'PostgreSQL with a role that may create databases (default: VERIFY_DATABASE_URL, DATABASE_URL)',
  )
  .action(async (name: string, options: { from?: string; passphraseFile?: string; database?: string }) => {
    const config = readConfig(process.env);
    const passphrase = await passphraseOf(config, options.passphraseFile);
    const where = placeOf(config, options.from);
    const result = await check(config, { name, where, passphrase, database: options.database });
    show(result, describeVerification(result.name, result));
    if (result.faults.length > 0) process.exitCode = 2;
  });
