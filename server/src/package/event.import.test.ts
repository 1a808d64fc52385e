import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertEntries, type Entries } from '@vexil/code/testing/event';
import { accountRoutes } from '@vexil/contract/account';
import { packageRoutes } from '@vexil/contract/package';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { awards } from '@vexil/db/schema/award';
import { challenges, flags } from '@vexil/db/schema/challenge';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { hashSync } from 'bcryptjs';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import {
  type CtfdTables,
  ctfdStandings,
  eventEnd,
  eventOf,
  eventStart,
  exportEntries,
  makeExport,
  uploadPath,
} from '../../testing/ctfd-export';
import { packageUpload, zipOf } from '../../testing/package';
import { makeRctf, type RctfTables, rctfEntries, rctfLeaderboard } from '../../testing/rctf-tables';
import { importEvent, newReport } from './event.service';

let test: TestApp;
let admin: AccountRow;
let directory: string;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
  directory = await mkdtemp(join(tmpdir(), 'event-'));
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});

const operator = { accountId: null, ip: null };
let archives = 0;

/** As the page and the command line: what is read from the export first, then what the server finds. */
async function run(entries: Entries, mode: 'check' | 'import' = 'import', onChange = async () => {}) {
  const read = await convertEntries(entries);
  if (!read.content) return { ...newReport(''), state: 'Refused' as const, problems: read.problems };
  const report = await store(read.content, mode, onChange);
  return { ...report, losses: [...read.losses, ...report.losses] };
}

async function store(content: Uint8Array, mode: 'check' | 'import' = 'import', onChange = async () => {}) {
  archives += 1;
  const path = join(directory, `${archives}.zip`);
  await writeFile(path, content);
  return importEvent(test.deps, operator, path, { mode, language: 'en-US', onChange });
}

const importOf = (tables: CtfdTables, uploads?: Record<string, Buffer>) => run(exportEntries(tables, uploads));

async function boardOf(gameId: number) {
  const { body } = await test.call(scoreboardRoutes.get, { as: admin, params: { id: gameId } });
  return body.items.map(({ name, score }) => ({ name, score }));
}

const theirs = (tables: CtfdTables) => ctfdStandings(tables).map(({ name, score }) => ({ name, score }));
const small = { seed: 1, teams: 12, members: 2, challenges: 6, submissions: 200, awards: 12 };
const whats = (list: { what: string }[]) => [...new Set(list.map(({ what }) => what))].sort();

/** Every table that an import fills. */
async function everything() {
  const tables = [
    ...[accounts, teams, teamMembers, games, challenges, flags, files, participations, participationMembers],
    ...[submissions, solves, awards, auditEntries],
  ];
  const counts = await Promise.all(tables.map((table) => test.db.$count(table)));
  const stored = await readdir(test.deps.config.dataDir, { recursive: true, withFileTypes: true });
  return { counts, files: stored.filter((one) => one.isFile()).length };
}

describe('the export of a finished event', () => {
  it.each([
    ['teams', { ...small, teams: 40, members: 3, submissions: 2000, awards: 60 }],
    ['players', { ...small, seed: 2, teams: 80, members: null, submissions: 2000, awards: 0 }],
  ])('has the same board here as an event of %s had there', async (_, size) => {
    const tables = makeExport(size);
    const report = await importOf(tables);
    expect(report).toMatchObject({ state: 'Imported', title: 'Steam CTF', problems: [], error: null });
    expect(report.done).toBe(report.total);
    expect(whats(report.losses)).not.toContain('event.value');
    const [game] = await test.db
      .select()
      .from(games)
      .where(eq(games.id, report.gameId ?? 0));
    expect(game?.individual).toBe(size.members === null);
    const played = await test.db
      .select({ soloOf: teams.soloOf, captainId: teams.captainId })
      .from(participations)
      .innerJoin(teams, eq(teams.id, participations.teamId))
      .where(eq(participations.gameId, game?.id ?? 0));
    expect(played.every(({ soloOf, captainId }) => soloOf === (size.members === null ? captainId : null))).toBe(true);
    const ours = await boardOf(report.gameId ?? 0);
    const expected = theirs(tables);
    expect(ours.length).toBeGreaterThan(30);
    expect(ours.map(({ score }) => score)).toEqual(expected.map(({ score }) => score));
    expect(new Set(ours.map(({ score }) => score)).size).toBeGreaterThan(10);
    const byName = (a: { name: unknown }, b: { name: unknown }) => String(a.name).localeCompare(String(b.name));
    // Where awards do not move ties, also their order.
    if (size.awards === 0) expect(ours).toEqual(expected.map(({ name, score }) => ({ name: String(name), score })));
    else expect(ours.toSorted(byName)).toEqual(expected.toSorted(byName));
  });

  it('becomes a hidden game that is over, with challenges, files, hints and answers', async () => {
    const tables = makeExport({ ...small, seed: 14 });
    for (const [index, one] of (tables.challenges ?? []).entries())
      Object.assign(one, { state: index === 5 ? 'hidden' : 'visible' });
    const path = uploadPath('kettle.txt');
    tables.files = [{ id: 1, type: 'challenge', location: path, challenge_id: 10 }];
    const { gameId, losses } = await importOf(tables, { [path]: Buffer.from('steam') });
    const [game] = await test.db
      .select()
      .from(games)
      .where(eq(games.id, gameId ?? 0));
    expect(game).toMatchObject({
      hidden: true,
      startAt: new Date(eventStart),
      endAt: new Date(eventEnd),
      bloodBonus: 0,
    });
    const rows = await test.db
      .select()
      .from(challenges)
      .where(eq(challenges.gameId, gameId ?? 0));
    expect(rows.map(({ isEnabled }) => isEnabled).sort()).toEqual([false, true, true, true, true, true]);
    expect(rows.find(({ title }) => title === 'Challenge 0')?.attachmentId).not.toBeNull();
    expect(whats(losses)).toEqual([
      ...['event.admin', 'event.hidden', 'event.offBoard', 'event.password', 'event.ties', 'table.rows'],
    ]);
    const answers = await test.db
      .select()
      .from(submissions)
      .where(eq(submissions.gameId, gameId ?? 0));
    expect(answers.length).toBe(200);
    expect(answers.map(({ ip }) => ip).filter(Boolean)).toEqual([]);
    const wrong = answers
      .filter(({ status }) => status === 'WrongAnswer')
      .map((one) => test.deps.sealing.unseal(one.answerSealed));
    expect(wrong.every((text) => text.includes('\0 "\\ ]}'))).toBe(true);
    const taken = await test.db
      .select()
      .from(awards)
      .where(eq(awards.gameId, gameId ?? 0));
    expect(taken.filter(({ hintId }) => hintId === 1).map(({ points, reason }) => [points, reason])).toContainEqual([
      -10,
      'Hint',
    ]);
    const [entry] = await test.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.gameId, gameId ?? 0), eq(auditEntries.action, 'game.import')));
    expect(entry?.after).toMatchObject({ accounts: 24, teams: 12, submissions: 200, privateKeySealed: '(secret)' });
  });

  it('lets its players sign in with their passwords', async () => {
    const password = (index: number) => (index === 3 ? `$2b$31$${'.'.repeat(53)}` : hashSync('Steam engine', 4));
    const tables = makeExport({ ...small, teams: 3, seed: 3, password });
    for (const [index, one] of (tables.users ?? []).entries())
      Object.assign(one, { email: `signs-in-${index}@ctfd.example`, banned: index === 1 });
    const report = await importOf(tables);
    const { losses } = report;
    for (const secret of ['$2b$', 'flag{', '@ctfd.example', 'never imported', '203.0.113']) {
      expect(JSON.stringify(report)).not.toContain(secret);
    }
    expect(losses.filter(({ what }) => what === 'event.password').map(({ field }) => field)).toEqual([
      '3.passwordHash',
    ]);
    const login = (index: number, text = 'Steam engine') =>
      test.call(accountRoutes.login, { body: { userName: `signs-in-${index}@ctfd.example`, password: text } });
    expect((await login(0)).status).toBe(200);
    expect((await login(0)).status).toBe(200);
    expectError(await login(2, 'steam engine'), 'account.badCredentials');
    expectError(await login(1), 'account.loginBanned');
    expectError(await login(3), 'account.badCredentials');
    const [first] = await test.db.select().from(accounts).where(eq(accounts.email, 'signs-in-0@ctfd.example'));
    expect(first).toMatchObject({ role: 'User', passwordHash: expect.stringMatching(/^\$argon2id\$/) });
  }, 60_000);

  it('takes over no account: it links one whose address both sides have confirmed', async () => {
    const confirmed = await buildAccount(test.db, { email: 'confirmed@ctfd.example' });
    const open = await buildAccount(test.db, { email: 'open@ctfd.example', emailConfirmed: false });
    const unproven = await buildAccount(test.db, { email: 'unproven@ctfd.example' });
    const tables = makeExport({ ...small, teams: 5, members: 1, seed: 4, password: () => hashSync('Their word', 4) });
    const [a, b, c, d, e] = tables.users ?? [];
    Object.assign(a ?? {}, { email: 'Confirmed@CTFd.example', name: 'stranger' });
    Object.assign(b ?? {}, { email: 'open@ctfd.example', name: 'ADMIN' });
    Object.assign(c ?? {}, { email: 'unproven@ctfd.example', verified: false, name: confirmed.userName.toUpperCase() });
    Object.assign(d ?? {}, { email: 'CONFIRMED@ctfd.example', name: admin.userName });
    Object.assign(e ?? {}, { email: 'no address', name: '\u202e\u0000\ud800' });
    const { losses, gameId } = await importOf(tables);
    for (const one of [confirmed, open, unproven]) {
      expect((await test.db.select().from(accounts).where(eq(accounts.id, one.id)))[0]).toEqual(one);
    }
    const members = await test.db
      .select({ id: accounts.id, userName: accounts.userName, email: accounts.email, role: accounts.role })
      .from(participationMembers)
      .innerJoin(accounts, eq(accounts.id, participationMembers.accountId))
      .where(eq(participationMembers.gameId, gameId ?? 0))
      .orderBy(participationMembers.participationId);
    expect(members[0]).toMatchObject({ id: confirmed.id });
    expect(members.slice(1).map(({ email }) => email)).toEqual(
      Array(4).fill(expect.stringMatching(/@imported\.invalid$/)),
    );
    expect(members.map(({ role }) => role)).toEqual(Array(5).fill('User'));
    const names = members.slice(1).map(({ userName }) => userName);
    expect(names[0]).toMatch(/^ADMIN\d$/);
    expect(names[1]).toBe(`${confirmed.userName.toUpperCase().slice(0, 14)}2`);
    expect(names[3]).toBe('player');
    expect(whats(losses)).toEqual(expect.arrayContaining(['event.linked', 'event.address', 'event.renamed']));
  }, 30_000);

  it('tells names apart that are alike, too long, or nothing that a reader sees', async () => {
    const tables = makeExport({ ...small, teams: 6, members: 1, seed: 5 });
    const worst = ['Kettle', 'KETTLE', 'Кettlе', `${'é'.repeat(128)}`, '\u200b\u200b', '<img src=x onerror=alert(1)>'];
    for (const [index, one] of (tables.teams ?? []).entries()) Object.assign(one, { name: worst[index] });
    for (const [index, one] of (tables.users ?? []).entries()) Object.assign(one, { name: worst[index], email: null });
    const { gameId, losses, problems } = await importOf(tables);
    expect(problems).toEqual([]);
    const rows = await test.db
      .select({ name: teams.name })
      .from(teams)
      .innerJoin(participations, eq(participations.teamId, teams.id))
      .where(eq(participations.gameId, gameId ?? 0))
      .orderBy(teams.id);
    expect(rows.map(({ name }) => name)).toEqual([
      'Kettle',
      'KETTLE2',
      'Кettlе3',
      'é'.repeat(20),
      'team',
      '<img src=x onerror=a',
    ]);
    expect(losses.filter(({ what, file }) => what === 'event.renamed' && file === 'people/teams.jsonl')).toHaveLength(
      5,
    );
  });

  it('stays frozen as it was', async () => {
    const tables = makeExport({ ...small, seed: 6, awards: 0 });
    const freeze = eventStart + 24 * 3_600_000;
    const setting = tables.config?.find(({ key }) => key === 'freeze');
    Object.assign(setting ?? {}, { value: `${freeze / 1000}` });
    const { gameId } = await importOf(tables);
    await test.db
      .update(games)
      .set({ hidden: false })
      .where(eq(games.id, gameId ?? 0));
    const { body } = await test.call(scoreboardRoutes.get, { params: { id: gameId ?? 0 } });
    const late = body.items.flatMap(({ solvedChallenges }) => solvedChallenges).filter(({ time }) => time >= freeze);
    expect(late).toEqual([]);
    expect(body.items.some(({ score }) => score > 0)).toBe(true);
  });
});

describe('the tables of rCTF', () => {
  it.each([
    ['the first releases', false],
    ['later releases, with points and wrong answers', true],
  ])('have the same board here as there: %s', async (_, hasPoints) => {
    const tables = makeRctf({ teams: 40, challenges: 12, solves: 250, hasPoints });
    const report = await run(rctfEntries(tables));
    expect(report).toMatchObject({ state: 'Imported', title: 'Riddle Cup', problems: [], accounts: 40, teams: 40 });
    expect(whats(report.losses)).toEqual([
      ...['curve.fitted', 'event.address', 'event.admin', 'event.offBoard', 'event.password'],
    ]);
    const ours = (await boardOf(report.gameId ?? 0)).filter(({ score }) => score > 0);
    expect(ours).toEqual(rctfLeaderboard(tables));
    expect(new Set(ours.map(({ score }) => score)).size).toBeGreaterThan(10);
    const answers = await test.db
      .select({ status: submissions.status })
      .from(submissions)
      .where(eq(submissions.gameId, report.gameId ?? 0));
    expect(answers.filter(({ status }) => status === 'WrongAnswer')).toHaveLength(hasPoints ? 29 : 0);
    const [flag] = await test.db
      .select({ flags: sql<string>`count(*)` })
      .from(flags)
      .innerJoin(challenges, eq(challenges.id, flags.challengeId))
      .where(eq(challenges.gameId, report.gameId ?? 0));
    expect(Number(flag?.flags)).toBe(12);
  });

  it('give points that differ by team as awards, and lose no row without a word', async () => {
    const tables = makeRctf({ teams: 4, challenges: 2, solves: 6, hasPoints: true });
    for (const [index, one] of tables.solves.entries()) if (one.challengeid === 'chall-0') one.points = 100 + index;
    const report = await run(rctfEntries(tables));
    expect((await boardOf(report.gameId ?? 0)).filter(({ score }) => score > 0)).toEqual(rctfLeaderboard(tables));
  });

  it.each<[string, (tables: RctfTables) => unknown, object]>([
    [
      'a solver who is not there',
      (one) => Object.assign(one.solves[2] ?? {}, { userid: 'gone' }),
      { field: '2.user', what: 'event.unknown' },
    ],
    [
      'a solve twice',
      (one) => one.solves.push({ ...one.solves[0], id: 'again' }),
      { file: 'solves.json', what: 'field.twice' },
    ],
    [
      'an id twice',
      (one) => one.users.push({ ...one.users[0] }),
      { file: 'users.json', field: '5.id', what: 'field.twice' },
    ],
    [
      'a time of another zone',
      (one) => Object.assign(one.solves[0] ?? {}, { createdat: '2025-03-01T10:00:00+02:00' }),
      { field: '0.createdat' },
    ],
    ['points without an end', (one) => Object.assign(one.solves[0] ?? {}, { points: 1e12 }), { field: '0.points' }],
    [
      'a challenge without points',
      (one) => Object.assign(one.challenges[0] ?? {}, { data: { name: 'x' } }),
      { file: 'challenges.json' },
    ],
  ])('are refused by row and field: %s', async (_, change, remark) => {
    const tables = makeRctf({ teams: 5, challenges: 2, solves: 6, hasPoints: true });
    change(tables);
    const report = await run(rctfEntries(tables));
    expect(report.state).toBe('Refused');
    expect(report.problems).toContainEqual(expect.objectContaining(remark));
  });
});

describe('an import', () => {
  it('stores nothing when it fails in the middle', async () => {
    const tables = makeExport({ ...small, seed: 7 });
    const path = uploadPath('left.txt');
    tables.files = [{ id: 1, type: 'challenge', location: path, challenge_id: 10 }];
    const archive = exportEntries(tables, { [path]: Buffer.from('left behind') });
    const before = await everything();
    let calls = 0;
    const failing = async () => {
      calls += 1;
      if (calls === 6) throw new Error('killed');
    };
    await expect(run(archive, 'import', failing)).rejects.toThrow('killed');
    expect(await everything()).toEqual(before);
    expect((await run(archive, 'check')).state).toBe('Checked');
    expect(await everything()).toEqual(before);
  });

  it('makes one game of two equal ones at once, and says which', async () => {
    const archive = exportEntries(makeExport({ ...small, seed: 8 }));
    const both = await Promise.all([run(archive), run(archive)]);
    expect(both.map(({ state }) => state).sort()).toEqual(['Imported', 'Refused']);
    const gameId = both.find(({ state }) => state === 'Imported')?.gameId ?? 0;
    expect(await test.db.$count(submissions, eq(submissions.gameId, gameId))).toBe(200);
    const again = await run(archive, 'check');
    expect(again.problems).toMatchObject([{ what: 'event.again', values: { value: gameId } }]);
  });

  const broken: [string, (tables: CtfdTables) => unknown, Partial<{ file: string; field: string; what: string }>][] = [
    ['without accounts', (one) => delete one.users, { file: 'db/users.json', what: 'file.missing' }],
    ['without solves', (one) => delete one.solves, { file: 'db/solves.json', what: 'file.missing' }],
    [
      'a team that is not there',
      (one) => Object.assign(one.users?.[3] ?? {}, { team_id: 999 }),
      { file: 'db/users.json', field: '3.team_id', what: 'event.unknown' },
    ],
    [
      'a challenge that is not there',
      (one) => Object.assign(one.submissions?.[7] ?? {}, { challenge_id: 999 }),
      { file: 'db/submissions.json', what: 'event.unknown' },
    ],
    [
      'a solve without its answer',
      (one) => Object.assign(one.solves?.[0] ?? {}, { id: 9999 }),
      { file: 'db/solves.json', field: '0.id', what: 'event.unknown' },
    ],
    [
      'an account that is not there',
      (one) => Object.assign(one.awards?.[0] ?? {}, { user_id: 9999 }),
      { file: 'db/awards.json', what: 'event.unknown' },
    ],
    [
      'a text for an id',
      (one) => Object.assign(one.users?.[2] ?? {}, { id: '7' }),
      { file: 'db/users.json', field: '2.id' },
    ],
    [
      'an id of more than 31 bits',
      (one) => Object.assign(one.users?.[2] ?? {}, { id: 2 ** 31 }),
      { file: 'db/users.json', field: '2.id' },
    ],
    [
      'an id twice',
      (one) => Object.assign(one.submissions?.[2] ?? {}, { id: 1 }),
      { file: 'db/submissions.json', field: '2.id', what: 'field.twice' },
    ],
    [
      'a time that is none',
      (one) => Object.assign(one.submissions?.[2] ?? {}, { date: '2026-13-45T00:00:00' }),
      { file: 'db/submissions.json', field: '2.date' },
    ],
    [
      'a time with a zone',
      (one) => Object.assign(one.submissions?.[2] ?? {}, { date: '2024-03-02T00:00:00+02:00' }),
      { file: 'db/submissions.json', field: '2.date' },
    ],
    [
      'an award beyond all',
      (one) => Object.assign(one.awards?.[0] ?? {}, { value: 2e9 }),
      { file: 'db/awards.json', what: 'field.tooLong' },
    ],
    [
      'an end to come',
      (one) => Object.assign(one.config?.find(({ key }) => key === 'end') ?? {}, { value: '4000000000' }),
      { file: 'db/config.json', what: 'event.running' },
    ],
    [
      'an end before the start',
      (one) => Object.assign(one.config?.find(({ key }) => key === 'end') ?? {}, { value: '1' }),
      { file: 'db/config.json' },
    ],
    [
      'two solves of a team',
      (one) => {
        const first = one.solves?.[0] ?? {};
        const of = (row: object) => ({
          challenge_id: first.challenge_id,
          team_id: first.team_id,
          user_id: first.user_id,
          ...row,
        });
        one.solves?.push(of({ id: 7777 }));
        one.submissions?.push(of({ id: 7777, provided: '', type: 'correct', date: '2024-03-02T00:00:00' }));
      },
      { file: 'db/solves.json', what: 'field.twice' },
    ],
  ];
  it.each(broken)('names file, row and field: %s', async (_, change, remark) => {
    const tables = makeExport({ ...small, seed: 9 });
    change(tables);
    const before = await everything();
    const report = await importOf(tables);
    expect(report.state).toBe('Refused');
    expect(report.problems[0]).toMatchObject(remark);
    expect(await everything()).toEqual(before);
  });

  it.each<[string, string]>([
    ['cut', '{"count": 1, "results": [{"id": 1, "name": "x'],
    ['no JSON', '{"count": 1, "results": [{"id": 1,,}]}'],
    ['no UTF-8', '\xff'],
    ['nested deeply', `{"results": [${'['.repeat(50_000)}`],
    ['a list of texts', '{"results": [["x"]]}'],
  ])('refuses a table that is broken: %s', async (_, text) => {
    const entries = exportEntries(makeExport({ ...small, seed: 10 }));
    const report = await run({ ...entries, 'db/users.json': Buffer.from(text, 'latin1') });
    expect(report).toMatchObject({ state: 'Refused' });
    expect(report.problems.map(({ file }) => file)).toContain('db/users.json');
  });
});

describe('POST /api/admin/imports', () => {
  const start = async (content: Uint8Array, mode: 'check' | 'import', as: AccountRow | null = admin) => {
    const { headers, payload } = packageUpload(Buffer.from(content));
    return test.send({
      method: 'POST',
      url: `/api/admin/imports?mode=${mode}`,
      headers,
      payload,
      ...(as ? { as } : {}),
    });
  };
  const untilDone = async (id: string) => {
    let report = (await test.call(packageRoutes.getEvent, { as: admin, params: { importId: id } })).body;
    await vi.waitFor(async () => {
      report = (await test.call(packageRoutes.getEvent, { as: admin, params: { importId: id } })).body;
      expect(['Checked', 'Imported', 'Refused']).toContain(report.state);
    }, 60_000);
    return report;
  };

  it('checks an export, then makes a game of it', async () => {
    const archive = await eventOf(makeExport({ ...small, seed: 12 }));
    const checked = await start(archive, 'check');
    expect(await untilDone((checked.body as { id: string }).id)).toMatchObject({
      state: 'Checked',
      gameId: null,
      accounts: 24,
    });
    const imported = await untilDone(((await start(archive, 'import')).body as { id: string }).id);
    expect(imported).toMatchObject({ state: 'Imported', gameId: expect.any(Number), done: imported.total });
    expect(await readdir(join(test.deps.config.dataDir, 'packages'))).toEqual([]);
  });

  it('says what is wrong with the archive', async () => {
    const { body } = await start(await zipOf({ 'manifest.json': {} }), 'import');
    expect(await untilDone((body as { id: string }).id)).toMatchObject({
      state: 'Refused',
      error: expect.stringContaining('people/accounts.jsonl'),
    });
  });

  it('is for administrators, and knows only its own imports', async () => {
    const archive = await eventOf(makeExport({ ...small, seed: 13 }));
    expectError(await start(archive, 'import', null), 'account.unauthenticated');
    expectError(
      await start(archive, 'import', await buildAccount(test.db, { userName: 'no-admin' })),
      'account.forbidden',
    );
    const params = { importId: '01890a5d-ac96-774b-bcce-b302099a8057' };
    expectError(await test.call(packageRoutes.getEvent, { as: admin, params }), 'request.notFound');
    expectError(
      await test.call(packageRoutes.getEvent, {
        as: await buildAccount(test.db, { role: 'Monitor', userName: 'watcher' }),
        params,
      }),
      'account.forbidden',
    );
  });
});
