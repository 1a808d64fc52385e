import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { solves } from '@vexil/db/schema/submission';
import { checkSecretKey } from '@vexil/db/secret-key';
import { buildAward } from '@vexil/db/testing/award';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSecretKey } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { programWords } from '@vexil/db/testing/program';
import { buildSubmission } from '@vexil/db/testing/submission';
import { exportKey } from '@vexil/runtime/export-key';
import postgres from 'postgres';
import { readArchive } from '../src/operate/archive.read';
import type { TestApp } from './app';

/** An empty database beside those of tests. */
export async function createEmptyDatabase(clusterUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `vexil_restore_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const cluster = postgres(clusterUrl, { max: 1, fetch_types: false, onnotice: () => {} });
    await cluster.unsafe(statement).finally(() => cluster.end());
  };
  await run(`create database ${name}`);
  const url = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href;
  return { url, drop: () => run(`drop database ${name} with (force)`) };
}

/** A game with two solves, an award, a division, a stored file and a capture. */
export async function playBackedUp(test: TestApp) {
  await checkSecretKey(test.database.url, testSecretKey);
  const game = await buildGame(test.db);
  const { challenge, flags } = await buildChallenge(test.db, { gameId: game.id });
  const solve = async () => {
    const built = await buildParticipation(test.db, { gameId: game.id });
    const { participation, captain } = built;
    const submission = await buildSubmission(test.db, built, challenge, { answer: flags[0] ?? '', status: 'Accepted' });
    await test.db.insert(solves).values({
      participationId: participation.id,
      challengeId: challenge.id,
      gameId: game.id,
      submissionId: submission.id,
      accountId: captain.id,
      solvedAt: submission.submittedAt,
    });
    return built;
  };
  const own = { kind: 'Agents' as const, ruleText: 'Say\t*which*\nmodel\\N', scoresAlone: true };
  await test.db.insert(divisions).values({ gameId: game.id, name: 'Robots', ...own });
  const winner = await solve();
  await buildAward(test.db, winner);
  await solve();
  const content = Buffer.from('writeup\twith\nlines\\');
  const { hash, sizeBytes } = await test.deps.storage.put(Readable.from([content]), 1000);
  await test.db.insert(files).values({ hash, name: 'a\tb\n.pdf', sizeBytes });
  await test.deps.storage.putObject('capture/1/2/x.pcap', Readable.from([Buffer.from('packets')]), 1000);
  // In no backup.
  await test.deps.storage.putObject(exportKey(winner.captain.id), Readable.from([content]), 1000);
  return { game, challenge, hash, content, own, solve };
}

/** A hash of the rows of every table, in the order of their text. */
export async function hashTables(url: string): Promise<Record<string, string>> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const contents: Record<string, string> = {};
    for (const { name } of await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`) {
      const rows = await sql.unsafe<{ row: string }[]>(`select t::text as row from "${name}" t order by 1`);
      contents[name] = createHash('sha256')
        .update(rows.map(({ row }) => row).join('\n'))
        .digest('hex');
    }
    return contents;
  } finally {
    await sql.end();
  }
}

/** What `vexil backup` puts into an archive: rows, files and captures, with their names. */
export async function readBackup({ database, deps }: TestApp): Promise<string> {
  await checkSecretKey(database.url, testSecretKey);
  const directory = await mkdtemp(join(tmpdir(), 'vexil-backup-'));
  try {
    const env = {
      ...{ PATH: process.env.PATH, DATABASE_URL: database.url, REDIS_URL: deps.config.redisUrl },
      ...{ KEY_PREFIX: deps.keyPrefix, SECRET_KEY: testSecretKey, DATA_DIR: deps.config.dataDir },
    };
    const words = [...programWords('server/operate'), 'backup', '--whole', '--to', directory];
    await promisify(execFile)(process.execPath, words, { env });
    const [name = ''] = await readdir(directory);
    const texts: string[] = [];
    await readArchive(createReadStream(join(directory, name)), null, {
      onManifest: async () => {},
      onEntry: async (entry) => void texts.push(`${entry.name}\n${await buffer(entry.content)}`),
    });
    return texts.join('\n');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
