import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flags } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { teamChallenges } from '@vexil/db/schema/submission';
import { createSealing } from '@vexil/db/sealing';
import { checkSecretKey } from '@vexil/db/secret-key';
import { buildAccount } from '@vexil/db/testing/account';
import { buildCapture, buildCaptureSearch } from '@vexil/db/testing/capture';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing, testSecretKey } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { programWords } from '@vexil/db/testing/program';
import { buildEarlierFlag, buildSubmission } from '@vexil/db/testing/submission';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { buildFactor } from '../../testing/factor';
import { buildProvider } from '../../testing/provider';
import { rotateKey } from './rotate-key';
import { countSealed, sealedColumns } from './sealed-texts';
import { readOrMakeKey, replaceStoredKey } from './stored-key';

const newKey = 'n'.repeat(40);
const keys = { from: testSecretKey, to: newKey };

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await checkSecretKey(test.database.url, testSecretKey);
});
afterEach(() => test.close());

/** A text in every sealed column, and more submissions than are sealed at once. */
async function play() {
  const game = await buildGame(test.db);
  const { challenge, flags: texts } = await buildChallenge(test.db, {
    gameId: game.id,
    flagTemplateSealed: testSealing.seal('flag{[TEAM_HASH]}'),
  });
  const built = await buildParticipation(test.db, { gameId: game.id });
  const first = await buildSubmission(test.db, built, challenge, { answer: texts[0] ?? '', status: 'Accepted' });
  await test.db.execute(sql`
    insert into submissions (game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, status, submitted_at)
    select game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, 'WrongAnswer', submitted_at
    from submissions, generate_series(1, 2500) where id = ${first.id}`);
  await test.db.insert(teamChallenges).values({
    participationId: built.participation.id,
    challengeId: challenge.id,
    gameId: game.id,
    flagHash: testSealing.hashFlag(challenge.id, 'flag{own}'),
    flagSealed: testSealing.seal('flag{own}'),
  });
  await buildEarlierFlag(test.db, built, challenge);
  await buildWebhook(test.db);
  await buildFactor(test, await buildAccount(test.db));
  await buildProvider(test, { issuer: 'https://idp.example.org' });
  const place = { gameId: game.id, challengeId: challenge.id, participationId: built.participation.id };
  await buildCaptureSearch(test.db, await buildCapture(test.db, place));
  return { game, challenge, built, flag: texts[0] ?? '' };
}

async function faultsWith(key: string): Promise<string[]> {
  const faults: string[] = [];
  await countSealed(test.database.sql, key, faults);
  return faults;
}

const rotate = (one = keys) => rotateKey(test.database.url, one);
describe('the list of sealed columns', () => {
  it('has every one of the schema', async () => {
    const rows = await test.database.sql<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed%'`;
    const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });
});

describe('another key', () => {
  it('seals every text anew, with the hashes that answers are compared by', async () => {
    const { challenge, built, flag } = await play();
    const counts = await rotate();
    expect(counts).toMatchObject({ 'flags.sealed': 1, 'submissions.answer_sealed': 2501, 'webhooks.secret_sealed': 1 });
    expect(counts).toMatchObject({ 'earlier_flags.flag_sealed': 1 });
    expect(counts).toMatchObject({ 'capture_searches.pattern_sealed': 1, 'capture_matches.excerpt_sealed': 1 });
    expect(await faultsWith(newKey)).toEqual([]);
    expect(await faultsWith(testSecretKey)).toContain(
      '1 values of flags.sealed cannot be opened with this SECRET_KEY.',
    );

    const sealing = createSealing(newKey);
    const [row] = await test.db.select().from(flags).where(eq(flags.challengeId, challenge.id));
    expect(row?.hash).toBe(sealing.hashFlag(challenge.id, flag));
    const [own] = await test.db
      .select()
      .from(teamChallenges)
      .where(eq(teamChallenges.participationId, built.participation.id));
    expect(sealing.unseal(own?.flagSealed ?? '')).toBe('flag{own}');
    await checkSecretKey(test.database.url, newKey);
    await expect(checkSecretKey(test.database.url, testSecretKey)).rejects.toThrow('SECRET_KEY');
  });

  it('is taken up again after it was stored', async () => {
    await play();
    await rotate();
    expect(await rotate()).toEqual({});
    expect(await faultsWith(newKey)).toEqual([]);
  });

  it('leaves everything readable with the old key when the command is killed on the way', async () => {
    await play();
    // Holds a row that comes late in the order, so that the command stops in the middle.
    const other = postgres(test.database.url, { max: 1 });
    await other.unsafe(
      'begin; update submissions set submitted_at = submitted_at where id = (select max(id) from submissions)',
    );
    const path = join(test.deps.config.dataDir, 'new-key');
    await writeFile(path, newKey);
    const { config, keyPrefix } = test.deps;
    const child = spawn(
      process.execPath,
      [...programWords('server/operate'), 'key', 'rotate', '--new-key-file', path],
      {
        env: {
          ...process.env,
          DATABASE_URL: test.database.url,
          REDIS_URL: config.redisUrl,
          KEY_PREFIX: keyPrefix,
          SECRET_KEY: testSecretKey,
          DATA_DIR: config.dataDir,
        },
      },
    );
    const exited = once(child, 'exit');
    await expect
      .poll(async () => {
        const rows = await test.database.sql`
          select 1 from pg_stat_activity
          where application_name = 'vexil-operate' and wait_event_type = 'Lock' and datname = current_database()`;
        return rows.length;
      })
      .toBe(1);
    child.kill('SIGKILL');
    await exited;
    await other.end();
    expect(await faultsWith(testSecretKey)).toEqual([]);
    await checkSecretKey(test.database.url, testSecretKey);
    expect(await rotate()).toMatchObject({ 'submissions.answer_sealed': 2501 });
    expect(await faultsWith(newKey)).toEqual([]);
  });

  it('changes nothing where a text does not open', async () => {
    const { challenge } = await play();
    const sealed = createSealing('z'.repeat(40)).seal('lost');
    await test.db.update(flags).set({ sealed }).where(eq(flags.challengeId, challenge.id));
    await expect(rotate()).rejects.toThrow('flags.sealed cannot be opened');
    expect(await faultsWith(testSecretKey)).toHaveLength(1);
    await checkSecretKey(test.database.url, testSecretKey);
  });

  it('is refused for a wrong old key, for the same key, beside a server and with living instances', async () => {
    const { game, challenge } = await play();
    await expect(rotate({ from: 'w'.repeat(40), to: newKey })).rejects.toThrow('SECRET_KEY');
    await expect(rotate({ from: testSecretKey, to: testSecretKey })).rejects.toThrow('The new key is the old one.');
    const server = postgres(test.database.url, { max: 1, connection: { application_name: 'vexil-server' } });
    await server`select 1`;
    await expect(rotate()).rejects.toThrow('vexil-server');
    await server.end();
    await test.db.insert(containers).values({
      kind: 'Test',
      gameId: game.id,
      challengeId: challenge.id,
      image: 'registry.example/image',
      state: 'running',
      expiresAt: new Date(),
    });
    await expect(rotate()).rejects.toThrow('1 instances run');
    expect(await faultsWith(testSecretKey)).toEqual([]);
  });

  it('holds back a process that starts meanwhile, and then refuses its old key', async () => {
    await play();
    const other = postgres(test.database.url, { max: 1 });
    await other.unsafe('begin; update webhooks set name = name');
    const rotating = rotate();
    const waiting = (name: string) => async () => {
      const rows = await test.database.sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike ${`%${name}%`} and datname = current_database()
          and pid <> pg_backend_pid()`;
      return rows.length;
    };
    await expect.poll(waiting('update webhooks')).toBe(1);
    const starting = checkSecretKey(test.database.url, testSecretKey).then(
      () => 'started',
      (error: Error) => error.name,
    );
    await expect.poll(waiting('from secret_key_checks')).toBe(1);
    await other.end();
    await rotating;
    expect(await starting).toBe('WrongSecretKeyError');
  });
});

describe('the files of keys', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vexil-key-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('hold a new key before it is used, for its owner only', async () => {
    const path = join(directory, 'new-key');
    const made = await readOrMakeKey(path);
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(await readOrMakeKey(path)).toBe(made);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await writeFile(path, 'short');
    await expect(readOrMakeKey(path)).rejects.toThrow('32 characters');
  });

  it('are replaced where the old key is kept, and nowhere else', async () => {
    const path = join(directory, 'secrets', 'key');
    expect(await replaceStoredKey(directory, testSecretKey, newKey)).toBeNull();
    await mkdir(join(directory, 'secrets'));
    await writeFile(path, `${randomBytes(32).toString('hex')}\n`);
    expect(await replaceStoredKey(directory, testSecretKey, newKey)).toBeNull();
    await writeFile(path, `${testSecretKey}\n`);
    expect(await replaceStoredKey(directory, testSecretKey, newKey)).toBe(path);
    expect((await readFile(path, 'utf8')).trim()).toBe(newKey);
    expect((await readFile(`${path}.previous`, 'utf8')).trim()).toBe(testSecretKey);
  });
});
