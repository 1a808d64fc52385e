import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { languages } from '@vexil/contract/languages';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { consents, consentTexts } from '@vexil/db/schema/consent';
import { divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { participationMembers } from '@vexil/db/schema/participation';
import { solves } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildAward } from '@vexil/db/testing/award';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import readSheets, { type Row } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { changeTestBoard } from '../../testing/scoreboard';
import { sheetTexts } from './sheet.texts';
import { submissionSheet } from './submission.sheet';
import { type Cell, writeWorkbook } from './xlsx';

let test: TestApp;
let monitor: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  monitor = await buildAccount(test.db, { role: 'Monitor' });
});
afterAll(() => test.close());

async function download(gameId: number, sheet: string, language = 'en-US') {
  const headers = { cookie: await test.signIn(monitor), 'accept-language': language };
  const reply = await test.app.inject({ url: `/api/game/${gameId}/${sheet}`, headers });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  return { bytes: reply.rawPayload, headers: reply.headers };
}

async function readSheet(bytes: Buffer): Promise<{ name: string; rows: Row[] }> {
  const [sheet] = await readSheets(bytes);
  return { name: sheet?.sheet ?? '', rows: sheet?.data ?? [] };
}

describe('GET /api/game/{id}/scoreboardsheet', () => {
  it('has a row per team with its members and a column per challenge', async () => {
    const game = await buildGame(test.db, { title: 'Final / 决赛' });
    const gameId = game.id;
    const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
    const first = await buildTeam(test.db, { name: '=1+1', membersCount: 2 });
    const [captain, second] = first.members as [AccountRow, AccountRow];
    const winner = await buildParticipation(test.db, { gameId, built: first, divisionId: division?.id ?? 0 });
    const other = await buildParticipation(test.db, { gameId });
    const { challenge } = await buildChallenge(test.db, { gameId, title: 'Gate <&>', category: 'Web' });
    await buildChallenge(test.db, { gameId, title: 'Cipher', category: 'Crypto' });
    const submittedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const key = { gameId, challengeId: challenge.id, participationId: winner.participation.id, accountId: captain.id };
    const submission = await buildSubmission(test.db, winner, challenge, { status: 'Accepted', submittedAt });
    await test.db.insert(solves).values({ ...key, submissionId: submission.id, solvedAt: submittedAt });

    const { bytes, headers } = await download(gameId, 'scoreboardsheet');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="Final [\w .-]+\.xlsx"; filename\*=UTF-8''Final%20%2F%20%E5%86%B3%E8%B5%9B-Scoreboard-\d{8}-\d\d\.\d\d\.\d\dZ\.xlsx$/,
    );
    const { name, rows } = await readSheet(bytes);
    expect(name).toBe('Scoreboard');
    expect(rows).toEqual([
      // biome-ignore format: one row of the sheet
      ['Rank', 'Team', 'Division', 'Captain', 'Crew', 'Real Name', 'Email', 'Student Number', 'Phone', 'Solved', 'Time', 'Score', 'Cipher', 'Gate <&>'],
      [
        1,
        '=1+1',
        'guests',
        captain.userName,
        `${captain.userName} / ${second.userName}`,
        '<empty> / <empty>',
        `${captain.email} / ${second.email}`,
        '<empty> / <empty>',
        '<empty> / <empty>',
        1,
        `${submittedAt.toISOString().slice(0, 19).replace('T', ' ')}Z`,
        1050,
        0,
        1050,
      ],
      [
        2,
        other.team.name,
        '-',
        other.captain.userName,
        other.captain.userName,
        '<empty>',
        other.captain.email,
        '<empty>',
        '<empty>',
        0,
        null,
        0,
        0,
        0,
      ],
    ]);
    const chinese = await readSheet((await download(gameId, 'scoreboardsheet', 'zh-CN')).bytes);
    expect(chinese.rows[0]?.slice(0, 3)).toEqual(['名次', '队伍', '分组']);
  });

  it('has a column of awards beside the score once a team has one', async () => {
    const game = await buildGame(test.db);
    const fined = await buildParticipation(test.db, { gameId: game.id });
    const other = await buildParticipation(test.db, { gameId: game.id });
    await buildAward(test.db, fined, { points: -30 });
    const { rows } = await readSheet((await download(game.id, 'scoreboardsheet')).bytes);
    expect(rows.map((row) => [row[1], ...row.slice(-2)])).toEqual([
      ['Team', 'Score', 'Awards'],
      [other.team.name, 0, 0],
      [fined.team.name, -30, -30],
    ]);
  });

  it('has a column per own field of platform and game, as plain text', async () => {
    const field = (id: string, name: string, kind: 'Text' | 'YesNo') => ({
      ...{ id, name, kind, choices: [], required: false, visibility: 'Staff' as const },
    });
    const game = await buildGame(test.db, { fields: [field('shirt', '=1+2', 'Text'), field('meat', 'Meat', 'YesNo')] });
    await test.db.insert(configEntries).values({
      key: 'accountPolicy.fields',
      value: JSON.stringify([field('school', 'School', 'Text')]),
    });
    const built = await buildTeam(test.db, { membersCount: 2 });
    await buildParticipation(test.db, { gameId: game.id, built });
    const [first] = built.members as [AccountRow];
    await test.db
      .update(accounts)
      .set({ fields: { school: '=HYPERLINK("x")' } })
      .where(eq(accounts.id, first.id));
    await test.db
      .update(participationMembers)
      .set({ fields: { shirt: '@SUM(1)', meat: false, gone: 'x' } })
      .where(eq(participationMembers.accountId, first.id));
    await changeTestBoard(test, game.id);
    const { rows } = await readSheet((await download(game.id, 'scoreboardsheet')).bytes);
    const from = rows[0]?.indexOf('Phone') ?? 0;
    expect(rows.map((row) => row.slice(from + 1, from + 5))).toEqual([
      ['School', '=1+2', 'Meat', 'Solved'],
      ['=HYPERLINK("x") / <empty>', '@SUM(1) / <empty>', 'No / <empty>', 0],
    ]);
    await test.db.delete(configEntries);
  });

  it('has no division column without divisions, and is refused without a team', async () => {
    const game = await buildGame(test.db);
    const get = () => test.call(scoreboardRoutes.sheet, { as: monitor, params: { id: game.id } });
    const empty = await get();
    expectError(empty, 'scoreboard.noTeams');
    expect(empty.status).toBe(400);
    await buildParticipation(test.db, { gameId: game.id });
    await changeTestBoard(test, game.id);
    await expect.poll(async () => (await get()).status).toBe(200);
    const { rows } = await readSheet((await download(game.id, 'scoreboardsheet')).bytes);
    expect(rows[0]?.slice(0, 3)).toEqual(['Rank', 'Team', 'Captain']);
  });

  it('names players in a game that is joined alone, once each', async () => {
    const game = await buildGame(test.db, { individual: true });
    const { team } = await buildParticipation(test.db, { gameId: game.id });
    await changeTestBoard(test, game.id);
    const { rows } = await readSheet((await download(game.id, 'scoreboardsheet')).bytes);
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Rank', 'Player', 'Real Name'],
      [1, team.name, '<empty>'],
    ]);
    const answers = await readSheet((await download(game.id, 'submissionsheet')).bytes);
    expect(answers.rows[0]).toContain('Player');
  });
});

describe('GET /api/game/{id}/submissionsheet', () => {
  it('has every submission, newest first, as plain text', async () => {
    const { challenge } = await buildChallenge(test.db, { title: 'Gate' });
    const { gameId } = challenge;
    await test.db.update(games).set({ title: 'Round 1' }).where(eq(games.id, gameId));
    const play = await buildParticipation(test.db, { gameId });
    const submittedAt = new Date('2026-03-04T05:06:07.890Z');
    const answers = ['=HYPERLINK("x")', '+1', '@SUM(A1)', 'a\u0007<b>&_x0041_', '  blanks ', 'flag{😀}'];
    for (const answer of answers) await buildSubmission(test.db, play, challenge, { answer, submittedAt });
    await buildSubmission(test.db, play, challenge, { answer: 'right', status: 'Accepted', submittedAt });

    const { bytes, headers } = await download(gameId, 'submissionsheet');
    expect(headers['content-disposition']).toMatch(/filename\*=UTF-8''Round%201_Submissions_\d{14}\.xlsx$/);
    const { name, rows } = await readSheet(bytes);
    expect(name).toBe('All Submissions');
    expect(rows[0]).toEqual(['Status', 'Time', 'Team', 'User', 'Challenge', 'Submission', 'Email', 'Sent with']);
    const { userName, email } = play.captain;
    const row = (status: string, answer: string) => [
      status,
      '2026-03-04 05:06:07Z',
      play.team.name,
      userName,
      'Gate',
      answer,
      email,
      'Browser',
    ];
    expect(rows[1]).toEqual(row('ACCEPTED', 'right'));
    expect(rows[2]).toEqual(row('WRONG', 'flag{😀}'));
    expect(rows.slice(5).map((cells) => cells[5])).toEqual(['@SUM(A1)', '+1', '=HYPERLINK("x")']);

    await buildSubmission(test.db, play, challenge, { answer: 'by tool', via: 'Mcp', submittedAt });
    const { rows: byTool } = await readSheet((await download(gameId, 'submissionsheet?via=Mcp')).bytes);
    expect(byTool.slice(1).map((cells) => [cells[5], cells[7]])).toEqual([['by tool', 'Tool (MCP)']]);

    const parts = unzip(bytes);
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<t xml:space="preserve">  blanks </t>');
    expect(sheet).toContain('a_x0007_&lt;b&gt;&amp;_x005F_x0041_');
  });

  it("has headers and verdicts in the caller's language", async () => {
    const { challenge } = await buildChallenge(test.db);
    const play = await buildParticipation(test.db, { gameId: challenge.gameId });
    await buildSubmission(test.db, play, challenge);
    for (const language of languages) {
      const { bytes, headers } = await download(challenge.gameId, 'submissionsheet', language);
      expect(headers['content-language']).toBe(language);
      const { submissions, columns, results } = sheetTexts[language];
      const { name, rows } = await readSheet(bytes);
      expect(name).toBe(submissions);
      expect(rows[0]?.slice(0, 2)).toEqual([columns.status, columns.time]);
      expect(Object.values(results)).toContain(rows[1]?.[0]);
    }
  });

  it('stops reading rows when the download is aborted', async () => {
    const { challenge } = await buildChallenge(test.db);
    const play = await buildParticipation(test.db, { gameId: challenge.gameId });
    const { id } = await buildSubmission(test.db, play, challenge);
    await test.database.sql`
      insert into submissions (game_id, challenge_id, participation_id, answer_hash, answer_sealed, submitted_at)
      select game_id, challenge_id, participation_id, answer_hash, answer_sealed, submitted_at
      from submissions, generate_series(1, 2999) where id = ${id}`;
    const rows = submissionSheet(test.deps, { id: challenge.gameId, individual: false }, 'en-US').rows[
      Symbol.asyncIterator
    ]();
    let read = 0;
    let ended = false;
    const counted: AsyncIterableIterator<readonly (readonly Cell[])[]> = {
      [Symbol.asyncIterator]: () => counted,
      next: () => {
        read += 1;
        return rows.next();
      },
      return: async () => {
        ended = true;
        return { value: undefined, done: true };
      },
    };
    const workbook = writeWorkbook({ name: 'All', header: ['A'], rows: counted }, new Date());
    for await (const chunk of workbook) if (chunk) break;
    await expect.poll(() => workbook.destroyed && (ended || read === 0)).toBe(true);
    expect(read).toBeLessThan(4);
  });

  it('aborts the download when reading rows fails', async () => {
    const rows = (async function* () {
      yield [['first']];
      throw new Error('The database is gone.');
    })();
    const workbook = writeWorkbook({ name: 'All', header: ['A'], rows }, new Date());
    await expect(buffer(workbook)).rejects.toThrow('The database is gone.');
  });

  it('is a zip of well-formed parts that refer to each other', async () => {
    const { challenge } = await buildChallenge(test.db, { title: `<&>"'` });
    const play = await buildParticipation(test.db, { gameId: challenge.gameId });
    await buildSubmission(test.db, play, challenge, { answer: ']]>' });
    for (const sheet of ['scoreboardsheet', 'submissionsheet'] as const) {
      const parts = unzip((await download(challenge.gameId, sheet)).bytes);
      expect([...parts.keys()]).toEqual([
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/workbook.xml',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/worksheets/sheet1.xml',
      ]);
      for (const [path, xml] of parts) expect([path, findXmlFault(xml)]).toEqual([path, null]);
      const named = [...(parts.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)].map(([, at]) => at);
      expect(named.every((path) => parts.has(path ?? ''))).toBe(true);
    }
  });
});

/** Entries of a zip file, from its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    parts.set(name, inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 20))).toString('utf8'));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return parts;
}

/** Unclosed tags or invalid characters of an XML text; null when it is well-formed. */
function findXmlFault(xml: string): string | null {
  const open: string[] = [];
  const body = xml.replace(/^<\?xml [^?]*\?>\s*/, '');
  let seen = 0;
  for (const match of body.matchAll(
    /<(\/?)([A-Za-z:]+)((?: [A-Za-z:]+="[^"<]*")*)(\/?)>|&(?:amp|lt|gt|quot);|[^<&]/gu,
  )) {
    if (match.index !== seen) return `at ${body.slice(seen, seen + 40)}`;
    seen += match[0].length;
    const [text, closing, name = '', , empty] = match;
    if (!text.startsWith('<')) {
      if (/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/u.test(text)) return 'a character XML cannot have';
    } else if (closing) {
      if (open.pop() !== name) return `</${name}>`;
    } else if (!empty) open.push(name);
  }
  return seen === body.length && open.length === 0 ? null : `ends in <${open.join('><')}>`;
}

describe('the sheet of consents', () => {
  it('has who accepted which text and when, of the platform or a game', async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const game = await buildGame(test.db, { title: 'Final' });
    const hash = 'a'.repeat(64);
    await test.db.insert(consentTexts).values({ hash, text: 'Be fair.' });
    const createdAt = new Date(Date.UTC(2030, 0, 2, 3, 4, 5));
    const people = [await buildAccount(test.db, { userName: '=1+1' }), await buildAccount(test.db)];
    const rows = people.map(({ id }) => ({ accountId: id, gameId: game.id, hash, createdAt }));
    await test.db.insert(consents).values([...rows, { accountId: admin.id, hash, createdAt }]);
    const read = async (url: string) => {
      const reply = await test.app.inject({ url, headers: { cookie: await test.signIn(admin) } });
      expect(reply.statusCode).toBe(200);
      return readSheet(reply.rawPayload);
    };
    const head = ['User', 'Time', 'Text (SHA-256)'];
    const [second, first] = people.map(({ userName }) => [userName, '2030-01-02 03:04:05Z', hash]);
    expect(await read(`/api/edit/games/${game.id}/consents/sheet`)).toEqual({
      name: 'Consents',
      rows: [head, first, second],
    });
    expect((await read('/api/admin/consents/sheet')).rows).toEqual([
      head,
      [admin.userName, '2030-01-02 03:04:05Z', hash],
    ]);
  });
});
