import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type postgres from 'postgres';
import type { ContentFolder, Contents } from './archive.contents';
import type { ContentsIndex } from './archive.format';
import { boardOf } from './backup';
import { withConnection } from './open-connection';
import { restoreDatabase } from './restore';
import { withScratchDatabase } from './scratch-database';
import { countSealed } from './sealed-texts';

export interface Verification {
  createdAt: number;
  version: string;
  rows: number;
  boards: number;
  files: number;
  sealed: number;
  /** Empty for a backup that can be relied on. */
  faults: string[];
}

/** At the archive's time, so that the texts must be equal byte for byte. */
async function compareBoards(sql: postgres.Sql, archived: Map<number, string>, createdAt: number, faults: string[]) {
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    for (const [gameId, board] of archived) {
      if ((await boardOf(tx, gameId, createdAt)) !== board) faults.push(`The scoreboard of game ${gameId} differs.`);
    }
  });
}

async function hashOf(content: Readable): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of content) digest.update(chunk);
  return digest.digest('hex');
}

async function sizeOf(content: Readable): Promise<number> {
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) sizeBytes += chunk.length;
  return sizeBytes;
}

/** Reads all that is kept beside the archive; gives how many files there are. */
async function checkContents({ files, objects }: ContentsIndex, contents: Contents, faults: string[]): Promise<number> {
  let whole = 0;
  const check = async (work: () => Promise<string | null>) => {
    try {
      const fault = await work();
      if (fault !== null) faults.push(fault);
    } catch (error) {
      // Missing, or not to be decrypted; other files can be checked all the same.
      faults.push(error instanceof Error ? error.message : String(error));
    }
  };
  for (const { hash, name } of files) {
    await check(async () => {
      whole += 1;
      return (await hashOf(contents.read(name))) === hash ? null : `The file ${hash} has other content.`;
    });
  }
  for (const { key, sizeBytes, name } of objects) {
    await check(async () =>
      (await sizeOf(contents.read(name))) === sizeBytes ? null : `The capture ${key} has another size.`,
    );
  }
  return whole;
}

export interface VerifyOptions {
  adminUrl: string;
  passphrase: string | null;
  secretKey: string;
  /** Of the place of the archive. */
  folder: ContentFolder;
}

/**
 * Restores the archive into a database of its own, recomputes each scoreboard and compares it with the archived one,
 * opens each sealed text, and hashes each file. The database is dropped afterwards.
 * @throws OperateError when the archive cannot be read at all
 */
export async function verify(source: Readable, options: VerifyOptions): Promise<Verification> {
  const boards = new Map<number, string>();
  const faults: string[] = [];
  let files = 0;
  return withScratchDatabase(options.adminUrl, async (url) => {
    const { manifest, summary } = await restoreDatabase(source, {
      url,
      passphrase: options.passphrase,
      async onEntry({ name, content }) {
        const [folder, rest = ''] = name.split('/', 2);
        if (folder === 'boards') boards.set(Number.parseInt(rest, 10), await text(content));
        else if (folder === 'files') {
          files += 1;
          if ((await hashOf(content)) !== rest) faults.push(`The file ${rest} has other content.`);
        } else await sizeOf(content);
      },
      beside: {
        folder: options.folder,
        async onContents(index, contents) {
          files += await checkContents(index, contents, faults);
        },
      },
    });
    return withConnection(url, async (sql) => {
      await compareBoards(sql, boards, manifest.createdAt, faults);
      if (boards.size !== summary.boards) faults.push(`${boards.size} of ${summary.boards} scoreboards are there.`);
      if (files !== summary.files) faults.push(`${files} of ${summary.files} files are there.`);
      for (const hash of summary.missingFiles) faults.push(`The file ${hash} was not in the storage.`);
      const sealed = await countSealed(sql, options.secretKey, faults);
      const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0);
      const { createdAt, version } = manifest;
      return { createdAt, version, rows, boards: boards.size, files, sealed, faults };
    });
  });
}
