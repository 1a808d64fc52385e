import { freePort } from '@vexil/db/testing/free-port';
import { type Service, startRedis } from '@vexil/db/testing/global-setup';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { type ServerProcess, startServerProcess } from '@vexil/server/testing/process';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { buildCompetition, type Competition } from '../testing/play';
import { startWorkerProcess, type WorkerProcess } from '../testing/process';

const waiting = { timeout: 60_000, interval: 50 };

let redis: Service;
let test: TestApp;
let server: ServerProcess;
let hasServerEnded = false;
let workers: WorkerProcess[];
let game: Competition;
let base: string;
let cluster: postgres.Sql;

beforeAll(async () => {
  redis = await startRedis();
  cluster = postgres(inject('databaseUrl'), { max: 1, fetch_types: false, onnotice: () => {} });
  test = await createTestApp({ redisUrl: redis.url });
  const { config, keyPrefix } = test.deps;
  const environment = {
    DATABASE_URL: test.database.url,
    REDIS_URL: redis.url,
    KEY_PREFIX: keyPrefix,
    DATA_DIR: config.dataDir,
    CONTAINER_ENGINE: 'none',
    RATE_LIMIT: 'off',
  };
  game = await buildCompetition(test, 24);
  const port = await freePort();
  server = await startServerProcess({ ...environment, PORT: String(port) });
  void server.exited.then(() => {
    hasServerEnded = true;
  });
  base = `http://127.0.0.1:${port}`;
  workers = await Promise.all([startWorkerProcess(environment), startWorkerProcess(environment)]);
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await Promise.all((workers ?? []).map((one) => one.kill()));
  await test.close();
  await cluster.end();
  await redis.stop();
});

const database = () => new URL(test.database.url).pathname.slice(1);

/** What a restart of PostgreSQL is to those who were connected. */
const breakConnections = () =>
  cluster`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database()}`;

/** Refuses connections, as while PostgreSQL starts. */
async function closeDatabase(forMs: number): Promise<void> {
  await cluster.unsafe(`alter database ${database()} with allow_connections false`);
  await breakConnections();
  await new Promise((resolve) => setTimeout(resolve, forMs));
  await cluster.unsafe(`alter database ${database()} with allow_connections true`);
}

/** Teams answer all the time; what was answered with success is kept. */
function startLoad() {
  const accepted: number[] = [];
  const others = new Map<string, number>();
  let ending = false;
  const done = game.teams.map(async ({ captain }, team) => {
    const cookie = cookies[team] ?? '';
    for (let turn = 0; !ending; turn += 1) {
      const flag = turn === 10 + team ? game.flag : `flag{wrong_${captain.userName}_${turn}}`;
      const reply = await fetch(`${base}/api/game/${game.gameId}/challenges/${game.challengeId}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ flag }),
      }).catch((error: Error) => ({ status: error.message, json: async () => null }));
      const body = await reply.json().catch(() => null);
      if (reply.status === 200) accepted.push(body as number);
      else others.set(String(reply.status), (others.get(String(reply.status)) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  return {
    accepted,
    others,
    async more(count: number) {
      const wanted = accepted.length + count;
      await vi.waitUntil(() => accepted.length >= wanted, waiting);
    },
    async end() {
      ending = true;
      await Promise.all(done);
    },
  };
}
let cookies: string[] = [];

describe('Redis emptied and PostgreSQL gone in the middle of a load', () => {
  it('end no process and lose no answer that was taken', async () => {
    cookies = await Promise.all(game.teams.map(({ captain }) => test.signIn(captain)));
    const load = startLoad();
    for (const _turn of [1, 2]) {
      await load.more(60);
      await test.deps.redis.flushall();
    }
    for (const _turn of [1, 2, 3, 4]) {
      await load.more(20);
      await breakConnections();
    }
    await load.more(20);
    await closeDatabase(1_500);
    await test.deps.redis.flushall();
    await load.more(100);
    await load.end();

    expect(hasServerEnded).toBe(false);
    expect(workers.map((one) => one.isAlive())).toEqual([true, true]);
    await vi.waitUntil(async () => (await fetch(`${base}/readyz`)).status === 200, waiting);
    await game.untilJudged(waiting.timeout);
    const stored = await game.listSubmissions();
    const known = new Set(stored.map(({ id }) => id));
    expect(load.accepted.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(load.accepted).size).toBe(load.accepted.length);
    expect(stored.filter(({ judgedAt }) => judgedAt === null)).toEqual([]);

    const solved = new Set(stored.filter(({ status }) => status === 'Accepted').map((one) => one.participationId)).size;
    await vi.waitUntil(async () => {
      const reply = await fetch(`${base}/api/game/${game.gameId}/scoreboard`);
      const board = (await reply.json()) as { version: number; items: { solvedCount: number }[] };
      const shown = board.items?.reduce((sum, one) => sum + one.solvedCount, 0);
      if (reply.status !== 200 || board.version === 0 || shown !== solved) return false;
      await verifyScoreboard(test.database, game.gameId, board);
      return true;
    }, waiting);
    // Requests without a database get a retryable error.
    expect([...load.others.keys()].filter((one) => one !== '503' && one !== '429')).toEqual([]);
  });
});
