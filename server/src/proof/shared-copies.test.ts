import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { gamePermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { gameStaff, games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { posts } from '@vexil/db/schema/post';
import { solves, submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/app';
import { type Answer, addresses, answers, type SharedWorld, startSharedWorld } from '../../testing/shared-answers';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

let shared: SharedWorld;
let gameId: number;
let postId: string;
let players: Record<'first' | 'second' | 'free', BuiltParticipation>;
let observer: AccountRow;
let outsider: AccountRow;

beforeAll(async () => {
  shared = await startSharedWorld(await createTestApp());
});
afterAll(() => shared.close());

async function solve({ participation, captain }: BuiltParticipation, challengeId: number, submittedAt: Date) {
  const { db } = shared.test;
  const key = { gameId, challengeId, participationId: participation.id, accountId: captain.id };
  const [submission] = await db
    .insert(submissions)
    .values({ ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted', submittedAt })
    .returning();
  await db.insert(solves).values({ ...key, submissionId: submission?.id ?? 0, solvedAt: submittedAt });
}

/** Its players see one challenge only. */
async function buildDivision(name: string, challengeId: number): Promise<number> {
  const { db } = shared.test;
  const [row] = await db.insert(divisions).values({ gameId, name, defaultPermissions: 0 }).returning();
  const divisionId = row?.id ?? 0;
  const permissions = gamePermissions.ViewChallenge;
  await db.insert(divisionChallenges).values({ divisionId, challengeId, gameId, permissions });
  return divisionId;
}

beforeEach(async () => {
  const { db, clock } = shared.test;
  clock.stopAt(new Date());
  gameId = (await buildGame(db, { freezeAt: minutesAgo(30) })).id;
  const challengeIds: number[] = [];
  for (const category of ['Web', 'Crypto', 'Pwn', 'Misc'] as const) {
    challengeIds.push((await buildChallenge(db, { gameId, category, title: `A ${category} challenge` })).challenge.id);
  }
  const [web = 0, crypto = 0] = challengeIds;
  const join = async (divisionId: number | null) => buildParticipation(db, { gameId, divisionId });
  players = {
    first: await join(await buildDivision('first', web)),
    second: await join(await buildDivision('second', crypto)),
    free: await join(null),
  };
  [observer, outsider] = [await buildAccount(db), await buildAccount(db)];
  await db.insert(gameStaff).values({ gameId, accountId: observer.id, role: 'observer' });
  await solve(players.free, web, minutesAgo(40));
  await solve(players.free, crypto, minutesAgo(10));
  await db.insert(notices).values([
    { gameId, type: 'Normal', values: ['Welcome.'], publishedAt: minutesAgo(50) },
    { gameId, type: 'FirstBlood', values: ['withheld', 'A Crypto challenge'], publishedAt: minutesAgo(10) },
  ]);
  postId = `${gameId}`.padStart(8, '0');
  await db.insert(posts).values({ id: postId, title: 'News', summary: 'Short', content: 'Long', tags: [] });
  await shared.warm({ gameId, postId, player: players.free.captain });
});

const decode = (bytes: Buffer, encoding: unknown): string => {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  expect(encoding).toBeUndefined();
  return bytes.toString();
};

async function get(app: FastifyInstance, url: string, as: AccountRow | null, headers: Record<string, string> = {}) {
  const cookie = as ? { cookie: await shared.test.signIn(as) } : {};
  const reply = await app.inject({ url, headers: { ...headers, ...cookie } });
  const encoding = reply.headers['content-encoding'];
  const text = decode(reply.rawPayload, encoding);
  return { status: reply.statusCode, text, etag: String(reply.headers.etag), encoding, headers: reply.headers };
}

const callers = (): Record<string, AccountRow | null> => ({
  visitor: null,
  outsider,
  first: players.first.captain,
  second: players.second.captain,
  free: players.free.captain,
  observer,
});

/** Asks both servers for everybody's copy with everybody's tag; returns the texts by caller. */
async function readCopies(url: string): Promise<Record<string, string>> {
  const asked = Object.entries(callers());
  const own = await Promise.all(asked.map(async ([, as]) => get(shared.test.app, url, as)));
  for (const { app } of shared.servers) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      for (const other of own) {
        // One after the other on one server, which holds the copies of all.
        for (const [index, [name, as]] of asked.entries()) {
          const wanted = own[index];
          if (!wanted) throw new Error('Every caller has a copy.');
          const headers = { 'accept-encoding': encoding, 'if-none-match': other.etag };
          const reply = await get(app, url, as, headers);
          const isOwn = other.status === 200 && wanted.status === 200 && other.etag === wanted.etag;
          expect(reply.status, `${name} ${url} ${encoding}`).toBe(isOwn ? 304 : wanted.status);
          expect(reply.text, `${name} ${url} ${encoding}`).toBe(isOwn ? '' : wanted.text);
          if (isOwn) expect(wanted.text).toBe(other.text);
        }
      }
    }
  }
  return Object.fromEntries(asked.map(([name], index) => [name, own[index]?.text ?? '']));
}

describe('another copy of a shared answer', () => {
  it('is never sent to those who see the notices of a frozen game', async () => {
    const { observer: staff, ...others } = await readCopies(`/api/game/${gameId}/notices`);
    expect(staff).toContain('withheld');
    expect(new Set(Object.values(others)).size).toBe(1);
    expect(others.visitor).toContain('Welcome.');
    expect(others.visitor).not.toContain('withheld');
  });

  it('is never sent to those who see the board of a frozen game', async () => {
    const { observer: staff, ...others } = await readCopies(`/api/game/${gameId}/scoreboard`);
    const solved = (text = '{}') => JSON.parse(text).items.map((one: { solvedCount: number }) => one.solvedCount);
    expect(solved(staff)).toContain(2);
    expect(new Set(Object.values(others)).size).toBe(1);
    expect(solved(others.visitor)).not.toContain(2);
  });

  it('is never sent to players of another division', async () => {
    const copies = await readCopies(`/api/game/${gameId}/details`);
    const categories = (text = '{}') => Object.keys(JSON.parse(text).challenges);
    expect(categories(copies.first)).toEqual(['Web']);
    expect(categories(copies.second)).toEqual(['Crypto']);
    expect(categories(copies.free).sort()).toEqual(['Crypto', 'Misc', 'Pwn', 'Web']);
    for (const name of ['visitor', 'outsider', 'observer'])
      expect(JSON.parse(copies[name] ?? '').status, name).not.toBe(200);
  });

  it('is never sent to those who see their own part of a game', async () => {
    const copies = await readCopies(`/api/game/${gameId}`);
    for (const [name, { team }] of Object.entries(players)) {
      expect(JSON.parse(copies[name] ?? '')).toMatchObject({ teamName: team.name });
    }
    expect(JSON.parse(copies.visitor ?? '')).toMatchObject({ teamName: null, staffRole: null });
    expect(JSON.parse(copies.observer ?? '')).toMatchObject({ staffRole: 'observer' });
  });

  it('of a hidden game is sent to its staff and its teams only, and lists do not have it', async () => {
    const { db } = shared.test;
    const admin = await buildAccount(db, { role: 'Admin' });
    const cookie = await shared.test.signIn(admin);
    const [server] = shared.servers;
    const payload = { hidden: true, title: 'Secret' };
    await server.app.inject({ method: 'PUT', url: `/api/edit/games/${gameId}`, headers: { cookie }, payload });
    await shared.converge({ gameId, postId, player: players.free.captain });
    for (const part of ['', '/notices', '/scoreboard']) {
      const copies = await readCopies(`/api/game/${gameId}${part}`);
      for (const name of ['visitor', 'outsider']) {
        expect(JSON.parse(copies[name] ?? ''), `${name} ${part}`).toMatchObject({ status: 404, code: 'game.notFound' });
      }
      for (const name of ['first', 'second', 'free', 'observer']) {
        expect(JSON.parse(copies[name] ?? '').code, `${name} ${part}`).toBeUndefined();
      }
    }
    for (const url of [addresses.games(), addresses.recent()]) {
      for (const text of Object.values(await readCopies(url))) expect(text).not.toContain('Secret');
    }
  });
});

/** What a document is sent as, and what a reply with a part of the caller is. */
const encodings: readonly [header: string | undefined, document: string | undefined, composed: string | undefined][] = [
  [undefined, undefined, undefined],
  ['identity', undefined, undefined],
  ['gzip', 'gzip', 'gzip'],
  ['GZIP', 'gzip', 'gzip'],
  ['br', 'br', undefined],
  ['gzip, deflate, br, zstd', 'br', 'gzip'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br', 'gzip'],
  ['compress, x-unknown', undefined, undefined],
  ['gzip;q=0', undefined, undefined],
  ['br;q=0', undefined, undefined],
  ['gzip;q=0, br;q=0', undefined, undefined],
  ['gzip;q=0, br', 'br', undefined],
  ['br;q=0.000, gzip; q=0.5', 'gzip', 'gzip'],
  ['*', 'gzip', 'gzip'],
  ['*;q=0', undefined, undefined],
  ['gzip;q=0, *', undefined, undefined],
  ['identity;q=0', undefined, undefined],
  ['identity;q=0, gzip', 'gzip', 'gzip'],
  ['', undefined, undefined],
  [';q=0,,*/*', undefined, undefined],
];
const composedAnswers: readonly Answer[] = ['details'];

/** Returns the length of the answer. */
async function checkEncodings(name: Answer): Promise<number> {
  const [{ app }] = shared.servers;
  const player = players.free.captain;
  const url = addresses[name]({ gameId, postId, player });
  const as = name === 'details' ? player : null;
  const plain = await get(app, url, as);
  expect(plain.status).toBe(200);
  const length = Buffer.byteLength(plain.text);
  // Boards are compressed before their length is known.
  const isSmall = length < 1024 && name !== 'board';
  for (const [header, document, composed] of encodings) {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-encoding': header };
    const reply = await get(app, url, as, headers);
    const wanted = composedAnswers.includes(name) ? composed : document;
    expect(reply.encoding, `${name} for ${header}`).toBe(isSmall ? undefined : wanted);
    expect(reply.text, `${name} for ${header}`).toBe(plain.text);
    expect(reply.headers).toMatchObject({ etag: plain.etag, 'content-type': expect.stringContaining('json') });
    expect(reply.headers.vary).toContain('Accept-Encoding');
    const strong = plain.etag.replace(/^W\//, '');
    for (const known of [plain.etag, strong, `"other", ${plain.etag}`, '*']) {
      const unchanged = await get(app, url, as, { ...headers, 'if-none-match': known });
      expect(unchanged, `${name} for ${header} and ${known}`).toMatchObject({
        status: 304,
        text: '',
        etag: plain.etag,
      });
      expect(unchanged.headers.vary).toBe(reply.headers.vary);
    }
    expect((await get(app, url, as, { ...headers, 'if-none-match': '"other"' })).text).toBe(plain.text);
  }
  return length;
}

describe('the encoding of a shared answer', () => {
  it.each(answers)('is an accepted one, for %s as it is and for a large one', async (name) => {
    await checkEncodings(name);
    if (name === 'captcha') return;
    const { db } = shared.test;
    const long = 'A long text. '.repeat(120);
    const footer = { key: 'globalConfig.footerInfo', value: JSON.stringify(long) };
    await db.insert(configEntries).values(footer).onConflictDoNothing();
    await db.update(games).set({ summary: long, content: long }).where(eq(games.id, gameId));
    await db.update(posts).set({ summary: long }).where(eq(posts.id, postId));
    await db.insert(notices).values({ gameId, type: 'Normal', values: [long], publishedAt: minutesAgo(45) });
    for (let count = 0; count < 8; count += 1) await buildChallenge(db, { gameId, title: long.slice(0, 100) });
    await shared.warm({ gameId, postId, player: players.free.captain });
    expect(await checkEncodings(name)).toBeGreaterThanOrEqual(1024);
    await db.delete(configEntries);
  });
});
