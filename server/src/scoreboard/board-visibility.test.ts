// Who sees the board: every call that reads, and the hubs, are asked by everyone for each setting, and what only the board
// has is searched for by value.

import { challengeRoutes } from '@vexil/contract/challenge';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { gamePageRoutes } from '@vexil/contract/game-page';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { type BoardVisibility, boardVisibilities } from '@vexil/db/enums/game';
import type { AccountRow } from '@vexil/db/schema/account';
import { storeSolves } from '@vexil/db/schema/scoreboard-version';
import { solves } from '@vexil/db/schema/submission';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { injectOf } from '../../testing/calls';
import { catalogue } from '../../testing/catalogue';
import { connectHub, type HubClient, listen } from '../../testing/live';
import { requests } from '../../testing/requests';
import { changeTestBoard } from '../../testing/scoreboard';
import { buildWorld, type World } from '../../testing/world';

let test: TestApp;
let world: World;
let gameId: number;
let tasks: BuiltChallenge[];
/** Solves after three others, so that no notice names it. */
let fourth: BuiltParticipation;

async function solve(team: BuiltParticipation, { challenge }: BuiltChallenge, solvedAt: Date) {
  const { participation, captain } = team;
  const { id } = await buildSubmission(test.db, team, challenge, { status: 'Accepted' });
  const key = { gameId, challengeId: challenge.id, participationId: participation.id, accountId: captain.id };
  await test.db.insert(solves).values({ ...key, submissionId: id, solvedAt });
  const at = solvedAt.getTime();
  await test.database.sql.begin((tx) => storeSolves(tx, gameId, { submissionIds: [id], firstAt: at, lastAt: at }));
}

beforeAll(async () => {
  test = await createTestApp();
  world = await buildWorld(test);
  gameId = world.game.id;
  const make = (originalScore: number) => buildChallenge(test.db, { gameId, originalScore, minScoreRate: 1 });
  tasks = [await make(83_177), await make(61_379)];
  const others = await Promise.all([1, 2, 3].map(() => buildParticipation(test.db, { gameId })));
  fourth = await buildParticipation(test.db, { gameId });
  for (const [index, team] of [...others, fourth].entries()) {
    for (const task of tasks) await solve(team, task, new Date(Date.now() - 100_000 + index * 1_234));
  }
  await changeTestBoard(test, gameId);
});
afterAll(() => test.close());

const show = async (boardVisibility: BoardVisibility) => {
  const change = { as: world.people.admin, params: { id: gameId }, body: { boardVisibility } };
  expect((await test.call(gameEditRoutes.update, change)).status).toBe(200);
};

type Asker = [name: string, who: () => AccountRow | null, sees: readonly BoardVisibility[]];
const askers: Asker[] = [
  ['a visitor', () => null, ['Everyone']],
  ['a banned account', () => world.people.banned, ['Everyone']],
  ['an account', () => world.people.user, ['Everyone', 'SignedIn']],
  ['staff of another game', () => world.people.otherOrganiser, ['Everyone', 'SignedIn']],
  ['a player', () => world.people.participant, ['Everyone', 'SignedIn', 'Participants']],
  ['an observer', () => world.people.observer, boardVisibilities],
  ['an organiser', () => world.people.organiser, boardVisibilities],
  ['a monitor', () => world.people.monitor, boardVisibilities],
  ['an administrator', () => world.people.admin, boardVisibilities],
];

const boardPaths = ['scoreboard', 'scoreboard/timeline', 'ctftime'].map((path) => `/api/game/:id/${path}`);

/** The bodies of every call that reads, by path; boards in all their forms. */
async function readAll(who: AccountRow | null): Promise<Map<string, { status: number; body: string }[]>> {
  const found = new Map<string, { status: number; body: string }[]>();
  const cookie = who ? { cookie: await test.signIn(who) } : {};
  const teams = String(fourth.team.id);
  const now = Date.now();
  const forms: Record<string, Record<string, string | number>[]> = {
    '/api/game/:id/scoreboard': [{}, { asOf: now }, { asOf: now - 1 }, { count: 9 }, { search: fourth.team.name }],
    '/api/game/:id/scoreboard/timeline': [{ teams }, { teams, asOf: now }],
  };
  for (const call of catalogue.filter(({ method }) => method === 'GET')) {
    const request = await requests[`${call.method} ${call.path}`]?.({
      test,
      world,
      caller: world.people.participant,
    });
    if (!request) throw new Error(`There is no valid request for ${call.path}`);
    for (const query of forms[call.path] ?? [request.query ?? {}]) {
      const options = injectOf(call, { ...request, query });
      const reply = await test.app.inject({ ...options, headers: { ...options.headers, ...cookie } });
      found.set(call.path, [...(found.get(call.path) ?? []), { status: reply.statusCode, body: reply.body }]);
    }
  }
  return found;
}

describe.each(boardVisibilities)('a board for %s', (visibility) => {
  it('shows the ranking to those alone who may see it, on every call', async () => {
    await show(visibility);
    const { rank, score } = (
      await test.call(scoreboardRoutes.get, { as: world.people.observer, params: { id: gameId } })
    ).body.items.find(({ id }) => id === fourth.team.id) as { rank: number; score: number };
    expect(rank).toBe(4);
    expect(String(score)).toMatch(/^\d{6}$/);
    for (const [name, who, sees] of askers) {
      const found = await readAll(who());
      const isSeen = sees.includes(visibility);
      const refused = { status: who() ? 403 : 401, code: 'scoreboard.notVisible' };
      for (const path of boardPaths) {
        for (const { status, body } of found.get(path) ?? []) {
          const about = `${name}: ${path}`;
          if (isSeen) expect(status, about).toBe(200);
          else expect({ status, code: JSON.parse(body).code }, about).toEqual(refused);
        }
      }
      const showing = [...found].filter(([, replies]) => replies.some(({ body }) => body.includes(String(score))));
      expect(
        showing
          .map(([path]) => path)
          .filter((path) => !isSeen || boardPaths.includes(path))
          .sort(),
        name,
      ).toEqual(isSeen ? [...boardPaths].sort() : []);
      const account = who();
      const game = await test.call(gameRoutes.get, { ...(account && { as: account }), params: { id: gameId } });
      if (name !== 'a banned account')
        expect(game.body, name).toMatchObject({ boardVisibility: visibility, boardVisible: isSeen });
    }
  });

  it('sends changes to those alone who may see it', async () => {
    await show(visibility);
    const address = await listening();
    const hubs: [Asker, HubClient][] = [];
    for (const asker of askers) {
      const account = asker[1]();
      const cookie = account ? await test.signIn(account) : undefined;
      for (const live of ['&live=1', ''])
        hubs.push([asker, await connectHub(`${address}/hub/user?game=${gameId}${live}`, cookie)]);
    }
    await vi.waitFor(() => expect(hubs.filter(([, hub]) => hub.of('CaughtUp').length > 0)).toHaveLength(askers.length));
    const late = await buildParticipation(test.db, { gameId });
    await solve(late, tasks[0] as BuiltChallenge, new Date());
    await changeTestBoard(test, gameId);
    const sent = () => hubs.map(([, hub]) => hub.of('ScoreboardChanged').length > 0);
    const expected = hubs.map(([[, , sees]], index) => index % 2 === 0 && sees.includes(visibility));
    await vi.waitFor(() => expect(sent()).toEqual(expected), 30_000);
    // The next message for all comes after what would have been sent.
    await show(visibility);
    await vi.waitFor(
      () => expect(hubs.every(([, hub], index) => index % 2 === 1 || hub.of('GameChanged').length > 0)).toBe(true),
      30_000,
    );
    expect(sent()).toEqual(expected);
    for (const [, hub] of hubs) await hub.connection.stop();
  });
});

let address: string | undefined;
const listening = async () => {
  address ??= await listen(test.app);
  return address;
};

describe('a player', () => {
  const place = async (as: AccountRow) => {
    const details = await test.call(challengeRoutes.details, { as, params: { id: gameId } });
    const page = await test.call(gamePageRoutes.get, { as, params: { id: gameId } });
    const mine = await test.call(gameRoutes.mine, { as });
    const home = mine.body.games.find(({ id }) => id === gameId);
    expect(page.body.details?.rank).toEqual(details.body.rank);
    const { rank, divisionRank, score } = details.body.rank;
    return { rank, divisionRank, score, home: [home?.boardVisible, home?.place?.rank, home?.place?.score] };
  };

  it('keeps score and solves without a rank where only staff see the board', async () => {
    const { captain } = fourth;
    await show('Participants');
    const seen = await place(captain);
    expect(seen).toMatchObject({ rank: 4, home: [true, 4, seen.score] });
    await show('Staff');
    expect(await place(captain)).toEqual({
      rank: 0,
      divisionRank: null,
      score: seen.score,
      home: [false, 0, seen.score],
    });
    await show('Everyone');
    expect(await place(captain)).toEqual(seen);
  });

  it('is sent changes from the moment of the setting, without a new connection', async () => {
    await show('Staff');
    const { captain } = fourth;
    const hub = await connectHub(`${await listening()}/hub/user?game=${gameId}&live=1`, await test.signIn(captain));
    await show('Participants');
    let solvedAt = Date.now();
    await vi.waitFor(async () => {
      solvedAt += 1;
      await solve(await buildParticipation(test.db, { gameId }), tasks[1] as BuiltChallenge, new Date(solvedAt));
      await changeTestBoard(test, gameId);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(hub.of('ScoreboardChanged').length).toBeGreaterThan(0);
    }, 30_000);
    await show('Staff');
    await vi.waitFor(async () => {
      const before = hub.of('ScoreboardChanged').length;
      solvedAt += 1;
      await solve(await buildParticipation(test.db, { gameId }), tasks[1] as BuiltChallenge, new Date(solvedAt));
      await changeTestBoard(test, gameId);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(hub.of('ScoreboardChanged')).toHaveLength(before);
    }, 30_000);
    await hub.connection.stop();
  });
});

describe('the setting', () => {
  it('takes four values and no other, and stays where it is not named', async () => {
    const change = (body: object) =>
      test.send({ method: 'PUT', url: `/api/edit/games/${gameId}`, as: world.people.organiser, payload: body });
    for (const value of ['', 'Nobody', 'Everyone,Staff', 4, [], {}, 'Staff '.repeat(10_000)]) {
      const refused = await change({ boardVisibility: value });
      expectError(refused, 'request.invalid');
      expect(refused.body).toMatchObject({ details: [{ path: 'boardVisibility' }] });
    }
    expect((await change({ boardVisibility: 'Staff' })).body).toMatchObject({ boardVisibility: 'Staff' });
    expect((await change({ summary: 'Same.' })).body).toMatchObject({ boardVisibility: 'Staff' });
  });

  it('of a hidden game leaves the game unknown to others', async () => {
    const change = { hidden: true, boardVisibility: 'Staff' as const };
    await test.call(gameEditRoutes.update, { as: world.people.admin, params: { id: gameId }, body: change });
    for (const route of [scoreboardRoutes.get, scoreboardRoutes.ctftime])
      expectError(await test.call(route, { params: { id: gameId } }), 'game.notFound');
    const body = { hidden: false, boardVisibility: 'Everyone' as const };
    await test.call(gameEditRoutes.update, { as: world.people.admin, params: { id: gameId }, body });
  });

  it('never lets a shared cache keep a restricted board', async () => {
    await show('SignedIn');
    const { headers } = await test.call(scoreboardRoutes.get, { as: world.people.user, params: { id: gameId } });
    expect(headers['cache-control']).toMatch(/private|no-store/);
    expect(headers.vary).toMatch(/Cookie/);
    const again = { 'if-none-match': String(headers.etag) };
    expectError(
      await test.call(scoreboardRoutes.get, { params: { id: gameId }, headers: again }),
      'scoreboard.notVisible',
    );
  });
});
