import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { applyMigration, createMigrationTable, migrateDatabase, readMigrations } from '@vexil/db/migrate';
import { createSealing } from '@vexil/db/sealing';
import { checkSecretKey, keyCheckOf, WrongSecretKeyError } from '@vexil/db/secret-key';
import type { Storage } from '@vexil/runtime/storage/storage';
import type postgres from 'postgres';
import { OperateError } from '../operate-error';
import { type ContentFolder, type Contents, openContents } from './archive.contents';
import type { ContentsIndex, Manifest, Summary } from './archive.format';
import { type ArchiveEntry, type ReadArchive, readArchive } from './archive.read';
import { hasTables, listConnected, listForeignKeys } from './backup.queries';
import { withConnection } from './open-connection';
import {
  addForeignKey,
  countRows,
  dropForeignKey,
  emptyDatabase,
  markRestoring,
  openTable,
  setSequence,
  truncateTable,
} from './restore.queries';

const fileBytesMax = 64 * 1024 ** 3;
const contentPath = /^files\/([0-9a-f]{64})$/;
const tablePath = /^tables\/([a-z0-9_]+)\/\d{6,}$/;

/** The schema of the archive, which this build must know. */
async function createSchema(tx: postgres.TransactionSql, { migrations }: Manifest): Promise<void> {
  const known = readMigrations();
  await createMigrationTable(tx);
  for (const [index, { hash }] of migrations.entries()) {
    const migration = known[index];
    if (migration?.hash !== hash) {
      throw new OperateError(
        'The backup has a schema that this version does not know. Restore it with the version that made it, or a newer one.',
      );
    }
    await applyMigration(tx, migration);
  }
}

/** Consumes the parts of one table after another. */
function createTableLoader(tx: postgres.TransactionSql, { tables }: Manifest) {
  let open: { table: string; sink: Awaited<ReturnType<typeof openTable>> } | undefined;
  const close = async () => {
    if (!open) return;
    const { sink } = open;
    open = undefined;
    sink.end();
    await once(sink, 'finish');
  };
  return {
    close,
    /** PostgreSQL takes no other statement, not even the end of the transaction, before the rows end. */
    abort(reason: Error) {
      open?.sink.on('error', () => {}).destroy(reason);
      open = undefined;
    },
    async load(name: string, content: Readable) {
      if (open?.table !== name) {
        await close();
        const table = tables.find((one) => one.name === name);
        if (!table) throw new OperateError(`The backup is damaged: it lists no table ${name}.`);
        const sink = await openTable(tx, table);
        open = { table: name, sink };
      }
      for await (const chunk of content) if (!open.sink.write(chunk)) await once(open.sink, 'drain');
    },
  };
}

export interface RestoreOptions {
  url: string;
  passphrase: string | null;
  /** Refuses an archive of another key before anything is written; absent to take any. */
  secretKey?: string;
  /** Replaces what the database holds. */
  overwrite?: boolean;
  /** Receives every entry that is no table; must read it. */
  onEntry(entry: ArchiveEntry): Promise<void>;
  /** For archives that need it. */
  beside?: {
    folder: ContentFolder;
    /** When it fails the database stays as it was. */
    onContents(index: ContentsIndex, contents: Contents): Promise<void>;
  };
}

async function clear(tx: postgres.TransactionSql, overwrite: boolean): Promise<void> {
  const connected = await listConnected(tx);
  if (connected.length > 0)
    throw new OperateError(`Stop all servers and workers first: ${connected.join(' and ')} runs on this database.`);
  if (!(await hasTables(tx))) return;
  if (!overwrite) throw new OperateError('The database is not empty. --overwrite deletes everything in it.');
  await emptyDatabase(tx);
}

/**
 * Fills a database in one transaction, checks every reference, and migrates it to the schema of this build. A failure
 * leaves the database as it was.
 * @throws OperateError
 */
export async function restoreDatabase(source: Readable, options: RestoreOptions): Promise<ReadArchive> {
  return withConnection(options.url, async (sql) => {
    const restored = await sql.begin(async (tx) => {
      let loader: ReturnType<typeof createTableLoader> | undefined;
      let keys: Awaited<ReturnType<typeof listForeignKeys>> = [];
      const result = await readArchive(source, options.passphrase, {
        async onManifest(manifest) {
          const { keyCheck } = manifest;
          if (
            options.secretKey !== undefined &&
            keyCheck !== null &&
            keyCheck !== keyCheckOf(createSealing(options.secretKey))
          ) {
            throw new WrongSecretKeyError();
          }
          await markRestoring(tx);
          await clear(tx, options.overwrite ?? false);
          await createSchema(tx, manifest);
          // Rows come by table, so references are checked when all are there.
          keys = await listForeignKeys(tx);
          for (const key of keys) await dropForeignKey(tx, key);
          for (const { name } of manifest.tables) await truncateTable(tx, name);
          loader = createTableLoader(tx, manifest);
        },
        async onEntry(entry) {
          const table = tablePath.exec(entry.name)?.[1];
          if (table !== undefined) return loader?.load(table, entry.content);
          await loader?.close();
          await options.onEntry(entry);
        },
      }).catch((error: Error) => {
        loader?.abort(error);
        throw error;
      });
      await loader?.close();
      for (const key of keys) await addForeignKey(tx, key);
      for (const sequence of result.manifest.sequences) await setSequence(tx, sequence);
      await checkCounts(tx, result.summary);
      const { index, manifest } = result;
      if (index && options.beside) {
        const { folder, onContents } = options.beside;
        await onContents(index, openContents(folder, manifest.contents?.identity ?? null));
      }
      return result;
    });
    await migrateDatabase(options.url);
    return restored;
  });
}

async function checkCounts(tx: postgres.TransactionSql, { rows }: Summary): Promise<void> {
  for (const [table, expected] of Object.entries(rows)) {
    const count = await countRows(tx, table);
    if (count !== expected) {
      throw new OperateError(`The backup is damaged: ${table} has ${count} rows instead of ${expected}.`);
    }
  }
}

/** Stores an entry that is a file or a capture; others are read past. */
async function storeEntry(storage: Storage, { name, content }: ArchiveEntry): Promise<void> {
  const hash = contentPath.exec(name)?.[1];
  if (hash !== undefined) {
    const stored = await storage.put(content, fileBytesMax);
    if (stored.hash !== hash) throw new OperateError(`The backup is damaged: the file ${hash} has other content.`);
  } else if (name.startsWith('objects/')) {
    await storage.putObject(name.slice('objects/'.length), content, fileBytesMax);
  } else {
    content.resume();
    await once(content, 'end');
  }
}

/** Stores what is kept beside the archive. */
async function storeContents(storage: Storage, { files, objects }: ContentsIndex, contents: Contents): Promise<void> {
  for (const { hash, name } of files) {
    const stored = await storage.put(contents.read(name), fileBytesMax);
    if (stored.hash !== hash) throw new OperateError(`The backup is damaged: the file ${hash} has other content.`);
  }
  for (const { key, name, sizeBytes } of objects) {
    const stored = await storage.putObject(key, contents.read(name), fileBytesMax);
    if (stored.sizeBytes !== sizeBytes) throw new OperateError(`The backup is damaged: ${key} has another size.`);
  }
}

/** Database and files. @throws OperateError; WrongSecretKeyError, with nothing written */
export async function restore(
  source: Readable,
  {
    storage,
    folder,
    ...options
  }: Omit<RestoreOptions, 'onEntry' | 'beside'> & { secretKey: string; storage: Storage; folder: ContentFolder },
): Promise<ReadArchive> {
  const restored = await restoreDatabase(source, {
    ...options,
    onEntry: (entry) => storeEntry(storage, entry),
    beside: { folder, onContents: (index, contents) => storeContents(storage, index, contents) },
  });
  await checkSecretKey(options.url, options.secretKey);
  return restored;
}
