import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createSealing } from '@vexil/db/sealing';
import type postgres from 'postgres';
import { boardOf } from './backup';
import { openConnection, restoreDatabase } from './restore';

/** Every column that holds a sealed text. */
const sealedColumns = [
  ['games', 'private_key_sealed'],
  ['challenges', 'flag_template_sealed'],
  ['flags', 'sealed'],
  ['team_challenges', 'flag_sealed'],
  ['submissions', 'answer_sealed'],
] as const;

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

async function withScratch<T>(adminUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `vexil_verify_${randomBytes(6).toString('hex')}`;
  const admin = openConnection(adminUrl);
  try {
    await admin.unsafe(`create database ${name}`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    try {
      return await use(url.href);
    } finally {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
    }
  } finally {
    await admin.end({ timeout: 5 });
  }
}

async function countSealed(sql: postgres.Sql, secretKey: string, faults: string[]): Promise<number> {
  const sealing = createSealing(secretKey);
  let opened = 0;
  for (const [table, column] of sealedColumns) {
    let failed = 0;
    const rows = sql.unsafe(`select ${column} as sealed from ${table} where ${column} is not null`);
    await rows.cursor(1000, (part) => {
      for (const { sealed } of part) {
        try {
          sealing.unseal(sealed);
          opened += 1;
        } catch {
          failed += 1;
        }
      }
    });
    if (failed > 0) faults.push(`${failed} values of ${table}.${column} cannot be opened with this SECRET_KEY.`);
  }
  return opened;
}

/** At the archive's time, so that the texts must be equal byte for byte. */
async function compareBoards(sql: postgres.Sql, archived: Map<number, string>, createdAt: number, faults: string[]) {
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    for (const [gameId, board] of archived) {
      if ((await boardOf(tx, gameId, createdAt)) !== board) faults.push(`The scoreboard of game ${gameId} differs.`);
    }
  });
}

/**
 * Restores the archive into a database of its own, recomputes each scoreboard and compares it with the archived one,
 * opens each sealed text, and hashes each file. The database is dropped afterwards.
 * @param adminUrl a database whose role may create databases
 * @throws OperateError when the archive cannot be read at all
 */
export async function verify(
  source: Readable,
  { adminUrl, passphrase, secretKey }: { adminUrl: string; passphrase: string | null; secretKey: string },
): Promise<Verification> {
  const boards = new Map<number, string>();
  const faults: string[] = [];
  let files = 0;
  return withScratch(adminUrl, async (url) => {
    const { manifest, summary } = await restoreDatabase(source, {
      url,
      passphrase,
      async onEntry({ name, content }) {
        const [folder, rest = ''] = name.split('/', 2);
        if (folder === 'boards') boards.set(Number.parseInt(rest, 10), await text(content));
        else if (folder === 'files') {
          const digest = createHash('sha256');
          for await (const chunk of content) digest.update(chunk);
          files += 1;
          if (digest.digest('hex') !== rest) faults.push(`The file ${rest} has other content.`);
        } else for await (const _ of content);
      },
    });
    const sql = openConnection(url);
    try {
      await compareBoards(sql, boards, manifest.createdAt, faults);
      if (boards.size !== summary.boards) faults.push(`${boards.size} of ${summary.boards} scoreboards are there.`);
      if (files !== summary.files) faults.push(`${files} of ${summary.files} files are there.`);
      for (const hash of summary.missingFiles) faults.push(`The file ${hash} was not in the storage.`);
      const sealed = await countSealed(sql, secretKey, faults);
      const rows = Object.values(summary.rows).reduce((sum, count) => sum + count, 0);
      const { createdAt, version } = manifest;
      return { createdAt, version, rows, boards: boards.size, files, sealed, faults };
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}
