import { connect } from 'node:net';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { notices } from '@vexil/db/schema/notice';
import { posts } from '@vexil/db/schema/post';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestApp, emptyRedis } from '../../testing/app';
import { proofConfig } from '../../testing/proof-config';
import { type SharedWorld, type Subject, startSharedWorld } from '../../testing/shared-answers';
import { startTcpService, type TcpService } from '../../testing/tcp';
import { buildWorld, type World } from '../../testing/world';
import { createWelcomePost } from '../post/welcome.service';

/** Fixed, so that histories are the same every time; a failure prints it. */
const seed = Number(process.env.PROOF_SEED ?? 20_261_122);
const historiesCount = 3;
const stepsMax = 7;

let shared: SharedWorld;
let world: World;
let subject: Subject;
let relay: TcpService;
let isCut = false;
/** Teams that may join. */
let newTeams: Awaited<ReturnType<typeof buildTeam>>[];

/** The second server reaches Redis through it. */
function startRelay(): Promise<TcpService> {
  const { hostname, port } = new URL(inject('redisUrl'));
  return startTcpService((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const redis = connect(Number(port || 6379), hostname);
    redis.on('error', () => socket.destroy());
    redis.on('close', () => socket.destroy());
    socket.on('close', () => redis.destroy());
    socket.pipe(redis).pipe(socket);
  });
}

beforeAll(async () => {
  const test = await createTestApp(proofConfig);
  relay = await startRelay();
  const redisUrl = new URL(inject('redisUrl'));
  redisUrl.host = `127.0.0.1:${relay.port}`;
  world = await buildWorld(test);
  newTeams = [await buildTeam(test.db), await buildTeam(test.db), await buildTeam(test.db)];
  shared = await startSharedWorld(test, { redisUrl: redisUrl.href });
  subject = { gameId: world.game.id, postId: world.postId, player: world.people.participant };
  test.clock.stopAt(test.clock.now());
});
afterAll(async () => {
  await shared.close();
  await relay.close();
});

function cut(): void {
  isCut = true;
  for (const socket of relay.sockets) socket.destroy();
}

type Method = 'POST' | 'PUT' | 'DELETE';

async function send(server: number, method: Method, url: string, body?: object, as = world.people.admin) {
  const { app } = shared.servers[server] ?? shared.servers[0];
  const headers = { cookie: await shared.test.signIn(as) };
  const reply = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
  expect(reply.statusCode, `${method} ${url}: ${reply.body.slice(0, 500)}`).toBeLessThan(500);
  return reply;
}

/** Of the caller `server`; `number` is anything. Others may do the same at the same time, so acts may be refused. */
type HistoryAct = (server: number, number: number) => Promise<unknown>;

const game = () => `/api/edit/games/${world.game.id}`;
const at = <T>(all: readonly T[], number: number) => all[number % all.length] as T;

async function listNotices(): Promise<number[]> {
  const rows = await shared.test.db.select({ id: notices.id, type: notices.type }).from(notices);
  return rows.filter(({ type }) => type === 'Normal').map(({ id }) => id);
}

const history: Record<string, HistoryAct> = {
  settings: (server, number) =>
    send(server, 'PUT', '/api/admin/config', {
      globalConfig: { title: `Cup ${number}` },
      accountPolicy: { useCaptcha: number % 2 === 0 },
    }),
  'a title': (server, number) => send(server, 'PUT', game(), { title: `Game ${number}` }),
  hiding: (server, number) => send(server, 'PUT', game(), { hidden: number % 2 === 0 }),
  freezing: (server, number) =>
    send(server, 'PUT', game(), { freezeTime: number % 2 === 0 ? Date.now() - 60_000 : null }),
  'a new game': (server, number) =>
    send(server, 'POST', '/api/edit/games', { title: `New ${number}`, start: Date.now(), end: Date.now() + 3_600_000 }),
  'a division': (server, number) => send(server, 'POST', `${game()}/divisions`, { name: `division ${number}` }),
  'a new notice': (server, number) => send(server, 'POST', `${game()}/notices`, { content: `Notice ${number}` }),
  'another notice': async (server, number) =>
    send(server, 'PUT', `${game()}/notices/${at(await listNotices(), number)}`, { content: `Again ${number}` }),
  'one notice less': async (server, number) =>
    send(server, 'DELETE', `${game()}/notices/${at(await listNotices(), number)}`),
  'a hint': (server, number) =>
    send(server, 'PUT', `${game()}/challenges/${world.game.staticId}`, { hints: [`Hint ${number}`] }),
  'a challenge': (server, number) =>
    send(server, 'PUT', `${game()}/challenges/${world.game.dynamicId}`, { isEnabled: number % 2 === 0 }),
  'a new post': (server, number) =>
    send(server, 'POST', '/api/edit/posts', { title: `News ${number}`, content: 'Text' }),
  'a post': (server, number) =>
    send(server, 'PUT', `/api/edit/posts/${world.postId}`, { title: `Newer ${number}`, isPinned: number % 2 === 0 }),
  'the author': (server, number) =>
    send(server, 'PUT', '/api/account/update', { userName: `Author${number}` }, world.people.admin),
  'a team': (server, number) =>
    send(server, 'PUT', `/api/admin/teams/${world.teams.away.team.id}`, { name: `away ${number}` }),
  joining: (server, number) => {
    const { team, captain } = at(newTeams, number);
    const body = { teamId: team.id, divisionId: world.game.divisionId };
    return send(server, 'POST', `/api/game/${world.game.id}`, body, captain);
  },
  'a team less': (server, number) => send(server, 'DELETE', `/api/admin/teams/${at(newTeams, number).team.id}`),
};

describe('shared answers', () => {
  it('equal the database after every step of random histories on both servers', { timeout: 600_000 }, async () => {
    const one = fc.record({ act: fc.constantFrom(...Object.keys(history)), number: fc.nat(9_999) });
    const steps = fc.array(fc.tuple(one, one), { minLength: 4, maxLength: stepsMax });
    const property = fc.asyncProperty(steps, async (pairs) => {
      await shared.warm(subject);
      for (const pair of pairs) {
        shared.test.clock.stopAt(new Date(shared.test.clock.now().getTime() + 1000));
        await Promise.all(pair.map(({ act, number }, server) => history[act]?.(server, number)));
        await shared.converge(subject);
      }
    });
    await fc.assert(property, { seed, numRuns: historiesCount, endOnFailure: true });
  });

  it('follow after Redis was emptied', async () => {
    await shared.warm(subject);
    await emptyRedis(shared.test.deps);
    await send(0, 'PUT', game(), { title: 'Emptied', hidden: false });
    await send(0, 'POST', `${game()}/notices`, { content: 'Emptied' });
    await send(1, 'PUT', `/api/edit/posts/${world.postId}`, { title: 'Emptied' });
    const { game: shown, notices: listed, post } = await shared.converge(subject);
    for (const { body } of [shown, listed, post]) expect(body).toContain('Emptied');
  });

  it('follow on a server that is cut off from Redis, and after that', async () => {
    await shared.warm(subject);
    cut();
    await send(0, 'PUT', game(), { title: 'Missed', hidden: false });
    await send(0, 'PUT', '/api/admin/config', { globalConfig: { title: 'Missed' } });
    await send(0, 'POST', '/api/edit/posts', { title: 'Missed', content: 'Text' });
    await send(0, 'POST', `${game()}/notices`, { content: 'Missed' });
    const during = await shared.converge(subject);
    for (const name of ['game', 'recent', 'games', 'config', 'latest', 'posts', 'notices'] as const) {
      expect(during[name].body, name).toContain('Missed');
    }
    isCut = false;
    await send(0, 'PUT', game(), { title: 'Received' });
    expect((await shared.converge(subject)).game.body).toContain('Received');
  });

  it('have the first post, which no call makes', async () => {
    const { db } = shared.test;
    await db.delete(posts);
    await db.delete(auditEntries);
    const before = await shared.warm(subject);
    expect(before.posts.body).toBe('[]');
    await createWelcomePost(shared.servers[0].deps);
    expect((await shared.converge(subject)).latest.body).toContain('Welcome');
  });
});

describe('personal answers of a server that is cut off from Redis', () => {
  it('follow a ban, a kick, an ended session and a suspended team', async () => {
    const { db } = shared.test;
    const gameId = (await buildGame(db)).id;
    const built = await buildParticipation(db, { gameId, built: await buildTeam(db, { membersCount: 5 }) });
    const [, kicked, banned, left, stays] = built.members as AccountRow[] as [
      AccountRow,
      AccountRow,
      AccountRow,
      AccountRow,
      AccountRow,
    ];
    const show = async (player: AccountRow) => {
      const headers = { cookie: await shared.test.signIn(player) };
      const reply = await shared.servers[1].app.inject({ url: `/api/game/${gameId}/details`, headers });
      return reply.statusCode === 200 ? 200 : reply.json().code;
    };
    const showAll = () => Promise.all([kicked, banned, left, stays].map(show));
    expect(await showAll()).toEqual([200, 200, 200, 200]);
    cut();
    const kick = `/api/team/${built.team.id}/kick/${kicked.id}`;
    expect((await send(0, 'POST', kick, undefined, built.captain)).statusCode).toBe(200);
    await send(0, 'PUT', `/api/admin/users/${banned.id}`, { role: 'Banned' });
    await send(0, 'DELETE', `/api/admin/users/${left.id}/sessions`);
    const refused = ['participation.missing', 'account.banned', 'account.unauthenticated'];
    expect(await showAll()).toEqual([...refused, 200]);
    await send(0, 'PUT', `/api/admin/participation/${built.participation.id}`, { status: 'Suspended' });
    expect(await showAll()).toEqual([...refused, 'participation.notAccepted']);
    isCut = false;
  });
});
