// The database of every released version, with data in every table, is migrated and played on with this version.

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import { type Database, openDatabase } from '@vexil/db';
import { readSchemaState } from '@vexil/db/migrate';
import { freePort } from '@vexil/db/testing/free-port';
import type {} from '@vexil/db/testing/global-setup';
import { dumpOf, listReleases, releaseKey } from '@vexil/db/testing/releases';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { countSealed, restoreDatabase } from '@vexil/server/testing/operate';
import { type ServerProcess, startServerProcess } from '@vexil/server/testing/process';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { startWorkerProcess } from '../testing/process';

const waiting = { timeout: 60_000, interval: 100 };
const gameId = 1;
const cluster = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} });
afterAll(() => cluster.end());

/** Fills a database of its own with the dump of a version, and migrates it. */
async function restoreRelease(version: string) {
  const name = `vexil_release_${randomBytes(6).toString('hex')}`;
  await cluster.unsafe(`create database ${name}`);
  const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
  let served: Scoreboard | undefined;
  const { summary } = await restoreDatabase(createReadStream(dumpOf(version)), {
    url,
    passphrase: null,
    secretKey: releaseKey,
    async onEntry({ content }) {
      served = JSON.parse(await text(content));
    },
  });
  const database = openDatabase(url);
  onTestFinished(async () => {
    await database.close();
    await cluster.unsafe(`drop database ${name} with (force)`);
  });
  return { url, database, summary, served: served as Scoreboard };
}

async function startProcesses(url: string): Promise<ServerProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'vexil-release-'));
  const environment = {
    DATABASE_URL: url,
    REDIS_URL: inject('redisUrl'),
    KEY_PREFIX: `test-${randomBytes(6).toString('hex')}:`,
    SECRET_KEY: releaseKey,
    DATA_DIR: directory,
    CONTAINER_ENGINE: 'none',
    PORT: String(await freePort()),
  };
  const [server, worker] = await Promise.all([startServerProcess(environment), startWorkerProcess(environment)]);
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await Promise.all([server.exited, worker.kill()]);
    await rm(directory, { recursive: true, force: true });
  });
  return server;
}

/** What players see of a board, whatever else a version shows. */
const viewed = ({ items }: Pick<Scoreboard, 'items'>) =>
  items.map(({ id, name, rank, score, solvedCount }) => ({ id, name, rank, score, solvedCount }));

async function playOn(server: ServerProcess, database: Database): Promise<void> {
  let cookie = '';
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect([path, reply.status]).toEqual([path, 200]);
    cookie ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const answer = await reply.text();
    return answer === '' ? undefined : JSON.parse(answer);
  };
  await call('POST', '/api/account/login', { userName: 'player1', password: 'Player-Password-1' });
  const { challenges } = await call('GET', `/api/game/${gameId}/details`);
  const task = Object.values(challenges as Record<string, { id: number; title: string }[]>)
    .flat()
    .find(({ title }) => title === 'Task 4');
  const path = `/api/game/${gameId}/challenges/${task?.id}`;
  for (const [flag, verdict] of [
    ['flag{guessed}', 'WrongAnswer'],
    [`flag{drill_${gameId}_3}`, 'Accepted'],
  ]) {
    const id = await call('POST', path, { flag });
    await vi.waitUntil(async () => (await call('GET', `${path}/status/${id}`)) !== 'FlagSubmitted', waiting);
    expect(await call('GET', `${path}/status/${id}`)).toBe(verdict);
  }
  const board = await vi.waitUntil(async () => {
    const found = (await call('GET', `/api/game/${gameId}/scoreboard`)) as Scoreboard;
    return found.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0) === 10 && found;
  }, waiting);
  await verifyScoreboard(database, gameId, board);
}

describe.each(listReleases())('the database of version $version', ({ version }) => {
  it('is migrated with data in every table, and played on', async () => {
    const { url, database, summary, served } = await restoreRelease(version);
    expect(Object.entries(summary.rows).filter(([, rows]) => rows === 0)).toEqual([]);
    const state = await readSchemaState(database.sql);
    expect(state).toMatchObject({ applied: state.known, unknown: 0 });
    const faults: string[] = [];
    expect(await countSealed(database.sql, releaseKey, faults)).toBeGreaterThan(20);
    expect(faults).toEqual([]);

    const facts = await loadScoreboardFacts(database.sql, gameId);
    if (!facts) throw new Error('The dump has no game.');
    expect(viewed(computeScoreboard(facts, served.updateTimeUtc))).toEqual(viewed(served));
    expect(viewed(served)[0]).toMatchObject({ rank: 1, solvedCount: 3 });
    await playOn(await startProcesses(url), database);
  });
});

describe('the changelog', () => {
  it('has every released version', async () => {
    const changelog = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
    const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) – /gm)].map(([, version]) => version);
    expect(versions).toEqual(
      listReleases()
        .map((release) => release.version)
        .reverse(),
    );
    for (const { commit } of listReleases()) expect(changelog).toContain(`Commit ${commit.slice(0, 8)}.`);
  });
});
