// The whole way of a disaster: players play, a backup is taken meanwhile, everything is destroyed, restored, and played on.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { testPassword } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { freePort } from '@vexil/db/testing/free-port';
import { buildGame, testSecretKey } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { programWords } from '@vexil/db/testing/program';
import { type ServerProcess, startServerProcess } from '@vexil/server/testing/process';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { startWorkerProcess, type WorkerProcess } from '../testing/process';

const waiting = { timeout: 60_000, interval: 100 };
const teamCount = 8;

let database: TestDatabase;
let directory: string;
let port: number;
let server: ServerProcess | undefined;
let worker: WorkerProcess | undefined;
beforeEach(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  directory = await mkdtemp(join(tmpdir(), 'vexil-restore-'));
  port = await freePort();
});
afterEach(async () => {
  await kill();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const settings = (installation: string) => ({
  DATABASE_URL: database.url,
  REDIS_URL: inject('redisUrl'),
  KEY_PREFIX: `${installation}:`,
  DATA_DIR: join(directory, installation),
  SECRET_KEY: testSecretKey,
  BACKUP_TO: join(directory, 'backups'),
  CONTAINER_ENGINE: 'none',
  RATE_LIMIT: 'off',
  PORT: String(port),
});

async function start(installation: string): Promise<void> {
  const environment = settings(installation);
  [server, worker] = await Promise.all([startServerProcess(environment), startWorkerProcess(environment)]);
}

/** As a power cut does. */
async function kill(): Promise<void> {
  server?.kill('SIGKILL');
  await Promise.all([server?.exited, worker?.kill()]);
  [server, worker] = [undefined, undefined];
}

async function vexil(installation: string, ...args: string[]) {
  const env = { ...process.env, ...settings(installation) };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...programWords('server/operate'), '--json', ...args],
    {
      env,
    },
  );
  return JSON.parse(stdout);
}

async function request(method: string, path: string, cookie = '', body?: unknown): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function signIn({ captain }: BuiltParticipation): Promise<string> {
  const body = { userName: captain.userName, password: testPassword };
  const reply = await request('POST', '/api/account/login', '', body);
  expect(reply.status).toBe(200);
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

interface Game {
  id: number;
  challenges: { id: number; flag: string }[];
  cookies: string[];
}

async function prepare(): Promise<Game> {
  const { id } = await buildGame(database.db);
  const challenges: Game['challenges'] = [];
  while (challenges.length < 4) {
    const { challenge, flags } = await buildChallenge(database.db, { gameId: id });
    challenges.push({ id: challenge.id, flag: flags[0] ?? '' });
  }
  const teams: BuiltParticipation[] = [];
  while (teams.length < teamCount) teams.push(await buildParticipation(database.db, { gameId: id }));
  await start(`before-${randomBytes(4).toString('hex')}`);
  const cookies: string[] = [];
  for (const team of teams) cookies.push(await signIn(team));
  return { id, challenges, cookies };
}

function startPlaying(game: Game) {
  let isEnding = false;
  const acknowledged: number[] = [];
  const players = game.cookies.map(async (cookie, at) => {
    for (let turn = 0; !isEnding; turn += 1) {
      const { id, flag } = game.challenges[(at + turn) % game.challenges.length] as Game['challenges'][number];
      const body = { flag: turn % 3 === at % 3 ? flag : `flag{wrong_${at}_${turn}}` };
      const reply = await request('POST', `/api/game/${game.id}/challenges/${id}`, cookie, body);
      if (reply.status === 200) acknowledged.push((await reply.json()) as number);
      await sleep(100);
    }
  });
  return {
    acknowledged,
    async end() {
      isEnding = true;
      await Promise.all(players);
    },
  };
}

const countUnjudged = async (until: number) => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from submissions
    where status = 'FlagSubmitted' and submitted_at <= to_timestamp(${until / 1000})`;
  return row?.count ?? 0;
};

const listIds = async () =>
  (await database.sql<{ id: number }[]>`select id from submissions order by id`).map(({ id }) => id);

/** The board of a moment, as it is sent. */
async function boardAt(game: Game, asOf: number): Promise<string> {
  const reply = await request('GET', `/api/game/${game.id}/scoreboard?asOf=${asOf}`, game.cookies[0]);
  expect(reply.status).toBe(200);
  return reply.text();
}

describe('an installation that is destroyed', () => {
  it('has the same boards, byte for byte, when its backup is restored, and is played on', async () => {
    const game = await prepare();
    const play = startPlaying(game);
    await vi.waitUntil(() => play.acknowledged.length > 50, waiting);
    const asOf = Date.now();
    await vi.waitUntil(async () => (await countUnjudged(asOf)) === 0, waiting);
    const before = await boardAt(game, asOf);
    expect((JSON.parse(before) as Scoreboard).items.some(({ solvedCount }) => solvedCount > 0)).toBe(true);
    const sent = play.acknowledged.length;
    const backup = await vexil('before', 'backup', '--verify');
    expect(backup).toMatchObject({ boards: 1, faults: [] });
    expect(play.acknowledged.length).toBeGreaterThan(sent);
    await play.end();
    await kill();
    const stored = await listIds();
    expect(stored).toEqual([...play.acknowledged].sort((a, b) => a - b));

    await database.sql.unsafe('drop schema drizzle cascade; drop schema public cascade; create schema public');
    await vexil('after', 'restore', 'latest');
    await start('after');
    expect(await boardAt(game, asOf)).toBe(before);

    // Submissions that had no verdict in the backup get it now.
    await vi.waitUntil(async () => (await countUnjudged(Date.now())) === 0, waiting);
    const restored = await listIds();
    expect(restored).toHaveLength(backup.rows.submissions);
    expect(restored.filter((id) => !stored.includes(id))).toEqual([]);
    const [challenge] = game.challenges;
    const body = { flag: challenge?.flag };
    const reply = await request('POST', `/api/game/${game.id}/challenges/${challenge?.id}`, game.cookies[0], body);
    expect(reply.status).toBe(200);
    const id = (await reply.json()) as number;
    expect(id).toBeGreaterThan(restored.at(-1) ?? 0);
    await vi.waitUntil(async () => (await countUnjudged(Date.now())) === 0, waiting);
    const board = await vi.waitUntil(async () => {
      const found = await request('GET', `/api/game/${game.id}/scoreboard`);
      const served = (await found.json()) as Scoreboard;
      return served.version > 0 && served.updateTimeUtc > asOf && served;
    }, waiting);
    await verifyScoreboard(database, game.id, board);
  });
});
