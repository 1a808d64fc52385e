// A check of a game over a real server and worker: what it finds, and that it leaves nothing, also when it is killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type GameCheck, gameCheckJobs, gameCheckRoutes as routes } from '@vexil/contract/game-check';
import { webhookJobs } from '@vexil/contract/webhook';
import { listCheckCopies } from '@vexil/data/game/check-copy.queries';
import { auditEntries } from '@vexil/db/schema/audit';
import { flags } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { testSealing, testSecretKey } from '@vexil/db/testing/game';
import { programWords } from '@vexil/db/testing/program';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { buildCompetition, type Competition } from '../../testing/play';
import { createTestWorker, type TestWorker } from '../../testing/worker';

let test: TestApp;
let engine: FakeEngine;
let worker: TestWorker;
let game: Competition;
let admin: Awaited<ReturnType<typeof buildAccount>>;
let children: ChildProcess[] = [];

beforeAll(async () => {
  test = await createTestApp({ containerPublicHost: '127.0.0.1', rateLimit: true });
  engine = createFakeEngine();
  worker = await createTestWorker({
    database: test.database,
    redisUrl: inject('redisUrl'),
    keyPrefix: test.deps.keyPrefix,
    clock: test.clock,
    engine,
  });
  worker.start();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await buildAccount(test.db, { role: 'Admin' });
  await test.signIn(admin);
  game = await buildCompetition(test, 3);
  await test.db.update(games).set({ content: 'Be kind.' }).where(eq(games.id, game.gameId));
  await buildChallenge(test.db, { gameId: game.gameId, type: 'DynamicAttachment', title: 'Cards' });
  await buildChallenge(test.db, { gameId: game.gameId, type: 'StaticContainer', title: 'Harbour', ...image });
  await buildChallenge(test.db, { gameId: game.gameId, type: 'DynamicContainer', title: 'Lighthouse', ...image });
  const kinds = ['Blood', 'Solve', 'Notice', 'Phase', 'Cheat', 'Participation', 'Account'] as const;
  await buildWebhook(test.db, { kinds: [...kinds], isPrivate: true, isEnabled: true });
  // A game that is played: bloods, a board and messages that a check could disturb.
  const [first, second] = game.teams;
  if (first) await game.submit(first, game.flag);
  if (second) await game.submit(second, 'wrong');
  await game.untilJudged();
  await worker.run(webhookJobs.sweep, {});
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});
afterAll(async () => {
  await worker.close();
  await test.close();
});

const image = { containerImage: 'vexil/test:1', exposePort: 9000 };
const params = () => ({ id: game.gameId });

/** Every row of every table, but for logs, leases of the health watch, and when callers and engines were last seen. */
async function readRows(): Promise<Record<string, string[]>> {
  const { sql } = test.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('logs', 'engines', 'engine_images', 'health_watch') order by 1`;
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const seen = `array['last_visited_at', 'last_seen_at', 'ip']`;
    const found = await sql.unsafe<{ row: string }[]>(
      `select (to_jsonb(t) - ${seen})::text as row from "${name}" t order by 1`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const withoutAudit = ({ audit_entries: _, ...rows }: Record<string, string[]>) => rows;

async function untilEnded(): Promise<GameCheck> {
  return vi.waitUntil(
    async () => {
      const { body } = await test.call(routes.get, { as: admin, params: params() });
      return body && body.finishedAt !== null ? body : undefined;
    },
    { timeout: 60_000, interval: 100 },
  );
}

const codesOf = ({ checks }: GameCheck) => checks.map(({ code }) => code);

describe('a check of a game', () => {
  it('plays once in a copy and leaves one audit entry and nothing else', async () => {
    const before = await readRows();
    const started = await test.call(routes.start, { as: admin, params: params() });
    expect(started.body).toMatchObject({ finishedAt: null, checks: [] });
    expectError(await test.call(routes.start, { as: admin, params: params() }), 'gameCheck.runs');
    const check = await untilEnded();
    expect(check.checks.filter(({ state }) => state === 'fault')).toEqual([]);
    expect(codesOf(check)).toEqual(
      expect.arrayContaining([
        'checklist.files',
        'dryRun.account',
        'dryRun.challenges',
        'dryRun.live',
        'dryRun.notice',
        'dryRun.instance',
        'dryRun.wrongFlag',
        'dryRun.rightFlag',
        'dryRun.board',
        'dryRun.removed',
      ]),
    );
    const titles = check.checks.filter(({ code }) => code === 'dryRun.instance').map(({ message }) => message);
    expect(titles.map((message) => message.split(':')[0])).toEqual(['Harbour', 'Lighthouse']);
    // One challenge of each of the four types.
    expect(codesOf(check).filter((code) => code === 'dryRun.rightFlag')).toHaveLength(4);

    const after = await readRows();
    expect(withoutAudit(after)).toEqual(withoutAudit(before));
    const added = after.audit_entries?.filter((row) => !before.audit_entries?.includes(row));
    expect(added).toHaveLength(1);
    const [entry] = await test.db.select().from(auditEntries).where(eq(auditEntries.action, 'game.check'));
    expect(entry).toMatchObject({ gameId: game.gameId, accountId: admin.id, after: { faults: 0 } });
    expect(await engine.list()).toEqual([]);
  });

  it('is in no list while it plays, and only its organisers may ask for it', async () => {
    const release = engine.holdStarts();
    await test.call(routes.start, { as: admin, params: params() });
    await vi.waitUntil(async () => (await liveContainers()).length > 0, { timeout: 30_000 });
    const listed = await test.send({ url: '/api/edit/games?count=100', as: admin });
    expect((listed.body as { data: { id: number }[] }).data.map(({ id }) => id)).toEqual([game.gameId]);
    const overview = await test.send({ url: '/api/admin/overview', as: admin });
    expect(overview.body).toMatchObject({ counts: { games: 1 } });
    release();
    await untilEnded();
    const player = game.teams[0]?.captain;
    expectError(await test.call(routes.get, { as: player, params: params() }), 'account.forbidden');
    expectError(await test.call(routes.start, { as: player, params: params() }), 'account.forbidden');
    expectError(await test.call(routes.start, { as: admin, params: { id: 999_999 } }), 'game.notFound');
    expectError(await test.call(routes.get, { as: admin, params: { id: 999_999 } }), 'game.notFound');
  });

  it('finds flags that are compared with another text, and images that do not start', async () => {
    const broken = await buildCompetition(test, 1, { title: 'Typo' });
    const inBroken = { id: broken.gameId };
    const sealed = testSealing.seal('flag{another than the hash says}');
    await test.db.update(flags).set({ sealed }).where(eq(flags.challengeId, broken.challengeId));
    await buildChallenge(test.db, { gameId: broken.gameId, type: 'StaticContainer', title: 'Wreck', ...image });
    engine.failStarts('imageMissing', 5);
    await test.call(routes.start, { as: admin, params: inBroken });
    const check = await vi.waitUntil(
      async () => {
        const { body } = await test.call(routes.get, { as: admin, params: inBroken });
        return body && body.finishedAt !== null ? body : undefined;
      },
      { timeout: 60_000 },
    );
    const found = (code: string) => check.checks.find((one) => one.code === code)?.message;
    expect(found('checklist.flagsDamaged')).toContain(': Typo.');
    expect(found('dryRun.instanceFails')).toMatch(/^Wreck: no instance started: .*vexil\/test:1/);
    expect(codesOf(check)).toContain('dryRun.removed');
    engine.failStarts('imageMissing', 0);
    expect(await listCheckCopies(test.db)).toEqual([]);
  });
});

const liveContainers = async () => {
  const copies = (await listCheckCopies(test.db)).map(({ id }) => id);
  if (copies.length === 0) return [];
  const isLive = inArray(containers.state, ['requested', 'starting', 'running']);
  return test.db
    .select()
    .from(containers)
    .where(and(inArray(containers.gameId, copies), isLive));
};

function runCommand(): ChildProcess {
  const { config, keyPrefix } = test.deps;
  const env = {
    ...process.env,
    DATABASE_URL: test.database.url,
    REDIS_URL: config.redisUrl,
    KEY_PREFIX: keyPrefix,
    SECRET_KEY: testSecretKey,
    DATA_DIR: config.dataDir,
    PORT: String((test.app.server.address() as AddressInfo).port),
  };
  const args = [...programWords('server/operate'), '--json', 'doctor', '--game', String(game.gameId)];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

describe('vexil doctor --game', () => {
  it('checks the platform and the game, from another process', async () => {
    const child = runCommand();
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await once(child, 'close');
    const { checks } = JSON.parse(output) as GameCheck;
    expect(checks.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['database.answers', 'dryRun.rightFlag', 'dryRun.removed']),
    );
    expect(await listCheckCopies(test.db)).toEqual([]);
  });

  it('leaves nothing after kill -9 in the middle, once a worker has swept', async () => {
    const before = await readRows();
    const release = engine.holdStarts();
    const child = runCommand();
    await vi.waitUntil(async () => (await liveContainers()).length > 0, { timeout: 60_000 });
    child.kill('SIGKILL');
    await once(child, 'close');
    release();
    const [copy] = await listCheckCopies(test.db);
    expect(copy).toBeDefined();
    expectError(await test.call(routes.start, { as: admin, params: params() }), 'gameCheck.runs');

    // It could still live.
    await worker.run(gameCheckJobs.sweep, {});
    expect(await listCheckCopies(test.db)).toHaveLength(1);
    await test.deps.redis.del(`${test.deps.keyPrefix}game-check-alive:${copy?.id}`);
    const { body } = await test.call(routes.get, { as: admin, params: params() });
    expect(body?.checks.at(-1)?.code).toBe('dryRun.interrupted');
    test.clock.advance(61_000);
    await vi.waitUntil(
      async () => {
        await worker.run(gameCheckJobs.sweep, {});
        return (await listCheckCopies(test.db)).length === 0;
      },
      { timeout: 30_000 },
    );
    expect(withoutAudit(await readRows())).toEqual(withoutAudit(before));
    await vi.waitUntil(async () => (await engine.list()).length === 0, { timeout: 30_000 });
  });
});
