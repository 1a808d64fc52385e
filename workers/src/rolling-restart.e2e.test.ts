import type { AccountRow } from '@vexil/db/schema/account';
import { notices } from '@vexil/db/schema/notice';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import { freePort } from '@vexil/db/testing/free-port';
import type {} from '@vexil/db/testing/global-setup';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { type ServerProcess, startServerProcess } from '@vexil/server/testing/process';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Balancer, startBalancer } from '../testing/balancer';
import { HubFollower } from '../testing/hub-follower';
import { buildCompetition, type Competition } from '../testing/play';
import { startWorkerProcess, type WorkerProcess } from '../testing/process';

const waiting = { timeout: 60_000, interval: 50 };
const teamCount = 30;
const listenerCount = 300;

let test: TestApp;
let environment: Record<string, string>;
let ports: number[];
let servers: ServerProcess[];
let workers: WorkerProcess[];
let balancer: Balancer;
let game: Competition;
let tasks: BuiltChallenge[];
let admin: AccountRow;
let followers: HubFollower[] = [];

beforeAll(async () => {
  test = await createTestApp();
  const { config, keyPrefix } = test.deps;
  environment = {
    DATABASE_URL: test.database.url,
    REDIS_URL: config.redisUrl,
    KEY_PREFIX: keyPrefix,
    DATA_DIR: config.dataDir,
    CONTAINER_ENGINE: 'none',
    RATE_LIMIT: 'off',
    ADMIN_PASSWORD: testPassword,
    LOG_LEVEL: 'info',
  };
  admin = await buildAccount(test.db, { role: 'Admin' });
  game = await buildCompetition(test, teamCount);
  tasks = [];
  while (tasks.length < 6) tasks.push(await buildChallenge(test.db, { gameId: game.gameId }));
  ports = [await freePort(), await freePort()];
  servers = await Promise.all(ports.map((port) => startServer(port)));
  workers = await Promise.all([startWorkerProcess(environment), startWorkerProcess(environment)]);
  balancer = await startBalancer(ports);
});
afterAll(async () => {
  for (const one of followers) one.close();
  await balancer?.close();
  for (const one of servers ?? []) one.kill('SIGKILL');
  await Promise.all((workers ?? []).map((one) => one.kill()));
  await test.close();
});

const startServer = (port: number) => startServerProcess({ ...environment, PORT: String(port) });

async function restartServer(at: number): Promise<void> {
  const port = ports[at] ?? 0;
  servers[at]?.kill('SIGTERM');
  expect(await servers[at]?.exited).toBe(0);
  servers[at] = await startServer(port);
  await vi.waitUntil(() => balancer.isReady(port), waiting);
}

async function restartWorker(at: number): Promise<void> {
  await workers[at]?.stop();
  workers[at] = await startWorkerProcess(environment);
}

interface Sent {
  status: number;
  body: unknown;
}

/** Asks as a browser behind the balancer does, or one server straight away. */
async function send(
  method: string,
  path: string,
  as: AccountRow | string | null,
  body?: unknown,
  base = balancer.url,
): Promise<Sent> {
  const cookie = as === null ? '' : typeof as === 'string' ? as : await test.signIn(as);
  const reply = await fetch(`${base}${path}`, {
    method,
    headers: {
      connection: 'close',
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** All players act all the time, until the end; what was answered with success is kept. */
function startLoad() {
  const accepted: { id: number; team: number }[] = [];
  const posted: number[] = [];
  const refused = new Map<string, number>();
  let ending = false;
  const note = (what: string, { status }: Sent) => {
    if (status !== 200) refused.set(`${what} ${status}`, (refused.get(`${what} ${status}`) ?? 0) + 1);
  };
  const answering = game.teams.map(async ({ captain }, team) => {
    for (let turn = 0; !ending; turn += 1) {
      const { challenge, flags } = tasks[(turn + team) % tasks.length] as BuiltChallenge;
      // Right sooner or later, so that boards change all the time.
      const flag = turn % 5 === team % 5 ? (flags[0] ?? '') : `flag{wrong_${team}_${turn}}`;
      const reply = await send('POST', `/api/game/${game.gameId}/challenges/${challenge.id}`, captain, { flag });
      if (reply.status === 200) accepted.push({ id: reply.body as number, team });
      note('answer', reply);
      await pause(600);
    }
  });
  const reading = [0, 1, 2, 3].map(async (reader) => {
    const captain = game.teams[reader]?.captain ?? null;
    const paths = ['scoreboard', 'details', 'notices'];
    for (let turn = 0; !ending; turn += 1) {
      note('read', await send('GET', `/api/game/${game.gameId}/${paths[turn % paths.length]}`, captain));
      await pause(60);
    }
  });
  const announcing = (async () => {
    for (let turn = 0; !ending; turn += 1) {
      const body = { content: `Announcement ${turn}.` };
      const reply = await send('POST', `/api/edit/games/${game.gameId}/notices`, admin, body);
      if (reply.status === 200) posted.push((reply.body as { id: number }).id);
      note('notice', reply);
      await pause(400);
    }
  })();
  const ended = Promise.all([...answering, ...reading, announcing]);
  // A request that failed fails the test that waits for the end, and nothing else.
  ended.catch(() => undefined);
  // A test that fails must not leave a load behind: the servers of the next one would not be ready.
  onTestFinished(async () => {
    ending = true;
    await ended.catch(() => undefined);
  });
  return {
    accepted,
    posted,
    refused,
    async end() {
      ending = true;
      await ended;
    },
  };
}

async function boardAt(port: number): Promise<{ version: number }> {
  const { status, body } = await send(
    'GET',
    `/api/game/${game.gameId}/scoreboard`,
    null,
    undefined,
    `http://127.0.0.1:${port}`,
  );
  expect(status).toBe(200);
  return body as { version: number };
}

/** A client that keeps changes by the version they lead from gets from the first to the last, without a fetch. */
function checkVersions(changes: readonly { from: number; version: number; full: boolean }[]): string[] {
  const next = new Map(changes.filter(({ full }) => !full).map(({ from, version }) => [from, version]));
  const last = Math.max(...changes.map(({ version }) => version));
  let reached = changes[0]?.from ?? last;
  for (let version = next.get(reached); version !== undefined; version = next.get(reached)) reached = version;
  return reached === last ? [] : [`${reached} leads to nothing, though there is ${last}`];
}

describe('two servers and two workers behind a balancer, restarted in turn', () => {
  it('lose no answer and no message, deliver nothing twice, and agree', async () => {
    const cookies = await Promise.all(game.teams.map(({ captain }) => test.signIn(captain)));
    followers = Array.from(
      { length: listenerCount },
      (_, at) => new HubFollower(balancer.url, game.gameId, cookies[at] ?? null),
    );
    await vi.waitUntil(() => followers.every(({ isCaughtUp }) => isCaughtUp), waiting);
    const load = startLoad();
    await vi.waitUntil(() => load.accepted.length > 60, waiting);
    for (const at of [0, 1]) await Promise.all([restartServer(at), restartWorker(at)]);
    const until = load.accepted.length + 60;
    await vi.waitUntil(() => load.accepted.length > until, waiting);
    await load.end();

    expect(balancer.broken).toEqual([]);
    // A server that is full may say so; nothing else is refused.
    expect([...load.refused.keys()].filter((one) => !one.endsWith(' 429'))).toEqual([]);
    expect(Math.min(...balancer.taken.values())).toBeGreaterThan(listenerCount / 2);

    await game.untilJudged(waiting.timeout);
    const stored = await game.listSubmissions();
    expect(stored.map(({ id }) => id)).toEqual(load.accepted.map(({ id }) => id).sort((a, b) => a - b));
    expect(stored.filter(({ judgedAt }) => judgedAt === null)).toEqual([]);

    // Both servers have the same board, and it is the one of the stored facts.
    const boards = await vi.waitUntil(async () => {
      const found = await Promise.all(ports.map(boardAt));
      const [one, other] = found;
      return one && other && one.version > 0 && one.version === other.version ? found : false;
    }, waiting);
    for (const board of boards) await verifyScoreboard(test.database, game.gameId, board);

    const wanted = await test.db.select().from(notices).where(eq(notices.gameId, game.gameId)).orderBy(asc(notices.id));
    expect(wanted.filter(({ type }) => type === 'Normal').map(({ id }) => id)).toEqual(
      [...load.posted].sort((a, b) => a - b),
    );
    const [first] = boards;
    const hasReceivedAll = (one: HubFollower) =>
      one.isCaughtUp &&
      one.idsOf('ReceivedGameNotice').length >= wanted.length &&
      one.versions().some(({ version }) => version >= (first?.version ?? 0));
    await vi.waitUntil(() => followers.every(hasReceivedAll), waiting).catch(() => undefined);
    const complaints = followers.flatMap((one, at) => {
      const notices = one.idsOf('ReceivedGameNotice');
      const verdicts = one.idsOf('SubmissionJudged').sort((a, b) => a - b);
      const due = load.accepted
        .filter(({ team }) => team === at)
        .map(({ id }) => id)
        .sort((a, b) => a - b);
      return [
        ...wanted.filter(({ id }) => !notices.includes(id)).map(({ id }) => `notice ${id} was not received`),
        ...notices.filter((id, index) => notices.indexOf(id) !== index).map((id) => `notice ${id} was received twice`),
        ...checkVersions(one.versions()).map((what) => `version ${what}`),
        ...due.filter((id) => !verdicts.includes(id)).map((id) => `verdict ${id} was not received`),
        ...verdicts
          .filter((id, index) => verdicts.indexOf(id) !== index)
          .map((id) => `verdict ${id} was received twice`),
        ...(one.received.some(({ target }) => target === 'Refetch') ? ['had to refetch'] : []),
        ...(one.connections < 2 || one.connections > 4 ? [`connected ${one.connections} times`] : []),
      ].map((what) => `${at}: ${what}`);
    });
    expect(complaints).toEqual([]);
  });

  it('see at once what was changed at the other', async () => {
    const [here, there] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
    const member = await buildAccount(test.db);
    const cookie = await test.signIn(member);
    const events = `/api/game/${game.gameId}/events`;
    expect((await send('GET', events, cookie, undefined, there)).status).toBe(403);
    const rise = await send('PUT', `/api/admin/users/${member.id}`, admin, { role: 'Monitor' }, here);
    expect(rise.status).toBe(200);
    expect((await send('GET', events, cookie, undefined, there)).status).toBe(200);
    await send('PUT', `/api/admin/users/${member.id}`, admin, { role: 'Banned' }, there);
    expect((await send('GET', '/api/account/profile', cookie, undefined, here)).status).toBe(403);
    await send('PUT', `/api/admin/users/${member.id}`, admin, { role: 'User' }, here);
    expect((await send('GET', '/api/account/profile', cookie, undefined, there)).status).toBe(200);
    expect((await send('POST', '/api/account/logout', cookie, undefined, here)).status).toBe(200);
    expect((await send('GET', '/api/account/profile', cookie, undefined, there)).status).toBe(401);

    const slogan = 'Said at one, read at the other.';
    await send('PUT', '/api/admin/config', admin, { globalConfig: { slogan } }, here);
    await vi.waitUntil(async () => {
      const { body } = await send('GET', '/api/config', null, undefined, there);
      return (body as { slogan: string }).slogan === slogan;
    }, waiting);
  });
});
