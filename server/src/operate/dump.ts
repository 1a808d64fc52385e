import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import { archiveFormat, type Manifest, manifestName, type Summary, summaryName } from './archive.format';
import { type ArchiveWriter, writeArchive } from './archive.write';
import { addTable } from './backup';
import { listMigrations, listSequences, listTables, readKeyCheck, readNow } from './backup.queries';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Boards as the version served them, by game. */
export type ServedBoards = ReadonlyMap<number, unknown>;

async function fill(tx: postgres.TransactionSql, archive: ArchiveWriter, version: string, boards: ServedBoards) {
  const tables = await listTables(tx);
  const manifest: Manifest = {
    format: archiveFormat,
    version,
    createdAt: await readNow(tx),
    migrations: await listMigrations(tx),
    tables,
    sequences: await listSequences(tx),
    keyCheck: await readKeyCheck(tx),
    contents: null,
  };
  await archive.add(manifestName, json(manifest));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await addTable(tx, archive, table);
  for (const [id, board] of boards) await archive.add(`boards/${id}.json`, json(board));
  const summary: Summary = { rows, boards: boards.size, files: 0, objects: 0, missingFiles: [] };
  await archive.add(summaryName, json(summary));
}

/**
 * Writes a database of any version in the format of backups, which `vexil restore` reads. Uploaded files are left out.
 * @param boards as the version served them
 */
export async function dumpDatabase(sql: postgres.Sql, file: string, version: string, boards: ServedBoards) {
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    const archive = await writeArchive((writer) => fill(tx, writer, version, boards), null);
    await pipeline(archive, createWriteStream(file));
  });
}
