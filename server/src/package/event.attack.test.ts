import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipEvent, zipEntries } from '@vexil/code/testing/event';
import { nameSkeleton, teamNameKey } from '@vexil/contract/name.rules';
import { type EventImport, packageRoutes } from '@vexil/contract/package';
import { type EventRow, type EventTable, eventPath } from '@vexil/contract/package.people';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { freePort } from '@vexil/db/testing/free-port';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { eventOf, makeExport } from '../../testing/ctfd-export';
import { packageUpload } from '../../testing/package';
import { startServerProcess } from '../../testing/process';
import { importEvent } from './event.service';

let test: TestApp;
let admin: AccountRow;
let directory: string;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
  directory = await mkdtemp(join(tmpdir(), 'event-attack-'));
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});

const small = { teams: 6, members: 2, challenges: 3, submissions: 40, awards: 4 };
let seed = 100;
const anEvent = (size: Partial<Parameters<typeof makeExport>[0]> = {}) => {
  seed += 1;
  return eventOf(makeExport({ ...small, ...size, seed }));
};

async function run(content: Uint8Array, mode: 'check' | 'import' = 'import'): Promise<EventImport> {
  seed += 1;
  const path = join(directory, `${seed}.zip`);
  await writeFile(path, content);
  const onChange = async () => {};
  return importEvent(test.deps, { accountId: null, ip: null }, path, { mode, language: 'en-US', onChange });
}

const tables = [accounts, teams, games, challenges, participations, submissions, solves];
const everything = () => Promise.all(tables.map((table) => test.db.$count(table)));

type Rows = { [Name in EventTable]: EventRow<Name>[] };
type Change = (rows: Rows, files: Record<string, Uint8Array | string>) => unknown;

/** The file of an event with other rows or entries. */
async function changed(change: Change): Promise<Uint8Array> {
  const files: Record<string, Uint8Array | string> = unzipEvent(await anEvent());
  const names = ['accounts', 'teams', 'answers', 'awards'] as const;
  const linesOf = (name: EventTable) =>
    new TextDecoder()
      .decode(files[eventPath(name)] as Uint8Array)
      .trim()
      .split('\n');
  const rows = Object.fromEntries(names.map((name) => [name, linesOf(name).map((text) => JSON.parse(text))])) as Rows;
  change(rows, files);
  for (const name of names) {
    if (typeof files[eventPath(name)] === 'string') continue;
    files[eventPath(name)] = rows[name].map((row) => `${JSON.stringify(row)}\n`).join('');
  }
  return zipEntries(files);
}

describe('a file of an event that was made by hand', () => {
  const refused: [string, Change, Partial<{ file: string; field: string; what: string }>][] = [
    [
      'a member who is not there',
      (all) => all.teams[0]?.members.push(999),
      { field: '0.members', what: 'event.unknown' },
    ],
    ['a member of two teams', (all) => all.teams[1]?.members.push(0), { field: '1.members', what: 'field.twice' }],
    ['a team without members', (all) => Object.assign(all.teams[2] ?? {}, { members: [] }), { field: '2.members' }],
    [
      'two players who are one',
      (_, files) => setGame(files, { individual: true }),
      { field: '0.members', what: 'field.tooLong' },
    ],
    [
      'a team that is not there',
      (all) => Object.assign(all.answers[3] ?? {}, { team: 77 }),
      { field: '3.team', what: 'event.unknown' },
    ],
    [
      'an account that is not there',
      (all) => Object.assign(all.answers[3] ?? {}, { account: 77 }),
      { field: '3.account', what: 'event.unknown' },
    ],
    [
      'a challenge that is not there',
      (all) => Object.assign(all.answers[3] ?? {}, { challenge: 77 }),
      { field: '3.challenge', what: 'event.unknown' },
    ],
    [
      'a hint that is not there',
      (all) => Object.assign(all.awards[0] ?? {}, { hint: { challenge: 1, number: 9 } }),
      { field: '0.hint', what: 'event.unknown' },
    ],
    ['an award of no points', (all) => Object.assign(all.awards[0] ?? {}, { points: 0 }), { field: '0.points' }],
    ['an award beyond all', (all) => Object.assign(all.awards[0] ?? {}, { points: 2e9 }), { field: '0.points' }],
    ['a time before all', (all) => Object.assign(all.answers[0] ?? {}, { at: -1 }), { field: '0.at' }],
    ['a time after all', (all) => Object.assign(all.answers[0] ?? {}, { at: 1e15 }), { field: '0.at' }],
    [
      'a number that is a text',
      (all) => Object.assign(all.answers[0] ?? {}, { team: '__proto__' }),
      { field: '0.team' },
    ],
    [
      'an end to come',
      (_, files) => setGame(files, {}, { endTime: '2199-01-01T00:00:00.000+00:00' }),
      { file: 'game.json', what: 'event.running' },
    ],
    [
      'two solves of one',
      (all) => all.answers.push({ ...solveOf(all) }),
      { file: 'people/answers.jsonl', what: 'field.twice' },
    ],
    [
      'no JSON',
      (_, files) => Object.assign(files, { [eventPath('teams')]: '{"name":\n' }),
      { file: 'people/teams.jsonl', what: 'json.invalid' },
    ],
    [
      'a line without end',
      (_, files) => Object.assign(files, { [eventPath('teams')]: '{}' }),
      { file: 'people/teams.jsonl', what: 'json.invalid' },
    ],
    [
      'a row of two megabytes',
      (_, files) => Object.assign(files, { [eventPath('teams')]: `"${randomText(2e6)}"\n` }),
      { file: 'people/teams.jsonl', what: 'json.invalid' },
    ],
    [
      'nested without end',
      (_, files) => Object.assign(files, { [eventPath('teams')]: `${'['.repeat(50_000)}\n` }),
      { what: 'json.invalid' },
    ],
    [
      'rows without end',
      (_, files) => Object.assign(files, { [eventPath('awards')]: manyAwards() }),
      { file: 'people/awards.jsonl', what: 'field.tooLong' },
    ],
  ];
  it.each(refused)('is refused by row and field: %s', async (_, change, remark) => {
    const before = await everything();
    const report = await run(await changed(change));
    expect(report).toMatchObject({ state: 'Refused', gameId: null });
    expect(report.problems).toContainEqual(expect.objectContaining(remark));
    expect(await everything()).toEqual(before);
  });

  it.each<[string, Change, string]>([
    ['prerequisites in a circle', (_, files) => setRequires(files), 'package.invalid'],
    [
      'a bomb',
      (_, files) => Object.assign(files, { [eventPath('answers')]: ' '.repeat(200_000_000) }),
      'package.unpacksTooLarge',
    ],
    ['no game', (_, files) => delete files['game.json'], 'package.fileMissing'],
    [
      'a file of another content',
      (_, files) => Object.assign(files, { [`files/${'0'.repeat(64)}`]: 'x' }),
      'package.hashWrong',
    ],
  ])('is refused as a whole: %s', async (_, change, code) => {
    const before = await everything();
    const content = await changed(change);
    await expect(run(content)).rejects.toMatchObject({ code });
    expect(await everything()).toEqual(before);
  });
});

const setGame = (files: Record<string, Uint8Array | string>, vexil: object, more: object = {}) => {
  const game = JSON.parse(new TextDecoder().decode(files['game.json'] as Uint8Array));
  files['game.json'] = JSON.stringify({ ...game, ...more, vexil: { ...game.vexil, ...vexil } });
};
const setRequires = (files: Record<string, Uint8Array | string>) => {
  for (const [path, other] of [
    ['challenges/challenge-00001.json', 2],
    ['challenges/challenge-00002.json', 1],
  ] as const) {
    const one = JSON.parse(new TextDecoder().decode(files[path] as Uint8Array));
    files[path] = JSON.stringify({
      ...one,
      vexil: { ...one.vexil, requires: { challengeIds: [other], count: null, lockedShown: false } },
    });
  }
};
const solveOf = ({ answers }: Rows) => answers.find(({ isSolve }) => isSolve) ?? ({} as Rows['answers'][number]);
const randomText = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.random() * 26)).join('');
const manyAwards = () => {
  const award = (at: number) => ({ team: 0, account: null, at, points: 1, reason: 'x', hint: null });
  return Array.from({ length: 10_001 }, (_, at) => `${JSON.stringify(award(at))}\n`).join('');
};

describe('people with the worst names', () => {
  it('become accounts of their own, without the mail or the password of another', async () => {
    const worst = [
      ...[
        'Zoë',
        'Zoe\u0308',
        'ZOË',
        'admin',
        'Аdmin',
        '\u0000\u202e',
        ' ',
        '<script>',
        "'; drop table users; --",
        '\ud800',
      ],
      ...[
        '{"a":1}',
        '🏴‍☠️'.repeat(40),
        'x'.repeat(900),
        '../../etc/passwd',
        '%s%n',
        '=cmd()',
        'null',
        '__proto__',
        'constructor',
      ],
    ];
    const hashes = [
      '',
      'md5$1$x',
      '{SSHA}x',
      '$argon2id$v=19$m=1,t=1,p=1$x$x',
      `$2b$31$${'.'.repeat(53)}`,
      '$2b$10$'.repeat(200),
    ];
    const count = 400;
    const content = await changed((rows) => {
      rows.accounts = Array.from({ length: count }, (_, at) => ({
        ...{
          name: worst[at % worst.length] ?? '',
          email: ['Same@mail.example', 'same@MAIL.example', 'no mail', ''][at % 4] ?? '',
        },
        ...{
          passwordHash: hashes[at % hashes.length] ?? '',
          isVerified: at % 2 === 0,
          mayConfirm: true,
          isBanned: at % 7 === 0,
        },
        registeredAt: [null, 0, 4e12][at % 3] ?? null,
      }));
      rows.teams = rows.accounts.map(({ name }, at) => ({ name, members: [at], isShown: true }));
      const account = (one: { team: number; account: number | null }) => Object.assign(one, { account: one.team });
      rows.answers.forEach(account);
      rows.awards.forEach(account);
    });
    const report = await run(content);
    expect(report).toMatchObject({ state: 'Imported', accounts: count, problems: [] });
    const stored = await test.db
      .select({
        userName: accounts.userName,
        email: accounts.email,
        hash: accounts.passwordHash,
        at: accounts.registeredAt,
        team: teams.name,
      })
      .from(participations)
      .innerJoin(teams, eq(teams.id, participations.teamId))
      .innerJoin(accounts, eq(accounts.id, teams.captainId))
      .where(eq(participations.gameId, report.gameId ?? 0));
    expect(stored).toHaveLength(count);
    expect(new Set(stored.map(({ userName }) => userName.toLowerCase())).size).toBe(count);
    expect(new Set(stored.map(({ team }) => teamNameKey(team))).size).toBe(count);
    expect(stored.filter(({ userName }) => nameSkeleton(userName) === nameSkeleton('admin'))).toEqual([]);
    expect(stored.filter(({ email }) => email.toLowerCase() === 'same@mail.example')).toHaveLength(1);
    expect(new Set(stored.map(({ hash }) => hash)).size).toBe(1);
    expect(stored.filter(({ at }) => at.getTime() > test.clock.now().getTime())).toEqual([]);
  }, 60_000);
});

describe('imports at once and in the middle of a failure', () => {
  const send = (content: Uint8Array, mode: 'check' | 'import') => {
    const { headers, payload } = packageUpload(Buffer.from(content));
    return test.send({ method: 'POST', url: `/api/admin/imports?mode=${mode}`, headers, payload, as: admin });
  };
  const reportOf = async (importId: string) =>
    (await test.call(packageRoutes.getEvent, { as: admin, params: { importId } })).body;

  it('makes one game of fifty equal ones at once, and another once that game is gone', async () => {
    const content = await anEvent();
    const before = await everything();
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(content, 'import')));
    const ids = replies.flatMap(({ status, body }) => (status === 200 ? [(body as { id: string }).id] : []));
    expect(ids.length).toBeGreaterThan(10);
    const reports = await vi.waitUntil(
      async () => {
        const all = await Promise.all(ids.map(reportOf));
        return all.every(({ state }) => state === 'Imported' || state === 'Refused') && all;
      },
      { timeout: 60_000, interval: 200 },
    );
    const made = reports.filter(({ state }) => state === 'Imported');
    expect(made).toHaveLength(1);
    const reasons = reports
      .filter(({ state }) => state === 'Refused')
      .map(({ problems, error }) => problems[0]?.what ?? error);
    expect(reasons.every((reason) => reason === 'event.again' || /try again|moment/i.test(reason ?? ''))).toBe(true);
    const after = await everything();
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([12, 6, 1, 3, 6, 40, expect.any(Number)]);
    expect(await readdir(join(test.deps.config.dataDir, 'packages'))).toEqual([]);
    await test.db.delete(games).where(eq(games.id, made[0]?.gameId ?? 0));
    expect((await run(content)).state).toBe('Imported');
  }, 120_000);

  it('stores nothing when its server is killed, and can be repeated', async () => {
    const content = await anEvent({ teams: 60, members: 4, submissions: 8000, awards: 40 });
    const before = await everything();
    const { config, keyPrefix } = test.deps;
    const server = await startServerProcess({
      ...{
        DATABASE_URL: config.databaseUrl,
        REDIS_URL: config.redisUrl,
        KEY_PREFIX: keyPrefix,
        DATA_DIR: config.dataDir,
      },
      ...{ RATE_LIMIT: 'off', PORT: String(await freePort()) },
    });
    onTestFinished(() => server.kill('SIGKILL'));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)], { type: 'application/zip' }), 'event.zip');
    const origin = `http://127.0.0.1:${server.port}`;
    const reply = await fetch(`${origin}/api/admin/imports?mode=import`, {
      ...{ method: 'POST', body: form },
      headers: { cookie: await test.signIn(admin), origin },
    });
    expect(reply.status).toBe(200);
    const { id } = (await reply.json()) as { id: string };
    const stopped = await vi.waitUntil(
      async () => {
        const report = await reportOf(id);
        return (report.state === 'Storing' && report.done > 500) || report.state === 'Imported' ? report : false;
      },
      { timeout: 60_000, interval: 5 },
    );
    server.kill('SIGKILL');
    await server.exited;
    expect(stopped.state).toBe('Storing');
    expect(await everything()).toEqual(before);
    const report = await run(content);
    expect(report).toMatchObject({ state: 'Imported', accounts: 240, submissions: 8000 });
    expect(await test.db.$count(submissions, eq(submissions.gameId, report.gameId ?? 0))).toBe(8000);
  }, 180_000);
});
