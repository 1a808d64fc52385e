import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { readScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { scoreboardAt } from '@vexil/rules/scoreboard.current.rules';
import { NotStoredError, type Storage } from '@vexil/runtime/storage/storage';
import type postgres from 'postgres';
import { OperateError } from '../operate-error';
import {
  type ArchivedTable,
  archiveFormat,
  type Manifest,
  manifestName,
  type Summary,
  summaryName,
} from './archive.format';
import { type ArchiveWriter, writeArchive } from './archive.write';
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
/** Claims the storage for a database; a restored one claims it itself. */
const ownerKey = 'owner';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

async function addTable(tx: postgres.TransactionSql, archive: ArchiveWriter, table: ArchivedTable): Promise<number> {
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
  return JSON.stringify(scoreboardAt(facts, asOf));
}

async function* checked(hash: string, content: Readable): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest('hex') !== hash) throw new OperateError(`The stored file ${hash} is damaged.`);
}

async function addFiles(tx: postgres.TransactionSql, storage: Storage, archive: ArchiveWriter): Promise<string[]> {
  const missing: string[] = [];
  for (const { hash } of await listFiles(tx)) {
    const sizeBytes = await storage.size(hash);
    if (sizeBytes === undefined) missing.push(hash);
    else {
      const content = Readable.from(checked(hash, storage.read(hash)), { objectMode: false });
      await archive.addStream(`files/${hash}`, sizeBytes, content);
    }
  }
  return missing;
}

async function addObjects(storage: Storage, archive: ArchiveWriter): Promise<number> {
  let count = 0;
  for (const { key } of await storage.listObjects('', { countMax: Number.MAX_SAFE_INTEGER })) {
    const found = key === ownerKey ? undefined : await storage.statObject(key);
    if (!found) continue;
    // A capture may grow meanwhile: its size was written before its bytes.
    if (found.sizeBytes === 0) await archive.add(`objects/${key}`, Buffer.alloc(0));
    else {
      try {
        const content = storage.readObject(key, { start: 0, end: found.sizeBytes - 1 });
        await archive.addStream(`objects/${key}`, found.sizeBytes, content);
      } catch (error) {
        if (error instanceof NotStoredError)
          throw new OperateError(`The capture ${key} was deleted meanwhile; try again.`);
        throw error;
      }
    }
    count += 1;
  }
  return count;
}

async function fillArchive(
  { storage, version }: BackupDeps,
  tx: postgres.TransactionSql,
  archive: ArchiveWriter,
  withObjects: boolean,
): Promise<Summary> {
  const tables = await listTables(tx);
  const manifest: Manifest = {
    format: archiveFormat,
    version,
    createdAt: await readNow(tx),
    migrations: await listMigrations(tx),
    tables,
    sequences: await listSequences(tx),
    keyCheck: await readKeyCheck(tx),
  };
  await archive.add(manifestName, json(manifest));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await addTable(tx, archive, table);
  const gameIds = await listGameIds(tx);
  for (const id of gameIds) {
    await archive.add(`boards/${id}.json`, Buffer.from(await boardOf(tx, id, manifest.createdAt)));
  }
  const missingFiles = await addFiles(tx, storage, archive);
  const objects = withObjects ? await addObjects(storage, archive) : 0;
  const files = (rows.files ?? 0) - missingFiles.length;
  const summary: Summary = { rows, boards: gameIds.length, files, objects, missingFiles };
  await archive.add(summaryName, json(summary));
  return summary;
}

/**
 * One snapshot of the database with its files, while servers and workers run. Files of the snapshot that the storage
 * does not have are named in the summary.
 * @param store consumes the archive; its failure ends the backup
 */
export function backUp(
  deps: BackupDeps,
  { passphrase, withObjects }: { passphrase: string | null; withObjects: boolean },
  store: (archive: Readable) => Promise<void>,
): Promise<Summary> {
  return deps.sql.begin('isolation level repeatable read read only', async (tx) => {
    let summary: Summary | undefined;
    const archive = await writeArchive(async (writer) => {
      summary = await fillArchive(deps, tx, writer, withObjects);
    }, passphrase);
    await store(archive);
    if (!summary) throw new OperateError('The backup was not completed.');
    return summary;
  });
}
