import { readFile } from 'node:fs/promises';
import { countMigrations, migrateDatabase } from '@vexil/db/migrate';
import { checkSecretKey, WrongSecretKeyError } from '@vexil/db/secret-key';
import { type Config, ConfigError, readConfig } from '@vexil/runtime/config';
import { changeScoreboards } from '@vexil/runtime/scoreboard.publish';
import { openStorage } from '@vexil/runtime/storage/open-storage';
import { inTransaction } from '@vexil/runtime/transaction';
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { changeRole, createAccount, replacePassword, roleOf } from '../account/account.operate.service';
import { hasher } from '../account/password';
import { productInfo } from '../config/product';
import { createDeps } from '../create-deps';
import type { Deps } from '../deps';
import { OperateError } from '../operate-error';
import { archiveName, findArchive, keepNewest, openPlace } from './archive.place';
import { backUp } from './backup';
import { examine } from './doctor';
import { emptyRedis } from './empty-redis';
import { openConnection, restore } from './restore';
import { checkStorage } from './storage-check';
import { verify } from './verify';

const program = new Command('vexil')
  .description('Operates a Vexil installation. Settings come from the environment, as for the server.')
  .version(productInfo.version)
  .option('--json', 'print the result as JSON')
  .showHelpAfterError();

/** Prints one result: as JSON, or as the given lines. */
function show(result: object, lines: readonly string[]): void {
  const text = program.opts<{ json?: boolean }>().json ? JSON.stringify(result) : lines.join('\n');
  process.stdout.write(`${text}\n`);
}

async function withDeps<T>(use: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = createDeps(readConfig(process.env), pino({ level: 'silent' }));
  try {
    return await use(deps);
  } finally {
    hasher.close();
    await deps.close();
  }
}

async function readPassphrase(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const passphrase = (await readFile(file, 'utf8')).trim();
  if (passphrase.length < 12) throw new OperateError(`${file}: a passphrase has at least 12 characters.`);
  return passphrase;
}

const count = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
};

const mib = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
const seconds = (sinceMs: number): number => Math.round((performance.now() - sinceMs) / 100) / 10;
const backupDirectory = (config: Config): string => `${config.dataDir}/backups`;

program
  .command('backup')
  .description('writes database and files into one archive, while everything runs')
  .option('--to <place>', 'directory or s3:// address (default: DATA_DIR/backups)')
  .option('--passphrase-file <file>', 'encrypts the archive; age opens it too')
  .option('--keep <count>', 'deletes all but the newest backups of the place', count)
  .option('--without-captures', 'leaves out recorded traffic')
  .action(async (options: { to?: string; passphraseFile?: string; keep?: number; withoutCaptures?: boolean }) => {
    const config = readConfig(process.env);
    const passphrase = await readPassphrase(options.passphraseFile);
    const place = openPlace(options.to ?? backupDirectory(config), process.env);
    const sql = openConnection(config.databaseUrl);
    const storage = openStorage(config.storage);
    const startedAt = performance.now();
    try {
      let stored = { name: archiveName(new Date(), passphrase !== null), sizeBytes: 0 };
      const backupOptions = { passphrase, withObjects: !options.withoutCaptures };
      const summary = await backUp({ sql, storage, version: productInfo.version }, backupOptions, async (archive) => {
        stored = await place.store(stored.name, archive);
      });
      const deleted = options.keep === undefined ? [] : await keepNewest(place, options.keep);
      show({ ...stored, ...summary, deleted, seconds: seconds(startedAt) }, [
        `${stored.name}: ${mib(stored.sizeBytes)}, ${Object.values(summary.rows).reduce((a, b) => a + b, 0)} rows, ${summary.files} files, ${summary.objects} captures, ${seconds(startedAt)} s`,
        ...summary.missingFiles.map((hash) => `Missing in the storage: ${hash}`),
        ...deleted.map((name) => `Deleted: ${name}`),
      ]);
      if (summary.missingFiles.length > 0) process.exitCode = 2;
    } finally {
      await Promise.all([sql.end({ timeout: 5 }), storage.close(), place.close()]);
    }
  });

program
  .command('restore')
  .description('fills an empty database and its storage from an archive; servers and workers must not run')
  .argument('<archive>', 'path of the archive, or "latest"')
  .option('--from <place>', 'directory or s3:// address that holds it (default: DATA_DIR/backups)')
  .option('--passphrase-file <file>', 'of an encrypted archive')
  .option('--overwrite', 'deletes everything in the database first')
  .action(async (name: string, options: { from?: string; passphraseFile?: string; overwrite?: boolean }) => {
    const config = readConfig(process.env);
    const passphrase = await readPassphrase(options.passphraseFile);
    const found = await findArchive(name, options.from ?? backupDirectory(config), process.env);
    const storage = openStorage(config.storage);
    const startedAt = performance.now();
    try {
      const { manifest, summary } = await restore(found.place.read(found.name), {
        url: config.databaseUrl,
        passphrase,
        secretKey: config.secretKey,
        storage,
        overwrite: options.overwrite ?? false,
      });
      const isEmptied = await emptyRedis(config);
      const madeAt = new Date(manifest.createdAt).toISOString();
      show({ name: found.name, madeAt, ...summary, seconds: seconds(startedAt) }, [
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
  .argument('<archive>', 'path of the archive, or "latest"')
  .option('--from <place>', 'directory or s3:// address that holds it (default: DATA_DIR/backups)')
  .option('--passphrase-file <file>', 'of an encrypted archive')
  .option(
    '--database <url>',
    'PostgreSQL with a role that may create databases (default: VERIFY_DATABASE_URL, DATABASE_URL)',
  )
  .action(async (name: string, options: { from?: string; passphraseFile?: string; database?: string }) => {
    const config = readConfig(process.env);
    const passphrase = await readPassphrase(options.passphraseFile);
    const found = await findArchive(name, options.from ?? backupDirectory(config), process.env);
    const adminUrl = options.database ?? (process.env.VERIFY_DATABASE_URL || config.databaseUrl);
    try {
      const { secretKey } = config;
      const result = await verify(found.place.read(found.name), { adminUrl, passphrase, secretKey });
      show({ name: found.name, ...result }, [
        `${found.name} of ${new Date(result.createdAt).toISOString()}: ${result.rows} rows, ${result.boards} scoreboards, ${result.files} files, ${result.sealed} sealed texts`,
        ...(result.faults.length > 0 ? result.faults : ['No fault was found.']),
      ]);
      if (result.faults.length > 0) process.exitCode = 2;
    } finally {
      await found.place.close();
    }
  });

program
  .command('doctor')
  .description('checks database, key, Redis, storage, mail, clock and address; exit code 2 when something failed')
  .action(() =>
    withDeps(async (deps) => {
      const findings = await examine(deps);
      show(
        { findings },
        findings.map(({ check, grade, message }) => `${grade.padEnd(8)} ${check.padEnd(11)} ${message}`),
      );
      if (findings.some(({ grade }) => grade === 'failed')) process.exitCode = 2;
    }),
  );

const migrate = program.command('migrate').description('the schema of the database');
migrate
  .command('status')
  .description('says how many migrations are applied; exit code 2 when some are not')
  .action(async () => {
    const sql = openConnection(readConfig(process.env).databaseUrl);
    try {
      const { known, applied } = await countMigrations(sql);
      show({ known, applied }, [`${applied} of ${known} migrations are applied.`]);
      if (known !== applied) process.exitCode = 2;
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
migrate
  .command('up')
  .description('applies what is missing')
  .action(async () => {
    await migrateDatabase(readConfig(process.env).databaseUrl);
    show({ migrated: true }, ['The database is up to date.']);
  });

const user = program.command('user').description('accounts');
user
  .command('create')
  .argument('<name>')
  .argument('<email>')
  .option('--role <role>', 'Admin, Monitor, User or Banned', 'User')
  .option('--password-file <file>', 'file with the password; otherwise a random one is printed')
  .action((userName: string, email: string, options: { role: string; passwordFile?: string }) =>
    withDeps(async (deps) => {
      const given = options.passwordFile ? (await readFile(options.passwordFile, 'utf8')).trim() : null;
      const made = await createAccount(deps, { userName, email, role: roleOf(options.role), password: given });
      show(made, [`Created ${userName}.`, ...(made.password ? [`Password: ${made.password}`] : [])]);
    }),
  );
user
  .command('role')
  .argument('<name>', 'name or e-mail address')
  .argument('<role>', 'Admin, Monitor, User or Banned')
  .action((login: string, role: string) =>
    withDeps(async (deps) => {
      await changeRole(deps, login, roleOf(role));
      show({ role: roleOf(role) }, [`${login} has the role ${roleOf(role)}.`]);
    }),
  );
user
  .command('password')
  .description('gives an account a random password and ends its sessions')
  .argument('<name>', 'name or e-mail address')
  .action((login: string) =>
    withDeps(async (deps) => {
      const password = await replacePassword(deps, login);
      show({ password }, [`Password: ${password}`]);
    }),
  );

program
  .command('game')
  .description('games')
  .command('rebuild')
  .description('has every server compute the scoreboard of a game from all facts')
  .argument('<id>', 'number of the game', count)
  .action((gameId: number) =>
    withDeps(async (deps) => {
      await inTransaction(deps, (tx, afterCommit) => changeScoreboards(deps, tx, afterCommit, [gameId]));
      show({ gameId }, [`The scoreboard of game ${gameId} is rebuilt.`]);
    }),
  );

program
  .command('storage')
  .description('uploaded files')
  .command('check')
  .description('hashes every file that the database names; exit code 2 when one is missing or damaged')
  .action(() =>
    withDeps(async (deps) => {
      const { files, faults } = await checkStorage(deps);
      show({ files, faults }, [`${files} files were read.`, ...faults]);
      if (faults.length > 0) process.exitCode = 2;
    }),
  );

program
  .command('key')
  .description('SECRET_KEY')
  .command('check')
  .description('says whether the key belongs to the database')
  .action(async () => {
    const config = readConfig(process.env);
    await checkSecretKey(config.databaseUrl, config.secretKey);
    show({ valid: true }, ['SECRET_KEY belongs to this database.']);
  });

/** What an operator can act on; anything else keeps its stack. */
function describe(error: unknown): string {
  if (error instanceof OperateError || error instanceof ConfigError || error instanceof WrongSecretKeyError) {
    return error.message;
  }
  if (error instanceof Error && 'code' in error) return error.message || String(error.code);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exitCode = 1;
}
