import { participationRoutes } from '@vexil/contract/participation';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import type { AccountRow } from '@vexil/db/schema/account';
import { accounts } from '@vexil/db/schema/account';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { submissions } from '@vexil/db/schema/submission';
import { teamMembers } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { injectOf } from '../../testing/calls';
import { type CatalogueCall, catalogue } from '../../testing/catalogue';
import { proofConfig } from '../../testing/proof-config';
import { requests } from '../../testing/requests';
import { buildWorld, type World } from '../../testing/world';

/** An unused id. */
const absentId = 2147480000;

interface Caller {
  account: AccountRow | null;
  /** The team to join with; 0 without one. */
  teamId: number;
  submissionId: number;
}

let test: TestApp;
let world: World;
const callers = new Map<string, Caller>();

/** A submission of a former player, who may read its verdict. */
async function submitAs(account: AccountRow, participationId: number): Promise<number> {
  const [row] = await test.db
    .insert(submissions)
    .values({
      gameId: world.game.id,
      challengeId: world.game.staticId,
      participationId,
      accountId: account.id,
      answerHash: `hash of ${account.id}`,
      answerSealed: 'sealed',
      status: 'WrongAnswer',
      submittedAt: new Date(),
      judgedAt: new Date(),
    })
    .returning();
  return row?.id ?? 0;
}

async function buildCaptain(status: StoredParticipationStatus, role?: 'Banned'): Promise<Caller> {
  const { captain, participation, team } = await buildParticipation(test.db, { gameId: world.game.id, status });
  if (role) await test.db.update(accounts).set({ role }).where(eq(accounts.id, captain.id));
  return { account: captain, teamId: team.id, submissionId: await submitAs(captain, participation.id) };
}

beforeAll(async () => {
  test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  const loner = await buildTeam(test.db);
  const left = await buildCaptain('Accepted');
  await test.db.delete(participations).where(eq(participations.teamId, left.teamId));
  const newMember = await buildAccount(test.db);
  await test.db.insert(teamMembers).values({ teamId: world.game.home.team.id, accountId: newMember.id });
  const ofStaff = (account: AccountRow) => ({ account, teamId: 0, submissionId: world.game.submissionId });
  for (const [name, caller] of Object.entries({
    anonymous: { account: null, teamId: loner.team.id, submissionId: 1 },
    outsider: { account: loner.captain, teamId: loner.team.id, submissionId: 1 },
    pending: await buildCaptain('Pending'),
    rejected: await buildCaptain('Rejected'),
    suspended: await buildCaptain('Suspended'),
    'out of the game': left,
    'banned player': await buildCaptain('Accepted', 'Banned'),
    'organiser of another game': ofStaff(world.people.otherOrganiser),
    accepted: {
      account: world.people.participant,
      teamId: world.game.home.team.id,
      submissionId: world.game.submissionId,
    },
    'unregistered member of an accepted team': {
      account: newMember,
      teamId: world.game.home.team.id,
      submissionId: world.game.submissionId,
    },
    observer: ofStaff(world.people.observer),
    organiser: ofStaff(world.people.organiser),
    monitor: ofStaff(world.people.monitor),
    admin: ofStaff(world.people.admin),
  })) {
    callers.set(name, caller);
  }
  await test.db.update(games).set({ hidden: true }).where(eq(games.id, world.game.id));
});
afterAll(() => test.close());

function getCaller(name: string): Caller {
  const caller = callers.get(name);
  if (!caller) throw new Error(`There is no caller ${name}.`);
  return caller;
}

/** Calls with the id of a game, or of a challenge instead. */
const ofGames = catalogue.filter(({ path }) =>
  /^\/api\/(game|edit\/games|game\/games|admin\/writeups)\/:id(\/|$)|^\/api\/game\/captures\/:challengeId/.test(path),
);

/** Headers that differ between equal requests. */
const changing = new Set(['date', 'x-request-id']);

async function ask(call: CatalogueCall, name: string, ids: { id: number; challengeId?: number }) {
  const { account, teamId, submissionId } = getCaller(name);
  const build = requests[`${call.method} ${call.path}`];
  if (!build) throw new Error(`There is no valid request for ${call.path}`);
  // Building the request for the caller would make the caller a player of the game.
  const request = await build({ test, world, caller: null });
  const body = call.path === '/api/game/:id' && call.method === 'POST' ? { teamId } : request.body;
  const params = { ...request.params, ...(request.params?.submitId ? { submitId: submissionId } : {}), ...ids };
  const { headers, ...options } = injectOf(call, { ...request, params, body });
  const cookie = account ? { cookie: await test.signIn(account) } : {};
  const reply = await test.app.inject({ ...options, headers: { ...headers, ...cookie } });
  const kept = Object.entries(reply.headers).filter(([header]) => !changing.has(header));
  return { status: reply.statusCode, headers: Object.fromEntries(kept), body: reply.body };
}

const idsOf = (call: CatalogueCall, exists: boolean) =>
  call.path.includes('captures/:challengeId')
    ? { id: 0, challengeId: exists ? world.game.containerId : absentId }
    : { id: exists ? world.game.id : absentId };

const outsiders = [
  'anonymous',
  'outsider',
  'pending',
  'rejected',
  'suspended',
  'out of the game',
  'banned player',
  'organiser of another game',
];

it('covers some calls', () => {
  expect(ofGames.length).toBeGreaterThan(50);
});

describe.each(ofGames.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  it.each(outsiders)('replies to %s as for an unknown game', async (name) => {
    const reply = await ask(call, name, idsOf(call, true));
    expect(reply).toEqual(await ask(call, name, idsOf(call, false)));
    expect(reply.status).toBeGreaterThanOrEqual(400);
  });
});

const forPlayers = ofGames.filter(({ method, who }) => method === 'GET' && (who === 'anyone' || who === 'user'));
const insiders = [
  'accepted',
  'unregistered member of an accepted team',
  'observer',
  'organiser',
  'monitor',
  'admin',
] as const;

describe.each(forPlayers.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  it.each(insiders)('replies to %s as for a visible game', async (name) => {
    const hidden = await ask(call, name, idsOf(call, true));
    await test.db.update(games).set({ hidden: false }).where(eq(games.id, world.game.id));
    const shown = await ask(call, name, idsOf(call, true));
    await test.db.update(games).set({ hidden: true }).where(eq(games.id, world.game.id));
    const plain = ({ body, status }: typeof hidden) => ({
      status,
      // A ticket to a file is another one each time.
      body: body.replace('"hidden":true', '"hidden":false').replaceAll(/\/v1\.[\w-]+|"expiresAt":\d+/g, ''),
    });
    expect(plain(hidden)).toEqual(plain(shown));
    expect(hidden.body).not.toContain('game.notFound');
  });
});

describe('responses from before a game was hidden', () => {
  const addresses = [
    '',
    '/scoreboard',
    '/scoreboard/timeline?teams=1',
    '/ctftime',
    '/notices',
    '/details',
    '/page',
    '/check',
  ];

  it.each(addresses)('are not revalidated for %s', async (address) => {
    const url = `/api/game/${world.game.id}${address}`;
    const { account } = getCaller('accepted');
    const cookie = await test.signIn(account as AccountRow);
    const shown = await test.app.inject({ url, headers: { cookie } });
    const etag = String(shown.headers.etag ?? '*');
    const outsider = await test.signIn(getCaller('outsider').account as AccountRow);
    const reply = await test.app.inject({ url, headers: { cookie: outsider, 'if-none-match': etag } });
    expect(reply.statusCode).toBe(404);
  });

  it.each(['/scoreboard', '/ctftime', '/notices'])('may not be stored by shared caches for %s', async (address) => {
    const url = `/api/game/${world.game.id}${address}`;
    const cookie = await test.signIn(getCaller('accepted').account as AccountRow);
    const { headers } = await test.app.inject({ url, headers: { cookie } });
    expect(headers['cache-control']).toContain('private');
    expect(headers.vary).toContain('Cookie, Authorization');
  });
});

describe('joining a hidden game', () => {
  const join = (as: AccountRow, teamId: number) =>
    test.call(participationRoutes.join, {
      as,
      params: { id: world.game.id },
      body: { teamId, divisionId: world.game.divisionId },
    });

  it('is possible with an accepted team', async () => {
    const member = getCaller('unregistered member of an accepted team').account as AccountRow;
    expect((await join(member, world.game.home.team.id)).status).toBe(200);
    const reply = await test.send({ method: 'GET', url: `/api/game/${world.game.id}/details`, as: member });
    expect(reply.status).toBe(200);
  });

  it('is not possible with another team of a player', async () => {
    const { team } = await buildTeam(test.db, { captainId: world.people.rival.id });
    expectError(await join(world.people.rival, team.id), 'game.notFound');
  });
});
