import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { scoreboardRoutes as routes } from '@vexil/contract/scoreboard';
import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import type { AccountRow } from '@vexil/db/schema/account';
import { boardRules } from '@vexil/db/schema/board-rule';
import { challenges } from '@vexil/db/schema/challenge';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { solves } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildToken } from '../../testing/token';

const minute = 60_000;

let test: TestApp;
let gameId: number;
let start: number;
let teams: BuiltParticipation[];
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Team `n` solves in minute `n` and, on the second challenge, in minute `20 - n`. */
beforeEach(async () => {
  const game = await buildGame(test.db);
  gameId = game.id;
  start = game.startAt.getTime();
  const [one, two] = [await buildChallenge(test.db, { gameId }), await buildChallenge(test.db, { gameId })];
  const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
  teams = [];
  for (let n = 1; n <= 6; n += 1) {
    const team = await buildParticipation(test.db, { gameId, divisionId: n % 2 ? null : (division?.id ?? null) });
    teams.push(team);
    await solve(team, one.challenge.id, start + n * minute);
    await solve(team, two.challenge.id, start + (20 - n) * minute);
  }
});

async function solve(team: BuiltParticipation, challengeId: number, time: number) {
  const submittedAt = new Date(time);
  const { id } = await buildSubmission(test.db, team, { id: challengeId }, { status: 'Accepted', submittedAt });
  const key = { gameId, challengeId, participationId: team.participation.id, accountId: team.captain.id };
  await test.db.insert(solves).values({ ...key, submissionId: id, solvedAt: submittedAt });
}

const params = () => ({ id: gameId });
async function computed(asOf: number) {
  const facts = await loadScoreboardFacts(test.database.sql, gameId);
  if (!facts) throw new Error('There is no such game.');
  return JSON.parse(JSON.stringify({ ...computeScoreboard(facts, asOf), version: 0 }));
}
const freeze = (at: number) =>
  test.db
    .update(games)
    .set({ freezeAt: new Date(at) })
    .where(eq(games.id, gameId));

describe('GET /api/game/{id}/scoreboard?asOf', () => {
  it('is what the facts give for that time', async () => {
    for (const asOf of [0, start, start + 3 * minute, start + 3 * minute - 1, start + 16 * minute]) {
      const reply = await test.call(routes.get, { params: params(), query: { asOf } });
      expect(reply.body).toEqual(await computed(asOf));
    }
  });

  it('comes compressed, and not again to those who have it', async () => {
    const query = { asOf: start + 3 * minute };
    const plain = await test.call(routes.get, { params: params(), query });
    const ask = (headers: Record<string, string>) =>
      test.app.inject({ url: `/api/game/${gameId}/scoreboard?asOf=${query.asOf}`, headers });
    for (const [encoding, inflate] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const reply = await ask({ 'accept-encoding': encoding });
      expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: expect.stringContaining('Encoding') });
      expect(JSON.parse(inflate(reply.rawPayload).toString())).toEqual(plain.body);
    }
    const etag = String(plain.headers.etag);
    expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304);
    const { headers } = await test.call(routes.get, { params: params(), query: { asOf: query.asOf - minute } });
    expect(headers.etag).not.toBe(etag);
  });

  it('gives the board of now for a time to come, and counts it among what costs', async () => {
    const { body } = await test.call(routes.get, { params: params(), query: { asOf: Date.UTC(2100, 0) } });
    expect(body.updateTimeUtc).toBeLessThanOrEqual(test.clock.now().getTime());
    expect(body).toEqual(await computed(body.updateTimeUtc));
    expectError(await test.call(routes.get, { params: params(), query: { asOf: -1 } }), 'request.invalid');
    expectError(await test.call(routes.get, { params: { id: 987654 }, query: { asOf: 1 } }), 'game.notFound');
  });

  it('gives the public nothing later than the freeze, and staff all', async () => {
    const at = start + 4 * minute;
    await freeze(at);
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const query = { asOf: start + 30 * minute };
    expect((await test.call(routes.get, { params: params(), query })).body).toEqual(await computed(at));
    const seen = await test.call(routes.get, { as: admin, params: params(), query });
    expect(seen.body).toEqual(await computed(query.asOf));
    expect(seen.headers['cache-control']).toContain('private');
    // A token that was not made for watching opens what everybody sees.
    const { headers } = await buildToken(test, admin, ['game:read']);
    expect((await test.call(routes.get, { params: params(), query, headers })).body).toEqual(await computed(at));
    const watching = await buildToken(test, admin, ['game:read', 'monitor:read']);
    const live = await test.call(routes.get, { params: params(), query, headers: watching.headers });
    expect(live.body).toEqual(seen.body);
  });
});

describe('pages of a board', () => {
  it('are slices of the whole', async () => {
    const { body: whole } = await test.call(routes.get, { params: params() });
    for (const [skip, count] of [
      [0, 2],
      [2, 3],
      [5, 100],
      [6, 1],
      [0, 0],
    ] as const) {
      const { body } = await test.call(routes.get, { params: params(), query: { skip, count } });
      expect(body).toEqual({ ...whole, items: whole.items.slice(skip, skip + count), total: 6 });
    }
    expect((await test.call(routes.get, { params: params(), query: { skip: 4 } })).body.items).toEqual(
      whole.items.slice(4),
    );
    expect(whole).not.toHaveProperty('total');
  });

  it('keep to a division and a name, with the ranks of the whole', async () => {
    const { body: whole } = await test.call(routes.get, { params: params() });
    const division = whole.divisions[0]?.id ?? 0;
    const guests = await test.call(routes.get, { params: params(), query: { division, count: 2, skip: 1 } });
    const all = whole.items.filter(({ divisionId }) => divisionId === division);
    expect(guests.body).toMatchObject({ items: all.slice(1, 3), total: 3 });
    const name = whole.items[3]?.name ?? '';
    const found = await test.call(routes.get, { params: params(), query: { search: name.toUpperCase() } });
    expect(found.body.items).toContainEqual(whole.items[3]);
    expect(found.body.items.every((one) => one.name.toLowerCase().includes(name.toLowerCase()))).toBe(true);
    const noMatch = await test.call(routes.get, { params: params(), query: { search: 'no such team' } });
    expect(noMatch.body).toMatchObject({ items: [], total: 0 });
    const again = { 'if-none-match': String(noMatch.headers.etag) };
    const query = { search: 'no such team' };
    expect((await test.call(routes.get, { params: params(), query, headers: again })).status).toBe(304);
    expectError(await test.call(routes.get, { params: params(), query: { count: 1001 } }), 'request.invalid');
  });

  it('show a board of any time as well', async () => {
    const asOf = start + 5 * minute;
    const { body } = await test.call(routes.get, { params: params(), query: { asOf, skip: 1, count: 2 } });
    const whole = await computed(asOf);
    expect(body).toEqual({ ...whole, items: whole.items.slice(1, 3), total: 6 });
  });
});

describe('GET /api/game/{id}/scoreboard/timeline', () => {
  it('gives the timelines of any teams, in the order asked for', async () => {
    const ids = [teams[4]?.team.id, teams[0]?.team.id].map(Number);
    const query = { teams: [...ids, 987654, ids[0]].join(',') };
    const { body } = await test.call(routes.timeline, { params: params(), query });
    const { body: whole } = await test.call(routes.get, { params: params() });
    const lines = new Map(whole.timelines[0]?.teams.map((line) => [line.id, line]));
    expect(body).toEqual(ids.map((id) => lines.get(id)));
    const asOf = start + 5 * minute;
    const early = await test.call(routes.timeline, { params: params(), query: { ...query, asOf } });
    expect(early.body.map(({ items }) => items.length)).toEqual([1, 1]);
  });

  it('ends at the freeze', async () => {
    await freeze(start + 4 * minute);
    const query = { teams: teams.map(({ team }) => team.id).join(',') };
    const { body } = await test.call(routes.timeline, { params: params(), query });
    expect(body.map(({ items }) => items.length)).toEqual([1, 1, 1, 1, 0, 0]);
  });

  it('takes fifty teams and refuses more, and what is no list', async () => {
    const listOf = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');
    const ask = (list: string) => test.call(routes.timeline, { params: params(), query: { teams: list } });
    expect((await ask(listOf(50))).status).toBe(200);
    for (const list of [listOf(51), '', '1,', 'x', '1,,2', '0', '99999999999']) {
      const refused = await ask(list);
      expectError(refused, 'request.invalid');
      expect(refused.body).toMatchObject({ details: [{ path: expect.stringMatching(/^teams/) }] });
    }
    expectError(await test.call(routes.timeline, { params: { id: 987654 }, query: { teams: '1' } }), 'game.notFound');
    const upcoming = await buildGame(test.db, { startAt: new Date(Date.now() + 60 * minute) });
    const early = { params: { id: upcoming.id }, query: { teams: '1' } };
    expectError(await test.call(routes.timeline, early), 'game.notStarted');
    expectError(await test.call(routes.get, { params: { id: upcoming.id }, query: { asOf: 1 } }), 'game.notStarted');
  });
});

describe('what was suspended', () => {
  it('is on no board of the past', async () => {
    const [first] = teams;
    await test.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.id, first?.participation.id ?? 0));
    const { body } = await test.call(routes.get, { params: params(), query: { asOf: start + 2 * minute } });
    expect(JSON.stringify(body)).not.toContain(first?.team.name);
  });
});

describe('a board as it was shown then', () => {
  const shown = async (knownAt: number, as?: AccountRow) =>
    (await test.call(routes.get, { params: params(), query: { knownAt }, ...(as ? { as } : {}) })).body;
  /** Clocks of rows and of the test are apart by less. */
  const later = async () => {
    await delay(20);
    const at = Date.now();
    await delay(20);
    return at;
  };

  it('has the rules and facts of that moment, whatever has changed since', async () => {
    const moments: { at: number; board: unknown }[] = [];
    const note = async () => {
      const at = await later();
      moments.push({ at, board: { ...(await computed(at)), updateTimeUtc: at } });
    };
    await note();
    const [first] = await test.db.select().from(challenges).where(eq(challenges.gameId, gameId));
    const task = eq(challenges.id, first?.id ?? 0);
    for (const change of [
      () => test.db.update(challenges).set({ originalScore: 40, minScoreRate: 0.1 }).where(task),
      () =>
        test.db
          .update(participations)
          .set({ status: 'Suspended' })
          .where(eq(participations.id, teams[0]?.participation.id ?? 0)),
      () => test.db.update(games).set({ bloodBonus: 0 }).where(eq(games.id, gameId)),
      () =>
        test.db.insert(divisionChallenges).values({
          gameId,
          divisionId: teams[1]?.participation.divisionId ?? 0,
          challengeId: first?.id ?? 0,
          permissions: 0,
        }),
      () => test.db.delete(divisionChallenges).where(eq(divisionChallenges.gameId, gameId)),
      () => test.db.update(challenges).set({ isEnabled: false }).where(task),
      () =>
        test.db
          .update(solves)
          .set({ reversedAt: new Date() })
          .where(eq(solves.participationId, teams[2]?.participation.id ?? 0)),
      () => test.db.delete(divisions).where(eq(divisions.gameId, gameId)),
    ]) {
      await change();
      await note();
    }
    const boards = await Promise.all(moments.map(({ at }) => shown(at)));
    expect(boards).toEqual(moments.map(({ board }) => board));
    expect(new Set(boards.map((board) => JSON.stringify({ ...board, updateTimeUtc: 0 }))).size).toBe(
      moments.length - 1,
    );
  });

  it('shows the public nothing later than a freeze, and knows no game before it was made', async () => {
    const at = await later();
    await freeze(at);
    const [one] = teams;
    if (!one) throw new Error('There are teams.');
    await solve(one, (await buildChallenge(test.db, { gameId })).challenge.id, at + 1);
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const solved = ({ items }: { items: { id: number; solvedCount: number }[] }) =>
      items.find(({ id }) => id === one.team.id)?.solvedCount;
    expect(solved(await shown(Date.now() + minute))).toBe(2);
    expect(solved(await shown(Date.now() + minute, admin))).toBe(3);
    expect(await shown(1000)).toMatchObject({ items: [], challenges: {} });
    for (const knownAt of [-1, 0.5, Number.NaN, 253_402_300_800_000]) {
      const reply = await test.send({ method: 'GET', url: `/api/game/${gameId}/scoreboard?knownAt=${knownAt}` });
      expect(reply).toMatchObject({ status: 400, body: { details: [{ path: 'knownAt' }] } });
    }
  });

  it('keeps no rules of a game that is gone', async () => {
    await test.db.delete(games).where(eq(games.id, gameId));
    expect(await test.db.$count(boardRules, eq(boardRules.gameId, gameId))).toBe(0);
  });
});
