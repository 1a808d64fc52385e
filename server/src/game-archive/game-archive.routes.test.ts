import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { flagRoutes } from '@vexil/contract/challenge';
import { type GameArchiveBody, gameArchiveRoutes as routes } from '@vexil/contract/game-archive';
import { languages } from '@vexil/contract/languages';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import type { BoardVisibility } from '@vexil/db/enums/game';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { awards } from '@vexil/db/schema/award';
import { attachments, challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { solves } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildAward } from '@vexil/db/testing/award';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { unzip } from '../../testing/package';
import { changeTestBoard } from '../../testing/scoreboard';
import { renderMarkdown } from './archive-markdown';
import { archiveTexts } from './game-archive.texts';

let test: TestApp;
let admin: AccountRow;
let gameId: number;
let divisionId: number;
let teams: BuiltParticipation[];
let tides: number;

const minute = 60_000;
const flag = 'flag{never_in_an_archive}';
const everything = { statements: true, attachments: true, writeups: true };
const start = Date.now() - 600 * minute;
const end = start + 300 * minute;

async function store(name: string, contentType: string, content: string): Promise<string> {
  const { hash, sizeBytes } = await test.deps.storage.put(Readable.from([Buffer.from(content)]), 1_000_000);
  await test.db.insert(files).values({ hash, name, contentType, sizeBytes });
  return hash;
}

async function solve(team: BuiltParticipation, challengeId: number, at: number) {
  const submittedAt = new Date(at);
  const { id } = await buildSubmission(test.db, team, { id: challengeId }, { status: 'Accepted', submittedAt });
  const key = { gameId, challengeId, participationId: team.participation.id, accountId: team.captain.id };
  await test.db.insert(solves).values({ ...key, submissionId: id, solvedAt: submittedAt });
}

beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
  const posterHash = await store('poster.png', 'image/png', 'a picture');
  const game = await buildGame(test.db, {
    title: 'Harbour <Cup>',
    content: '# Rules\n\nBe kind. <script>alert(1)</script> [bad](javascript:alert(1))',
    startAt: new Date(start),
    endAt: new Date(end),
    posterHash,
  });
  gameId = game.id;
  const [division] = await test.db.insert(divisions).values({ gameId, name: 'Guests' }).returning();
  divisionId = division?.id ?? 0;
  const fileHash = await store('tides & moon.bin', 'application/octet-stream', 'attached');
  const [attachment] = await test.db
    .insert(attachments)
    .values({ type: 'Local', fileHash, fileName: 'tides & moon.bin' })
    .returning();
  const empty = await store('empty <2>.txt', 'text/plain', '');
  const firstId = attachment?.id;
  await test.db.insert(attachments).values([
    { type: 'Local', fileHash: empty, fileName: 'empty <2>.txt', firstId },
    { type: 'Local', fileHash, fileName: 'tides & moon.bin', firstId },
  ]);
  const shown = await buildChallenge(test.db, { gameId, title: 'Tides' });
  tides = shown.challenge.id;
  await test.db
    .update(challenges)
    .set({
      content: `Look: ![map](/assets/${posterHash}/map.png)`,
      connection: 'nc {host} {port}\ncurl tides.example/?a=1&b="\n<script>alert(1)</script>',
      hints: ['Low *water*'],
      hintList: [{ id: 1, title: '', content: 'Spring _tide_', cost: 50, releaseUtc: null }],
      lastHintId: 1,
      author: 'Mira <Holm>',
      tags: ['easy', 'sea'],
      topics: ['for staff only'],
      attachmentId: attachment?.id,
    })
    .where(eq(challenges.id, tides));
  const ids = { id: gameId, challengeId: tides };
  await test.call(flagRoutes.add, { as: admin, params: ids, body: [{ flag }] });
  const hidden = await buildChallenge(test.db, { gameId, title: 'Kraken', isEnabled: false });
  const writeupHash = await store('Writeup.pdf', 'application/pdf', '%PDF-1.7 how');
  teams = [];
  for (let n = 0; n < 3; n += 1) {
    teams.push(await buildParticipation(test.db, { gameId, ...(n === 2 ? { divisionId } : {}) }));
  }
  const [first, second, third] = teams as [BuiltParticipation, BuiltParticipation, BuiltParticipation];
  await test.db.update(participations).set({ writeupHash }).where(eq(participations.id, first.participation.id));
  await solve(first, tides, start + 10 * minute);
  await solve(third, tides, start + 20 * minute);
  await solve(second, tides, start + 200 * minute);
  await test.db.insert(notices).values([
    { gameId, type: 'Normal', values: ['Lunch at **noon**.'], publishedAt: new Date(start + minute) },
    { gameId, type: 'Normal', values: ['Not yet.'], scheduledAt: new Date(Date.now() + 1000 * minute) },
    { gameId, type: 'FirstBlood', values: [first.team.name, 'Tides'], challengeId: tides },
    { gameId, type: 'NewChallenge', values: ['Kraken'], challengeId: hidden.challenge.id },
  ]);
  await changeTestBoard(test, gameId);
});
afterAll(() => test.close());

async function fetchArchive(body: Partial<GameArchiveBody> = everything, language = 'en-US') {
  const reply = await test.app.inject({
    method: 'POST',
    url: `/api/edit/games/${gameId}/archive`,
    headers: { cookie: await test.signIn(admin), 'accept-language': language },
    payload: body,
  });
  expect(reply.statusCode, reply.statusCode === 200 ? '' : reply.body).toBe(200);
  const contents = await unzip(reply.rawPayload);
  const pages = Object.entries(contents).flatMap(([path, bytes]): [string, string][] =>
    path.endsWith('.html') ? [[path, String(bytes)]] : [],
  );
  return { headers: reply.headers, contents, pages: new Map(pages), raw: reply.rawPayload };
}

const addressesIn = (html: string) => [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);

describe('own fields', () => {
  it('are in the archive where they are public and everyone sees the board', async () => {
    const field = (id: string, visibility: 'Staff' | 'Public') => ({
      ...{ id, name: `<${id}>`, kind: 'Text' as const, choices: [], required: false, visibility },
    });
    const team = teams[0] as BuiltParticipation;
    const set = (values: Partial<typeof games.$inferInsert>) =>
      test.db.update(games).set(values).where(eq(games.id, gameId));
    await set({ fields: [field('open', 'Public'), field('closed', 'Staff')] });
    await test.db
      .update(participationMembers)
      .set({ fields: { open: '<b>said', closed: 'kept' } })
      .where(eq(participationMembers.accountId, team.captain.id));
    const { pages } = await fetchArchive();
    expect(pages.get(`teams/${team.team.id}.html`)).toContain('&lt;open&gt;: &lt;b&gt;said');
    expect([...pages.values()].join('')).not.toContain('kept');
    await set({ boardVisibility: 'Participants' });
    expect([...(await fetchArchive()).pages.values()].join('')).not.toContain('b&gt;said');
    await set({ boardVisibility: 'Everyone', fields: [] });
  });
});

describe('POST /api/edit/games/{id}/archive', () => {
  it('has the board as it is served, of all teams and of each division', async () => {
    const { contents, pages } = await fetchArchive();
    const served = (await test.call(scoreboardRoutes.get, { params: { id: gameId }, query: {} })).body;
    const { updateTimeUtc: _, version: __, ...board } = served;
    const { updateTimeUtc: ___, ...archived } = contents['scoreboard.json'] as typeof served;
    expect(archived).toEqual(board);

    const rowsOf = (path: string) =>
      [...(pages.get(path) ?? '').matchAll(/<tr><td class="number">(\S+)<\/td><td><a href="teams\/(\d+)\.html">/g)].map(
        ([, rank, id]) => [Number(rank), Number(id)],
      );
    expect(rowsOf('scoreboard.html')).toEqual(board.items.map(({ rank, id }) => [rank, id]));
    expect(rowsOf(`scoreboard-${divisionId}.html`)).toEqual([[1, teams[2]?.team.id]]);
    expect(pages.get('scoreboard.html')).toContain('<span class="b1">1</span>');
  });

  it('has the kind of a division, and the values of one that scores alone', async () => {
    const set = async (values: Partial<typeof divisions.$inferInsert>) => {
      await test.db.update(divisions).set(values).where(eq(divisions.id, divisionId));
      await changeTestBoard(test, gameId);
    };
    await set({ kind: 'Agents', ruleText: 'For its teams alone.', scoresAlone: true });
    const { contents, pages } = await fetchArchive();
    const archived = contents['scoreboard.json'];
    const alone = [
      { divisionId, challenges: expect.arrayContaining([expect.objectContaining({ id: tides, solved: 1 })]) },
    ];
    expect(archived).toMatchObject({ divisions: [{ kind: 'Agents' }], divisionValues: alone });
    expect(pages.get(`scoreboard-${divisionId}.html`)).toContain('Guests (Agents)');
    expect(pages.get(`challenges/${tides}.html`)).toMatch(/Guests \(Agents\) · \d+ Points · Solves: 1/i);
    expect([...pages.values()].join('')).not.toContain('For its teams alone.');
    await set({ kind: null, ruleText: '', scoresAlone: false });
  });

  it('has awards and penalties with their reasons, but none that was given after a freeze that still holds', async () => {
    const [first, second] = teams as [BuiltParticipation, BuiltParticipation];
    const awardedAt = new Date(start + 30 * minute);
    const early = { awardedAt, createdAt: awardedAt, points: -20, reason: 'Late for <b>lunch</b>', label: 'Rules' };
    await buildAward(test.db, first, early);
    await buildAward(test.db, second, { awardedAt, points: 5000, reason: 'After the freeze' });
    const pagesNow = async () => {
      await changeTestBoard(test, gameId);
      return (await fetchArchive()).pages;
    };
    const open = await pagesNow();
    expect(open.get(`teams/${first.team.id}.html`)).toMatch(
      /<h2>Awards and penalties<\/h2>.*<td class="number">-20<\/td><td>Late for &lt;b&gt;lunch&lt;\/b&gt;<\/td><td>Rules<\/td>/s,
    );
    expect(open.get(`teams/${second.team.id}.html`)).toContain('After the freeze');
    await test.db
      .update(games)
      .set({ freezeAt: new Date(start + 100 * minute) })
      .where(eq(games.id, gameId));
    const frozen = await pagesNow();
    expect(frozen.get(`teams/${first.team.id}.html`)).toContain('Late for');
    expect([...frozen.values()].filter((html) => /After the freeze|5000/.test(html))).toEqual([]);
    await test.db.update(games).set({ freezeAt: null }).where(eq(games.id, gameId));
    await test.db.delete(awards).where(eq(awards.gameId, gameId));
    await changeTestBoard(test, gameId);
  });

  it('links to nothing that is not in it, and runs and fetches nothing', async () => {
    const { contents, pages } = await fetchArchive();
    const paths = new Set(Object.keys(contents));
    for (const [path, html] of pages) {
      const targets = addressesIn(html).map((address) => posix.join(posix.dirname(path), decodeURIComponent(address)));
      expect(targets.filter((target) => !paths.has(target))).toEqual([]);
      expect(html).not.toMatch(/<script|<iframe|javascript:|\son\w+=|https?:\/\//i);
      expect(html).toContain(`script-src 'none'`);
    }
    expect(pages.get('index.html')).toContain('<title>Harbour &lt;Cup&gt;</title>');
    expect(pages.get('index.html')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('has texts, hints, attachments and writeups as they are chosen', async () => {
    const bytesOf = async (chosen: Partial<GameArchiveBody>) => {
      const { contents, pages } = await fetchArchive(chosen);
      const stored = Object.entries(contents).filter(([path]) => path.startsWith('files/'));
      return {
        page: pages.get(`challenges/${tides}.html`) ?? '',
        stored: stored.map(([, bytes]) => String(bytes)).sort(),
      };
    };
    const all = await bytesOf(everything);
    expect(all.page).toContain('Low <em>water</em>');
    expect(all.page).toContain('Spring <em>tide</em>');
    expect(all.page).toContain(
      '<pre>nc {host} {port}\ncurl tides.example/?a=1&amp;b=&quot;\n&lt;script&gt;alert(1)&lt;/script&gt;</pre>',
    );
    expect(all.page).toContain('<p class="dim">Mira &lt;Holm&gt; · easy · sea</p>');
    expect(all.page).not.toContain('for staff only');
    expect(all.stored).toEqual(['', '%PDF-1.7 how', 'a picture', 'attached']);
    expect(all.page).toContain('download>empty &lt;2&gt;.txt</a>');
    const none = await bytesOf({});
    expect(none.page).toContain('Tides');
    expect(none.page).not.toMatch(/Look:|water|download|tides\.example/);
    expect(none.stored).toEqual(['a picture']);
    const texts = await bytesOf({ statements: true });
    expect(texts.page).toContain('<img src="../files/');
    expect(texts.stored).toEqual(['a picture']);
  });

  it('has no flag, no disabled challenge, no planned notice and no address of an account', async () => {
    const { contents } = await fetchArchive();
    const text = Object.values(contents)
      .map((content) => (Buffer.isBuffer(content) ? content.toString() : JSON.stringify(content)))
      .join('\n');
    expect(text).toContain('Lunch at <strong>noon</strong>.');
    const secrets = [flag, createHash('sha256').update(flag).digest('hex'), 'Kraken', 'Not yet.'];
    const accounts = teams.flatMap(({ members }) =>
      members.flatMap(({ email, passwordHash }) => [email, passwordHash]),
    );
    expect([...secrets, ...accounts].filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('keeps a freeze that still holds', async () => {
    await test.db
      .update(games)
      .set({ freezeAt: new Date(start + 100 * minute) })
      .where(eq(games.id, gameId));
    await changeTestBoard(test, gameId);
    const { contents, pages } = await fetchArchive();
    await test.db.update(games).set({ freezeAt: null }).where(eq(games.id, gameId));
    await changeTestBoard(test, gameId);
    const items = (contents['scoreboard.json'] as { items: { id: number; solvedCount: number }[] }).items;
    const late = teams[1]?.team.id ?? 0;
    expect(items.find(({ id }) => id === late)?.solvedCount).toBe(0);
    expect(pages.get(`teams/${late}.html`)).not.toContain('Tides');
    expect(pages.get('index.html')).toContain('The scoreboard is frozen since');
  });

  it('has no rank, score or solve of a team where not everyone sees the board, and still its writeup', async () => {
    const restrict = (boardVisibility: BoardVisibility) =>
      test.db.update(games).set({ boardVisibility }).where(eq(games.id, gameId));
    for (const boardVisibility of ['SignedIn', 'Participants', 'Staff'] as const) {
      await restrict(boardVisibility);
      const { contents, pages } = await fetchArchive();
      const [first, second, third] = teams.map(({ team }) => team);
      const paths = Object.keys(contents);
      expect(paths.filter((path) => /scoreboard|^teams/.test(path))).toEqual([`teams/${first?.id}.html`]);
      const text = Object.values(contents).map(String).join('\n');
      // Bloods are notices, which everybody may read.
      expect([second?.name, third?.name].filter((name) => text.includes(`>${name}</a>`))).toEqual([]);
      expect(pages.get(`teams/${first?.id}.html`)).not.toMatch(/Tides|Rank|Points/);
      expect(pages.get('index.html')).toContain(`<a href="teams/${first?.id}.html">`);
      for (const [path, html] of pages) {
        const targets = addressesIn(html).map((address) =>
          posix.join(posix.dirname(path), decodeURIComponent(address)),
        );
        expect(targets.filter((target) => !paths.includes(target))).toEqual([]);
      }
      const withoutWriteups = await fetchArchive({});
      expect(Object.keys(withoutWriteups.contents).filter((path) => path.startsWith('teams'))).toEqual([]);
    }
    await restrict('Everyone');
  });

  it('is a download in the language of the organiser, and is in the audit log', async () => {
    const { headers, pages } = await fetchArchive({}, 'de-DE');
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    expect(headers['content-disposition']).toContain('Harbour _Cup_-archive.zip');
    expect(pages.get('scoreboard.html')).toContain('<h1>Rangliste</h1>');
    const [entry] = await test.db.select().from(auditEntries).where(eq(auditEntries.action, 'game.archive'));
    expect(entry).toMatchObject({ gameId, accountId: admin.id });
  });

  it('refuses a game that has not ended, one that is not there, one with a lost file, and others than organisers', async () => {
    const running = await buildGame(test.db);
    const call = (id: number, as = admin) => test.call(routes.download, { as, params: { id }, body: everything });
    expectError(await call(running.id), 'game.notEnded');
    expectError(await call(999_999), 'game.notFound');
    expectError(await call(gameId, teams[0]?.captain), 'account.forbidden');
    const ended = await buildGame(test.db, { startAt: new Date(start), endAt: new Date(end) });
    const posterHash = await store('lost.png', 'image/png', 'lost');
    await test.db.update(games).set({ posterHash }).where(eq(games.id, ended.id));
    await test.deps.storage.delete(posterHash);
    expectError(await call(ended.id), 'package.contentMissing');
  });
});

describe('texts of an archive', () => {
  it.each([
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['[x](javascript:alert(1))', '<p>x</p>\n'],
    [
      '![x](https://pictures.example/a.png)',
      '<p><a href="https://pictures.example/a.png" rel="noopener noreferrer">x</a></p>\n',
    ],
    ['[a"b](https://x.example/?q="><b>)', undefined],
  ])('of %s', (markdown, expected) => {
    const html = renderMarkdown(markdown, () => undefined).markup;
    if (expected !== undefined) expect(html).toBe(expected);
    expect(html).not.toMatch(/<(img|b|script)\b/);
  });

  it.each(['>', '> ', '1. ', '- ', '['])('of sixty thousand %o are a page', (sign) => {
    const html = renderMarkdown(`${sign.repeat(60_000)}<script>`, () => undefined).markup;
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script');
  });

  it('say player where the game is joined alone', async () => {
    const set = (individual: boolean) => test.db.update(games).set({ individual }).where(eq(games.id, gameId));
    await set(true);
    const { pages } = await fetchArchive();
    await set(false);
    const board = [...pages].find(([path]) => path.startsWith('scoreboard'))?.[1];
    expect(board).toContain('<th>Player</th>');
    expect(board).not.toContain('<th>Team</th>');
  });

  it.each(languages)('are complete in %s', (language) => {
    const { solo, kinds, ...texts } = archiveTexts[language];
    const { solo: soloEnglish, kinds: kindsEnglish, ...english } = archiveTexts['en-US'];
    expect(Object.keys(kinds)).toEqual(Object.keys(kindsEnglish));
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    expect(Object.keys(solo)).toEqual(Object.keys(soloEnglish));
    for (const key of Object.keys(solo) as (keyof typeof solo)[]) expect(solo[key]).not.toBe(texts[key]);
    const placesIn = (text: string) => text.match(/\{\{\w+\}\}/g)?.sort() ?? [];
    for (const key of Object.keys(english) as (keyof typeof english)[]) {
      expect(texts[key].trim()).not.toBe('');
      expect(placesIn(texts[key])).toEqual(placesIn(english[key]));
    }
  });
});
