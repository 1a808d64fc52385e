import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import type { ErrorCode } from '@vexil/contract/errors';
import type { OwnGames } from '@vexil/contract/game';
import type { GamePage } from '@vexil/contract/game-page';
import { participationRoutes } from '@vexil/contract/participation';
import { teamRoutes } from '@vexil/contract/team';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { gameStaff, games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app';
import { createDeps } from '../../src/create-deps';
import { createTestApp, type TestApp } from '../../testing/app';
import { freshSession } from '../../testing/requests';
import { recordStatements } from '../../testing/statements';
import { buildToken } from '../../testing/token';
import type { Deps } from '../deps';

let test: TestApp;
/** A second server on the same database and Redis, which records its statements. */
let other: FastifyInstance;
let otherDeps: Deps;
const statements: string[] = [];
let admin: AccountRow;

beforeAll(async () => {
  test = await createTestApp();
  otherDeps = createDeps(test.deps.config, test.deps.log, {
    keyPrefix: test.deps.keyPrefix,
    database: recordStatements(test.database, statements),
    clock: test.clock,
  });
  other = await buildApp(otherDeps);
  await other.ready();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(async () => {
  await other.close();
  await otherDeps.close();
  await test.close();
});

interface Scene extends BuiltParticipation {
  gameId: number;
  member: AccountRow;
  cookie: string;
  urls: Record<Answer, string>;
}

const answers = [
  'profile',
  'teams',
  'mine',
  'check',
  'game',
  'page',
  'details',
  'instances',
  'challenge',
  'submissions',
  'status',
  'sessions',
] as const;
type Answer = (typeof answers)[number];

async function buildScene(): Promise<Scene> {
  const gameId = (await buildGame(test.db)).id;
  const built = await buildParticipation(test.db, { gameId, built: await buildTeam(test.db, { membersCount: 2 }) });
  const member = built.members[1] as AccountRow;
  const { challenge } = await buildChallenge(test.db, { gameId, content: 'Find it. '.repeat(200) });
  const submission = await buildSubmission(test.db, built, challenge, { accountId: member.id });
  const ofChallenge = `/api/game/${gameId}/challenges/${challenge.id}`;
  const urls = {
    profile: '/api/account/profile',
    sessions: '/api/account/sessions',
    teams: '/api/team',
    mine: '/api/game/mine',
    check: `/api/game/${gameId}/check`,
    game: `/api/game/${gameId}`,
    page: `/api/game/${gameId}/page`,
    details: `/api/game/${gameId}/details`,
    instances: `/api/game/${gameId}/container`,
    challenge: ofChallenge,
    submissions: `${ofChallenge}/submissions`,
    status: `${ofChallenge}/status/${submission.id}`,
  };
  return { ...built, gameId, member, cookie: await freshSession(test, member), urls };
}

interface Shown {
  status: number;
  body: Record<string, unknown> & { code?: ErrorCode };
}

async function ask(app: FastifyInstance, url: string, headers: InjectOptions['headers'] = {}): Promise<Shown> {
  const reply = await app.inject({ url, headers });
  return { status: reply.statusCode, body: reply.json() };
}

let scene: Scene;
beforeEach(async () => {
  scene = await buildScene();
});

/** By the server that is not asked for the changes. */
const show = (answer: Answer) => ask(other, scene.urls[answer], { cookie: scene.cookie });

/** 200, and what identifies the answer. */
const outcomeOf = ({ status, body }: Shown, pick: (body: Shown['body']) => unknown = () => undefined) =>
  status === 200 ? (pick(body) ?? 200) : body.code;

const pageOutcome = ({ profile, game, details, instances }: GamePage) =>
  `${profile.role} ${game.status}${details ? ', details' : ''}${instances ? ', instances' : ''}`;

async function showAll(): Promise<Record<Answer, unknown>> {
  const shown: Partial<Record<Answer, unknown>> = {};
  for (const answer of answers) {
    shown[answer] = outcomeOf(await show(answer), (body) => {
      if (answer === 'teams') return (body as unknown as unknown[]).length;
      if (answer === 'profile') return body.role;
      if (answer === 'mine') return (body as unknown as OwnGames).games[0]?.status ?? 'none';
      if (answer === 'page') return pageOutcome(body as unknown as GamePage);
      return answer === 'game' ? body.status : undefined;
    });
  }
  return shown as Record<Answer, unknown>;
}

const every = (value: unknown) => Object.fromEntries(answers.map((answer) => [answer, value]));
const playing = {
  ...every(200),
  profile: 'User',
  teams: 1,
  mine: 'Accepted',
  game: 'Accepted',
  page: 'User Accepted, details, instances',
};

describe('a change made through another server acts on the next personal answer:', () => {
  beforeEach(async () => {
    expect(await showAll()).toEqual(playing);
  });

  it('a ban', async () => {
    const params = { userId: scene.member.id };
    await test.call(accountAdminRoutes.update, { as: admin, params, body: { role: 'Banned' } });
    // Everyone may see a public game.
    expect(await showAll()).toEqual({ ...every('account.banned'), game: 'Accepted' });
  });

  it('an ended session', async () => {
    const logout = { method: 'POST', url: accountRoutes.logout.path, headers: { cookie: scene.cookie } } as const;
    expect((await test.app.inject(logout)).statusCode).toBe(200);
    expect(await showAll()).toEqual({ ...every('account.unauthenticated'), game: 'Unsubmitted' });
  });

  it.each([
    ['the other sessions ended by their account', 'own'],
    ['all sessions ended by an administrator', accountAdminRoutes.endSessions.path],
    ['a password reset by an administrator', accountAdminRoutes.resetPassword.path],
  ] as const)('%s', async (_title, path) => {
    const reply = await test.app.inject({
      method: 'DELETE',
      url: path === 'own' ? accountRoutes.endOtherSessions.path : path.replace(':userId', scene.member.id),
      headers: { cookie: path === 'own' ? await freshSession(test, scene.member) : await test.signIn(admin) },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await showAll()).toEqual({ ...every('account.unauthenticated'), game: 'Unsubmitted' });
  });

  it('a deleted account', async () => {
    const params = { userId: scene.member.id };
    const deleted = await test.call(accountAdminRoutes.delete, { as: admin, params });
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
    expect(await showAll()).toEqual({ ...every('account.unauthenticated'), game: 'Unsubmitted' });
  });

  it('a kick from the team', async () => {
    const params = { id: scene.team.id, userId: scene.member.id };
    expect((await test.call(teamRoutes.kick, { as: scene.captain, params })).status).toBe(200);
    expect(await showAll()).toEqual({
      ...playing,
      teams: 0,
      mine: 'none',
      game: 'Unsubmitted',
      page: 'User Unsubmitted',
      details: 'participation.missing',
      instances: 'participation.missing',
      challenge: 'participation.missing',
      submissions: 'participation.missing',
    });
  });

  it.each(['Rejected', 'Suspended'] as const)('a participation that is %s', async (status) => {
    const params = { id: scene.participation.id };
    expect((await test.call(participationRoutes.update, { as: admin, params, body: { status } })).status).toBe(200);
    const code = 'participation.notAccepted';
    const refused = { details: code, instances: code, challenge: code, submissions: code };
    expect(await showAll()).toEqual({ ...playing, ...refused, mine: status, game: status, page: `User ${status}` });
  });

  it('a role that was given and taken, in a game that is hidden', async () => {
    const params = { userId: scene.member.id };
    const setRole = (role: 'Monitor' | 'User') =>
      test.call(accountAdminRoutes.update, { as: admin, params, body: { role } });
    await test.call(teamRoutes.kick, { as: scene.captain, params: { id: scene.team.id, ...params } });
    const hide = { method: 'PUT', url: `/api/edit/games/${scene.gameId}`, payload: { hidden: true } } as const;
    expect((await test.app.inject({ ...hide, headers: { cookie: await test.signIn(admin) } })).statusCode).toBe(200);
    const outside = {
      ...every('game.notFound'),
      sessions: 200,
      profile: 'User',
      teams: 0,
      mine: 'none',
      // The participation of the team is accepted, and the submission is the caller's own.
      status: 200,
    };
    expect(await showAll()).toEqual(outside);
    await setRole('Monitor');
    expect(await showAll()).toMatchObject({
      profile: 'Monitor',
      check: 200,
      game: 'Unsubmitted',
      page: 'Monitor Unsubmitted',
    });
    await setRole('User');
    expect(await showAll()).toEqual(outside);
  });

  it('a place on the staff of a hidden game', async () => {
    const accountId = scene.member.id;
    await test.call(teamRoutes.kick, { as: scene.captain, params: { id: scene.team.id, userId: accountId } });
    await test.db.update(games).set({ hidden: true }).where(eq(games.id, scene.gameId));
    expect((await show('check')).body.code).toBe('game.notFound');
    await test.db.insert(gameStaff).values({ gameId: scene.gameId, accountId, role: 'observer', addedById: admin.id });
    expect((await show('check')).status).toBe(200);
    expect((await show('page')).body).toMatchObject({
      game: { staffRole: 'observer' },
      details: null,
      instances: null,
    });
    expect((await show('details')).body.code).toBe('participation.missing');
    await test.db.delete(gameStaff).where(eq(gameStaff.accountId, accountId));
    expect((await show('check')).body.code).toBe('game.notFound');
    expect((await show('page')).body.code).toBe('game.notFound');
  });
});

/** Without what servers read and write in batches for everyone, and what earlier tests made due a second later. */
const ownStatements = () =>
  statements.filter((text) => !/topic_versions|scoreboard_versions|^with due as|^insert into play_traces/.test(text));
const oneStatement = [expect.stringMatching(/^with /)];

async function countStatements(url: string, headers: InjectOptions['headers']): Promise<string[]> {
  statements.length = 0;
  await ask(other, url, headers);
  return ownStatements();
}

describe('a personal answer', () => {
  beforeEach(async () => {
    // Otherwise it is written a second later.
    await test.db.update(accounts).set({ lastVisitedAt: test.clock.now() });
    await showAll();
  });

  it.each(answers)('%s takes one statement', async (answer) => {
    const { urls, cookie } = scene;
    expect(await countStatements(urls[answer], { cookie })).toEqual(oneStatement);
    const stranger = await freshSession(test, await buildAccount(test.db, { lastVisitedAt: test.clock.now() }));
    // A new session is renewed once.
    await ask(other, urls[answer], { cookie: stranger });
    expect(await countStatements(urls[answer], { cookie: stranger })).toEqual(oneStatement);
    expect(await countStatements(urls[answer], { cookie: 'GZCTF_Token=unknown' })).toEqual(oneStatement);
    expect(await countStatements(urls[answer], {})).toEqual([]);
    await test.db
      .update(games)
      .set({ hidden: true, freezeAt: new Date(0) })
      .where(eq(games.id, scene.gameId));
    await ask(other, urls[answer], { cookie });
    expect(await countStatements(urls[answer], { cookie })).toEqual(oneStatement);
    expect(await countStatements(urls[answer], { cookie: stranger })).toEqual(oneStatement);
  });

  it('takes more only for the first opening of a challenge', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId: scene.gameId, type: 'DynamicContainer' });
    const url = `/api/game/${scene.gameId}/challenges/${challenge.id}`;
    expect(await countStatements(url, { cookie: scene.cookie })).toContain('begin');
    expect(await countStatements(url, { cookie: scene.cookie })).toEqual(oneStatement);
  });

  it('is read once for a submission, before it is stored', async () => {
    const { urls, cookie } = scene;
    statements.length = 0;
    const payload = { flag: 'flag{wrong}' };
    const reply = await other.inject({ method: 'POST', url: urls.challenge, headers: { cookie }, payload });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(ownStatements()).toEqual([
      expect.stringMatching(/^with callers as materialized .*'players'/s),
      expect.stringMatching(/^with arriving .*insert into submissions/s),
    ]);
  });

  it('is the same with an API token', async () => {
    const { headers } = await buildToken(test, scene.member, ['account:read', 'team:read', 'game:read', 'play:read']);
    // A call with a token has no session that would be the current one, and the page of a game takes none.
    for (const answer of answers.filter((one) => one !== 'sessions' && one !== 'page')) {
      const withToken = await ask(other, scene.urls[answer], headers);
      expect(withToken, answer).toEqual(await show(answer));
      expect(withToken.status, answer).toBe(200);
    }
  });

  it('goes to its own caller when many are asked for at once', async () => {
    const scenes = await Promise.all(Array.from({ length: 8 }, buildScene));
    for (const answer of answers) {
      const alone = [];
      for (const { urls, cookie } of scenes) alone.push(await ask(other, urls[answer], { cookie }));
      expect(alone.map(({ status }) => status)).toEqual(scenes.map(() => 200));
      const together = await Promise.all(scenes.map(({ urls, cookie }) => ask(other, urls[answer], { cookie })));
      expect(together).toEqual(alone);
    }
  });

  it('is refused in the order of session, ban, address and game', async () => {
    const banned = await buildAccount(test.db, { role: 'Banned' });
    const paths = {
      check: '/api/game/x/check',
      details: '/api/game/none/details',
      page: '/api/game/none/page',
      status: '/api/game/1/challenges/1/status/x',
    };
    for (const url of Object.values(paths)) {
      expect((await ask(other, url)).body.code, url).toBe('account.unauthenticated');
      expect((await ask(other, url, { cookie: await freshSession(test, banned) })).body.code, url).toBe(
        'account.banned',
      );
      expect((await ask(other, url, { cookie: scene.cookie })).body.code, url).toBe('request.notFound');
    }
    const unknown = '/api/game/2147483647';
    expect((await ask(other, `${unknown}/details`, { cookie: scene.cookie })).body.code).toBe('game.notFound');
    expect((await ask(other, `${unknown}/page`, { cookie: scene.cookie })).body.code).toBe('game.notFound');
    expect((await ask(other, unknown, { cookie: scene.cookie })).body.code).toBe('game.notFound');
    expect((await ask(other, `${unknown}/challenges/1/status/1`, { cookie: scene.cookie })).body.code).toBe(
      'submission.notFound',
    );
  });
});
