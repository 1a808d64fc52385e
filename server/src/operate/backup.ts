import type { Readable } from 'node:stream';
import { readScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import type { Storage } from '@vexil/runtime/storage/storage';
import type postgres from 'postgres';
import { OperateError } from '../operate-error';
import type { Contents } from './archive.contents';
import {
  type ArchivedTable,
  archiveFormat,
  contentsName,
  type Manifest,
  manifestName,
  type Summary,
  summaryName,
} from './archive.format';
import { type ArchiveWriter, writeArchive } from './archive.write';
import { type ContentsLinker, createContentsLinker, embedContents } from './backup.contents';
import {
  copyRows,
  listFiles,
  listGameIds,
  listMigrations,
  listSequences,
  listTables,
  readKeyCheck,
  readNow,
} from './backup.queries';

export interface BackupDeps {
  sql: postgres.Sql;
  storage: Storage;
  version: string;
}

const partBytes = 4 * 1024 * 1024;

type Executor = postgres.Sql | postgres.TransactionSql;

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

export async function addTable(
  tx: postgres.TransactionSql,
  archive: ArchiveWriter,
  table: ArchivedTable,
): Promise<number> {
  let [part, count, length] = [0, 0, 0];
  let chunks: Buffer[] = [];
  const flush = async () => {
    await archive.add(`tables/${table.name}/${String(part).padStart(6, '0')}`, Buffer.concat(chunks));
    part += 1;
    chunks = [];
    length = 0;
  };
  for await (const chunk of copyRows(tx, table)) {
    // Newlines in values are escaped.
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
    chunks.push(chunk);
    length += chunk.length;
    if (length >= partBytes) await flush();
  }
  if (length > 0) await flush();
  return count;
}

/** What the scoreboard of a game shows in this snapshot, as text. */
export async function boardOf(tx: postgres.TransactionSql, gameId: number, asOf: number): Promise<string> {
  const facts = await readScoreboardFacts(tx, gameId);
  if (!facts) throw new OperateError(`Game ${gameId} has no facts.`);
  return JSON.stringify(computeScoreboard(facts, asOf));
}

export interface BackupOptions {
  passphrase: string | null;
  /** Of one try of a passphrase, as a power of two; about a second when absent. */
  tryCost?: number;
  withObjects: boolean;
  /** Keeps files and captures beside the archive of that name; null puts them into it. */
  beside: { contents: Contents; archive: string; listKnown: () => Promise<Set<string>> } | null;
}

interface Backup {
  deps: BackupDeps;
  options: BackupOptions;
  linker: ContentsLinker | null;
}

const hashesOf = async (sql: Executor) => (await listFiles(sql)).map(({ hash }) => hash);

async function addContents({ deps, options, linker }: Backup, tx: Executor, archive: ArchiveWriter) {
  const wanted = { hashes: await hashesOf(tx), withObjects: options.withObjects };
  if (!linker || !options.beside) return embedContents(deps.storage, archive, wanted);
  const { index, kept } = await linker.link(wanted);
  const names = [...index.files, ...index.objects].map(({ name }) => name);
  // Before the archive is complete, so that no archive is without its list.
  await options.beside.contents.writeList(options.beside.archive, names);
  await archive.add(contentsName, json(index));
  return kept;
}

async function fillArchive(backup: Backup, tx: postgres.TransactionSql, archive: ArchiveWriter): Promise<BackedUp> {
  const tables = await listTables(tx);
  const contents = backup.options.beside?.contents ?? null;
  const manifest: Manifest = {
    format: archiveFormat,
    version: backup.deps.version,
    createdAt: await readNow(tx),
    migrations: await listMigrations(tx),
    tables,
    sequences: await listSequences(tx),
    keyCheck: await readKeyCheck(tx),
    contents: contents && { identity: contents.identity },
  };
  await archive.add(manifestName, json(manifest));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await addTable(tx, archive, table);
  const gameIds = await listGameIds(tx);
  for (const id of gameIds) {
    await archive.add(`boards/${id}.json`, Buffer.from(await boardOf(tx, id, manifest.createdAt)));
  }
  const { newContents, ...kept } = await addContents(backup, tx, archive);
  const summary: Summary = { rows, boards: gameIds.length, ...kept };
  await archive.add(summaryName, json(summary));
  return { ...summary, madeAt: manifest.createdAt, newContents };
}

export interface BackedUp extends Summary {
  /** Unix milliseconds, of the snapshot. */
  madeAt: number;
  /** Stored beside the archive by this backup, not by an earlier one. */
  newContents: number;
}

/**
 * One snapshot of the database with its files, while servers and workers run. Files of the snapshot that the storage
 * does not have are named in the summary.
 * @param store consumes the archive; its failure ends the backup
 */
export async function backUp(
  deps: BackupDeps,
  options: BackupOptions,
  store: (archive: Readable) => Promise<void>,
): Promise<BackedUp> {
  const linker = options.beside && createContentsLinker(deps.storage, options.beside);
  // Most of the copying, so that the transaction is short.
  await linker?.link({ hashes: await hashesOf(deps.sql), withObjects: options.withObjects });
  return deps.sql.begin('isolation level repeatable read read only', async (tx) => {
    let made: BackedUp | undefined;
    const archive = await writeArchive(
      async (writer) => {
        made = await fillArchive({ deps, options, linker }, tx, writer);
      },
      options.passphrase,
      options.tryCost,
    );
    await store(archive);
    if (!made) throw new OperateError('The backup was not completed.');
    return made;
  });
}
