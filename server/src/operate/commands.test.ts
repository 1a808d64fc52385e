// The commands of operators, each run as they run it: a process of its own over a real PostgreSQL and Redis.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { accountRoutes } from '@vexil/contract/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { challenges } from '@vexil/db/schema/challenge';
import { factors } from '@vexil/db/schema/factor';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { checkSecretKey } from '@vexil/db/secret-key';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSecretKey } from '@vexil/db/testing/game';
import { programWords } from '@vexil/db/testing/program';
import { spendOn } from '@vexil/http/guard/target-budget';
import { beatHeart, countLivingWorkers, endHeartbeat } from '@vexil/runtime/heartbeat';
import { ownsStorage } from '@vexil/runtime/storage-owner';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildFactor } from '../../testing/factor';
import { makeResetLink } from '../account/account.operate.service';
import { sweepStorage } from './storage-sweep';

let test: TestApp;
let directory: string;
beforeAll(async () => {
  test = await createTestApp({ rateLimit: true });
  await checkSecretKey(test.database.url, testSecretKey);
  directory = await mkdtemp(join(tmpdir(), 'vexil-operate-'));
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

interface Ran {
  code: number;
  out: string;
  errors: string;
}

function vexil(...args: string[]): Promise<Ran> {
  const { config, keyPrefix } = test.deps;
  const env = {
    ...process.env,
    DATABASE_URL: test.database.url,
    REDIS_URL: config.redisUrl,
    KEY_PREFIX: keyPrefix,
    SECRET_KEY: testSecretKey,
    DATA_DIR: config.dataDir,
    PUBLIC_URL: 'https://ctf.example.org',
    CONTAINER_ENGINE: 'none',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [...programWords('server/operate'), ...args], { env }, (error, out, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, errors }),
    );
  });
}

/** The result that the command prints for programs. */
async function run(...args: string[]) {
  const { code, out, errors } = await vexil('--json', ...args);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return JSON.parse(out);
}

const audited = async (action: string) =>
  (await test.db.select().from(auditEntries).where(eq(auditEntries.action, action))).map(({ target }) => target);

describe('vexil user', () => {
  it('unlocks an account whose guesses are used up, and no other', async () => {
    const locked = await buildAccount(test.db);
    const other = await buildAccount(test.db);
    const guess = (id: string) => spendOn(test.deps, 'guessesFrom', `${id}\n203.0.113.7`);
    for (let times = 0; times < 10; times += 1) await Promise.all([guess(locked.id), guess(other.id)]);
    await expect(guess(locked.id)).rejects.toThrow('request.tooMany');
    await spendOn(test.deps, 'mailsTo', locked.email ?? '');

    expect(await run('user', 'unlock', locked.userName ?? '')).toEqual({ budgets: 2 });
    await guess(locked.id);
    await expect(guess(other.id)).rejects.toThrow('request.tooMany');
    expect(await audited('account.unlock')).toEqual([`account:${locked.id}`]);
  });

  it('makes a link that sets a password once', async () => {
    const account = await buildAccount(test.db);
    const { link } = await run('user', 'reset-link', account.email ?? '');
    const url = new URL(link);
    expect(`${url.origin}${url.pathname}`).toBe('https://ctf.example.org/account/reset');
    const body = {
      rToken: url.searchParams.get('token') ?? '',
      email: url.searchParams.get('email') ?? '',
      password: 'Another-1-password',
    };
    expect((await test.call(accountRoutes.resetPassword, { body })).status).toBe(200);
    expectError(await test.call(accountRoutes.resetPassword, { body }), 'account.linkInvalid');
    expect(await audited('account.resetLink')).toEqual([`account:${account.id}`]);
  });

  it('removes the second factors of an account, and of no other', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    for (const one of [account, account, other]) await buildFactor(test, one);
    expect(await run('user', 'reset-factors', account.userName)).toEqual({ factors: 2 });
    expect(await test.db.select({ id: factors.accountId }).from(factors)).toEqual([{ id: other.id }]);
    expect(await audited('account.resetFactors')).toEqual([`account:${account.id}`]);
    expect((await vexil('user', 'reset-factors', 'unknown-name')).code).toBe(1);
  });

  it('makes no link for a banned account, and says so for an unknown one', async () => {
    const banned = await buildAccount(test.db, { role: 'Banned' });
    await expect(makeResetLink(test.deps, banned.userName ?? '', 'https://x.test')).rejects.toThrow('is banned');
    const unknown = await vexil('user', 'reset-link', 'unknown-name');
    expect(unknown).toMatchObject({ code: 1, out: '', errors: 'There is no account unknown-name.\n' });
  });
});

describe('vexil game', () => {
  it('freezes a scoreboard now, at a time, and no more', async () => {
    const { id, endAt } = await buildGame(test.db);
    const freezeOf = async () => (await test.db.select().from(games).where(eq(games.id, id)))[0]?.freezeAt ?? null;
    const before = Date.now();
    const now = await run('game', 'freeze', String(id));
    expect(Date.parse(now.freezeAt)).toBeGreaterThanOrEqual(before);
    expect((await freezeOf())?.toISOString()).toBe(now.freezeAt);

    const late = await vexil('game', 'freeze', String(id), '--at', new Date(endAt.getTime() + 1000).toISOString());
    expect(late.code).toBe(1);
    expect(late.errors).not.toMatch(/at .*\.ts|game\.freezeOutside/);
    const revealed = await run('game', 'freeze', String(id), '--off');
    expect(revealed).toMatchObject({ gameId: id, freezeAt: now.freezeAt });
    expect(Date.parse(revealed.revealedAt)).toBeGreaterThanOrEqual(before);
    expect(await freezeOf()).toBeNull();
    await run('game', 'freeze', String(id), '--at', endAt.toISOString());
    const none = { gameId: id, freezeAt: null, revealedAt: null };
    expect(await run('game', 'freeze', String(id), '--off')).toEqual(none);
    expect((await vexil('game', 'freeze', String(id), '--at', 'noon')).errors).toContain('2030-05-01T17:00:00Z');
  });

  it('exports a game that another installation imports', async () => {
    const { id, title } = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, { gameId: id });
    const path = join(directory, 'game.zip');
    const exported = await run('game', 'export', String(id), '--to', path);
    expect(exported).toEqual({ gameId: id, path, sizeBytes: (await stat(path)).size });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    // An earlier package is not replaced.
    expect((await vexil('game', 'export', String(id), '--to', path)).code).toBe(1);

    const { gameId } = await run('game', 'import', path);
    const [copy] = await test.db.select().from(games).where(eq(games.id, gameId));
    expect(copy).toMatchObject({ title, hidden: true });
    const copied = await test.db.select().from(challenges).where(eq(challenges.gameId, gameId));
    expect(copied.map((one) => one.title)).toEqual([challenge.title]);
    expect(await audited('game.import')).toEqual([`game:${gameId}`]);
  });

  it('says in words which game is not there', async () => {
    for (const command of ['rebuild', 'export']) {
      const { code, out, errors } = await vexil('game', command, '999999');
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(errors).toMatch(/^[A-Z][^\n]*\.\n$/);
    }
  });
});

describe('vexil storage sweep', () => {
  const putContent = async () => (await test.deps.storage.put(Readable.from([randomBytes(50)]), 1000)).hash;
  const isStored = async (hash: string) => (await test.deps.storage.size(hash)) !== undefined;

  it('lists what no row names, and deletes only with --delete', async () => {
    const named = await putContent();
    await test.db.insert(files).values({ hash: named, name: 'a.bin', sizeBytes: 50 });
    const unnamed = await putContent();
    // All of it was stored just now, and an upload may still be on its way to its row.
    expect(await run('storage', 'sweep', '--delete')).toEqual({ hashes: [], bytes: 0, deleted: true });

    test.clock.advance(25 * 3_600_000);
    expect(await sweepStorage(test.deps, { deletes: false })).toEqual({ hashes: [unnamed], bytes: 50 });
    expect(await isStored(unnamed)).toBe(true);
    expect(await sweepStorage(test.deps, { deletes: true })).toEqual({ hashes: [unnamed], bytes: 50 });
    expect([await isStored(unnamed), await isStored(named)]).toEqual([false, true]);
  });

  it('deletes nothing in the storage of another database', async () => {
    expect(await ownsStorage(test.deps)).toBe(true);
    await test.deps.storage.putObject('owner', Readable.from([Buffer.from('another')]), 100);
    expect(await vexil('storage', 'sweep', '--delete')).toMatchObject({ code: 1, out: '' });
    expect((await vexil('storage', 'sweep')).code).toBe(0);
    await test.deps.storage.deleteObject('owner');
  });
});

describe('vexil doctor', () => {
  it('names every fault with what to do, and ends with 2 for one', async () => {
    const { code, out, errors } = await vexil('doctor');
    expect({ code, errors }).toEqual({ code: 2, errors: '' });
    expect(out).toMatch(/^ok {7}database +PostgreSQL \d/m);
    expect(out).toMatch(/^fault {4}workers +No worker runs.*\n +→ Start a worker\.$/m);
    const { checks } = JSON.parse((await vexil('--json', 'doctor', '--mail', 'operator@ctf.test')).out);
    expect(checks.at(-1)).toMatchObject({ code: 'mail.notSent', message: expect.stringContaining('notConfigured') });
  });
});

describe('vexil worker drain', () => {
  const facts = { version: '1', engine: null, isEngineUp: true, hasMail: false, clockSkewMs: 0 };
  const beat = (id: string, host: string) => beatHeart(test.deps.redis, test.deps.keyPrefix, id, { ...facts, host });

  it('asks the named workers only, and counts those that still run', async () => {
    const { redis, keyPrefix } = test.deps;
    await beat('aaaa-1', 'north');
    await beat('bbbb-2', 'south');
    const ran = await vexil('--json', 'worker', 'drain', 'north', '--wait', '1');
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out)).toEqual({ ended: 0, running: ['aaaa-1'] });
    expect(await beat('bbbb-2', 'south')).toEqual({ isDrained: false });
    expect(await beat('aaaa-1', 'north')).toEqual({ isDrained: true });

    await endHeartbeat(redis, keyPrefix, 'aaaa-1');
    const { workers } = await run('worker', 'list');
    expect(workers).toEqual([{ ...facts, host: 'south', id: 'bbbb-2' }]);
    await endHeartbeat(redis, keyPrefix, 'bbbb-2');
    expect(await countLivingWorkers(redis, keyPrefix)).toBe(0);
    expect(await vexil('worker', 'drain', 'north')).toMatchObject({ code: 1 });
    expect(await vexil('worker', 'drain')).toMatchObject({ code: 1, errors: expect.stringContaining('--all') });
    expect(await run('worker', 'drain', '--all')).toEqual({ ended: 0, running: [] });
  });
});

describe('vexil migrate', () => {
  const change = (text: string) => test.database.sql.unsafe(text);

  it('finds what was changed by hand', async () => {
    const sound = await run('migrate', 'check');
    expect(sound).toMatchObject({ applied: sound.known, unknown: 0, missing: [], surplus: [] });

    await change('alter table posts add column "mine" integer default 7');
    await change('alter table posts alter column "title" drop not null');
    await change('drop index submissions_waiting_idx');
    const { code, out } = await vexil('--json', 'migrate', 'check');
    expect(code).toBe(2);
    const { missing, surplus } = JSON.parse(out) as { missing: string[]; surplus: string[] };
    expect(missing).toEqual([
      expect.stringMatching(/^column posts\.title .* not null/),
      expect.stringContaining('submissions_waiting_idx'),
    ]);
    expect(surplus).toEqual(['column posts.mine integer default 7', expect.stringMatching(/^column posts\.title /)]);
  });

  it('says which migrations are missing or unknown', async () => {
    const { known, applied } = await run('migrate', 'status');
    expect(applied).toBe(known);
    await change("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
    const { code, out } = await vexil('migrate', 'status');
    expect({ code, out }).toMatchObject({ code: 2, out: expect.stringContaining('1 more') });
    expect(await vexil('migrate', 'up')).toMatchObject({ code: 1, errors: expect.stringContaining('does not know') });
    await change("delete from drizzle.__drizzle_migrations where hash = 'later'");
  });
});

describe('vexil --help', () => {
  it.each([['user'], ['game'], ['migrate']])('describes every command of %s', async (group) => {
    const { code, out } = await vexil(group, '--help');
    expect(code).toBe(0);
    const commands = out.split('Commands:\n')[1]?.match(/^ {2}\w.*$/gm) ?? [];
    expect(commands.length).toBeGreaterThan(2);
    for (const line of commands) expect(line.trim()).toMatch(/ {2}\w/);
  });
});
