import { captureJobs, captureSearchRoutes as routes } from '@vexil/contract/capture-search';
import type { AccountRow } from '@vexil/db/schema/account';
import { captureFindings, captureMatches, captureSearches, captures } from '@vexil/db/schema/capture';
import { gameStaff } from '@vexil/db/schema/game';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildCapture, buildCaptureSearch } from '@vexil/db/testing/capture';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('searches of captures', () => {
  let test: TestApp;
  let observer: AccountRow;
  let gameId: number;
  let challengeId: number;
  let home: BuiltParticipation;
  let other: BuiltParticipation;

  beforeAll(async () => {
    test = await createTestApp();
    observer = await buildAccount(test.db);
  });
  beforeEach(async () => {
    await test.deps.queues.capture.obliterate({ force: true });
    gameId = (await buildGame(test.db)).id;
    await test.db.insert(gameStaff).values({ gameId, accountId: observer.id, role: 'observer' });
    challengeId = (await buildChallenge(test.db, { gameId, type: 'DynamicContainer' })).challenge.id;
    home = await buildParticipation(test.db, { gameId });
    other = await buildParticipation(test.db, { gameId });
  });
  afterAll(() => test.close());

  const create = (body: Parameters<typeof test.call<typeof routes.create>>[1]['body'], as = observer) =>
    test.call(routes.create, { params: { id: gameId }, body, as });
  const capture = () => buildCapture(test.db, { gameId, challengeId, participationId: home.participation.id });

  it('wait for a worker, and are listed newest first', async () => {
    const first = await create({ kind: 'text', pattern: 'flag{hunted}', ignoreCase: true });
    test.clock.advance(1000);
    const second = await create({
      kind: 'flag',
      pattern: 'ignored',
      challengeId,
      participationId: home.participation.id,
    });
    expect(first.body).toMatchObject({
      ...{ kind: 'text', pattern: 'flag{hunted}', ignoreCase: true, challengeId: null, participationId: null },
      ...{ state: 'waiting', filesTotal: 0, filesDone: 0, matchCount: 0, endedAt: null, error: null },
      userName: observer.userName,
    });
    expect(second.body).toMatchObject({
      ...{ kind: 'flag', pattern: null, challengeId, participationId: home.participation.id },
      team: home.team.name,
    });
    const jobs = await test.deps.queues.capture.getJobs();
    expect(jobs.map(({ name, data }) => [name, data.searchId]).sort()).toEqual(
      [first, second].map(({ body }) => [captureJobs.search.name, body.id]).sort(),
    );
    const listed = await test.call(routes.list, { params: { id: gameId }, as: observer });
    expect(listed.body.map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
    const [row] = await test.db.select().from(captureSearches).where(eq(captureSearches.id, first.body.id));
    expect(JSON.stringify(row)).not.toContain('hunted');
  });

  it.each([
    { kind: 'text' },
    { kind: 'text', pattern: '   ' },
    { kind: 'regex', pattern: '' },
    { kind: 'regex', pattern: '(' },
    { kind: 'regex', pattern: 'a{2,1}' },
    { kind: 'regex', pattern: '(a)\\1' },
    { kind: 'regex', pattern: '((a.{60}b){60}c){60}' },
  ] as const)('refuse %o', async (body) => {
    const refused = await create(body);
    expectError(refused, 'capture.patternInvalid');
    expect(refused.body).toMatchObject({ details: [{ path: 'pattern', message: expect.stringMatching(/\d/) }] });
    expect(await test.db.select().from(captureSearches).where(eq(captureSearches.gameId, gameId))).toEqual([]);
  });

  it('refuse a pattern that is too long, an unknown kind, and a number that no row can have', async () => {
    expectError(await create({ kind: 'text', pattern: 'x'.repeat(257) }), 'request.invalid');
    expectError(await create({ kind: 'shell' as never, pattern: 'x' }), 'request.invalid');
    const tooLarge = await create({ kind: 'flag', participationId: 2 ** 31 });
    expectError(tooLarge, 'request.invalid');
    expect(tooLarge.body).toMatchObject({ details: [{ path: 'participationId' }] });
  });

  it('are limited to three of a game that have not ended, also at once', async () => {
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => create({ kind: 'text', pattern: 'x' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400]);
    expectError(await create({ kind: 'text', pattern: 'x' }), 'capture.searchLimit');
    await test.db.update(captureSearches).set({ state: 'done' }).where(eq(captureSearches.gameId, gameId));
    expect((await create({ kind: 'text', pattern: 'x' })).status).toBe(200);
  });

  it('give matches with their context, and none of a file once it is deleted', async () => {
    const file = await capture();
    const search = await buildCaptureSearch(test.db, file, 'pass\u0000word');
    const read = () => test.call(routes.get, { params: { id: gameId, searchId: search.id }, as: observer });
    expect((await read()).body).toMatchObject({ matchCount: 1 });
    expect((await read()).body.matches).toMatchObject([
      { fileName: file.fileName, team: home.team.name, before: 'before ', content: 'pass·word', after: ' after' },
    ]);
    await test.db.delete(captures).where(eq(captures.id, file.id));
    expect((await read()).body).toMatchObject({ state: 'done', matchCount: 0, matches: [] });
    const listed = await test.call(routes.list, { params: { id: gameId }, as: observer });
    expect(listed.body).toMatchObject([{ id: search.id, matchCount: 0 }]);
  });

  it('name nothing of other games', async () => {
    const elsewhere = await buildGame(test.db);
    const foreign = await buildChallenge(test.db, { gameId: elsewhere.id, type: 'DynamicContainer' });
    const stranger = await buildParticipation(test.db, { gameId: elsewhere.id });
    const { body } = await create({
      ...{ kind: 'text', pattern: 'x' },
      ...{ challengeId: foreign.challenge.id, participationId: stranger.participation.id },
    });
    expect(body).toMatchObject({ challenge: null, team: null });
  });

  it('are deleted with their matches', async () => {
    const { id: searchId } = await buildCaptureSearch(test.db, await capture());
    const params = { id: gameId, searchId };
    expect((await test.call(routes.remove, { params, as: observer })).status).toBe(200);
    expect(await test.db.select().from(captureMatches).where(eq(captureMatches.searchId, searchId))).toEqual([]);
    expectError(await test.call(routes.remove, { params, as: observer }), 'capture.searchNotFound');
    expectError(await test.call(routes.get, { params, as: observer }), 'capture.searchNotFound');
  });

  it('are refused to players and to observers of other games, and not found under another game', async () => {
    const { id: searchId } = await buildCaptureSearch(test.db, await capture());
    const elsewhere = await buildGame(test.db);
    const stranger = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: elsewhere.id, accountId: stranger.id, role: 'observer' });
    const params = { id: gameId, searchId };
    for (const as of [home.captain, stranger]) {
      expectError(await create({ kind: 'flag' }, as), 'account.forbidden');
      for (const route of [routes.get, routes.remove]) {
        expectError(await test.call(route, { params, as }), 'account.forbidden');
      }
      for (const route of [routes.list, routes.findings]) {
        expectError(await test.call(route, { params: { id: gameId }, as }), 'account.forbidden');
      }
    }
    for (const route of [routes.get, routes.remove]) {
      const reply = await test.call(route, { params: { id: elsewhere.id, searchId }, as: stranger });
      expectError(reply, 'capture.searchNotFound');
    }
    expect((await test.call(routes.get, { params, as: observer })).status).toBe(200);
  });

  it('are refused for a game that does not exist', async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const params = { id: 2_000_000 };
    expectError(await test.call(routes.create, { params, body: { kind: 'flag' }, as: admin }), 'game.notFound');
    expectError(await test.call(routes.list, { params, as: admin }), 'game.notFound');
    expectError(await test.call(routes.findings, { params, as: admin }), 'game.notFound');
    const unknown = { params: { id: gameId, searchId: unknownId }, as: admin };
    expectError(await test.call(routes.get, unknown), 'capture.searchNotFound');
  });

  it('leave findings of both teams, newest first, until a team is deleted', async () => {
    const { fileName } = await capture();
    const place = { gameId, challengeId, participationId: home.participation.id, fileName, clientPort: 10_002 };
    const found = { stream: 0, side: 'client', offset: 27, length: 14, packet: 4 } as const;
    await test.db.insert(captureFindings).values([
      { ...place, ...found, happenedAt: new Date(1000), sourceParticipationId: other.participation.id },
      { ...place, ...found, stream: 2, happenedAt: new Date(2000), sourceParticipationId: other.participation.id },
    ]);
    const list = () => test.call(routes.findings, { params: { id: gameId }, as: observer });
    expect((await list()).body).toMatchObject([
      { stream: 2, time: 2000, filter: 'tcp.stream eq 2', isStored: true },
      {
        stream: 0,
        ownedTeam: { id: other.participation.id, team: { name: other.team.name } },
        submitTeam: { id: home.participation.id, members: [{ name: home.captain.userName, banned: false }] },
      },
    ]);
    await test.db.delete(captures).where(eq(captures.fileName, fileName));
    expect((await list()).body).toMatchObject([
      { stream: 2, fileName, isStored: false },
      { stream: 0, fileName, isStored: false },
    ]);
    await test.db.delete(teams).where(eq(teams.id, other.team.id));
    expect((await list()).body).toEqual([]);
  });
});
