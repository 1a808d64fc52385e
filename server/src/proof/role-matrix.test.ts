import { accesses } from '@vexil/contract/route';
import { type Scope, scopes } from '@vexil/contract/scope.rules';
import { type AccountRow, sessions } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { factors } from '@vexil/db/schema/factor';
import { gameStaff, games } from '@vexil/db/schema/game';
import { gameTokens } from '@vexil/db/schema/game-token';
import { webhooks } from '@vexil/db/schema/webhook';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActorName, accountOf, actors, isOfGame, refusalOf } from '../../testing/actors';
import { createTestApp, type TestApp } from '../../testing/app';
import { injectOf } from '../../testing/calls';
import { type CatalogueCall, callKey, catalogue, provedCalls } from '../../testing/catalogue';
import { buildFactor } from '../../testing/factor';
import { proofConfig } from '../../testing/proof-config';
import { freshPlayerToken, freshSession, freshToken, requests } from '../../testing/requests';
import { buildWorld, type World } from '../../testing/world';

let test: TestApp;
let world: World;
let otherId: number;
let declared: Set<string>;
const tokens = new Map<string, string>();

beforeAll(async () => {
  test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  otherId = (await buildGame(test.db)).id;
  await test.db.insert(gameStaff).values({ gameId: otherId, accountId: world.people.organiser.id, role: 'organiser' });
  declared = new Set(test.app.registered.flatMap(({ route }) => (route ? [callKey(route.method, route.path)] : [])));
});
afterAll(() => test.close());

async function tokenOf(actor: ActorName, creatorId: string, call: CatalogueCall): Promise<string> {
  // Those of awards and challenges open parts of what those of the editor do; a package shows what is read.
  const right = call.scope?.split(':')[1];
  const opening = call.scope?.startsWith('edit:')
    ? [call.scope, `award:${right}`, `challenge:${right}`, 'challenge:read']
    : [call.scope];
  const has = (scope: Scope) => actor !== 'tokenWithoutScope' || !opening.includes(scope);
  const mine = actor === 'tokenWithScope' && call.scope ? [call.scope as Scope] : scopes.filter(has);
  const key = `${actor} ${creatorId} ${mine.join()}`;
  const known = tokens.get(key);
  if (known) return known;
  const revokedAt = actor === 'tokenRevoked' ? new Date() : null;
  const { text } = await freshToken(test, creatorId, { scopes: mine, revokedAt });
  tokens.set(key, text);
  return text;
}

/** Removed with the next one: a game has a limit of tokens. */
let lastToken: string | undefined;

async function tokenOfGame(actor: ActorName, { id }: Record<string, unknown>): Promise<string> {
  const { organiser } = world.people;
  const called = typeof id === 'number' && id > 0 ? id : world.game.id;
  const gameId = actor === 'tokenOfGame' ? called : otherId;
  if (lastToken) await test.db.delete(gameTokens).where(eq(gameTokens.tokenId, lastToken));
  const { id: tokenId, text } = await freshToken(test, organiser.id, { scopes: [...scopes] });
  lastToken = tokenId;
  const [game] = await test.db.select({ id: games.id }).from(games).where(eq(games.id, gameId));
  await test.db.insert(gameTokens).values({ tokenId, gameId: game?.id ?? world.game.id });
  return text;
}

async function credentialsOf(
  actor: ActorName,
  account: AccountRow | null,
  call: CatalogueCall,
  params: Record<string, unknown>,
) {
  if (!account) return {};
  if (isOfGame(actor)) return { authorization: `Bearer ${await tokenOfGame(actor, params)}` };
  if (actor === 'tokenOfPlayer') return { authorization: `Bearer ${await freshPlayerToken(test, world)}` };
  if (actor.startsWith('token')) return { authorization: `Bearer ${await tokenOf(actor, account.id, call)}` };
  // These calls may delete sessions.
  const ends = call.path.startsWith('/api/account/');
  return { cookie: ends ? await freshSession(test, account) : await test.signIn(account) };
}

/** Of the last call. */
let lastParams: Record<string, unknown> | undefined;

function wantedOf(call: CatalogueCall, actor: ActorName) {
  const { id: gameId, home } = world.game;
  return refusalOf(call, actor, { own: { gameId, teamId: home.team.id }, params: lastParams });
}

const requirement = { key: 'accountPolicy.factorRequiredOf', value: '"Staff"' };

async function callAs(call: CatalogueCall, actor: ActorName, { isProved = true, isRequired = false } = {}) {
  const account = accountOf(world.people, actor);
  // The target belongs to an allowed caller, so that only the actor can be the reason of an error.
  const build = requests[`${call.method} ${call.path}`];
  if (!build) throw new Error(`There is no valid request for ${call.path}`);
  const request = await build({ test, world, caller: account ?? world.people.participant });
  lastParams = request.params;
  const { headers, ...options } = injectOf(call, { ...request, token: undefined });
  const credentials = await credentialsOf(actor, account && (request.as ?? account), call, request.params ?? {});
  const sender = request.as ?? account;
  if (!isProved && sender) {
    await buildFactor(test, sender);
    await test.db.update(sessions).set({ provedAt: null }).where(eq(sessions.accountId, sender.id));
  }
  // Some calls are made by an account of their own, which is on no staff.
  const isConcerned = isRequired && !request.as;
  if (isConcerned) await test.db.insert(configEntries).values(requirement);
  // Refused before a body is read, which then is cut off.
  const sent = isConcerned && request.files ? { ...options, payload: '' } : options;
  const send = () => test.app.inject({ ...sent, headers: { ...headers, ...credentials } });
  const reply = await send().catch((error) => {
    // On a busy machine a refused upload may be cut off before its reply is read.
    if (!request.files || error.code !== 'LIGHT_ECONNRESET') throw error;
    return send();
  });
  if (isConcerned) await test.db.delete(configEntries).where(eq(configEntries.key, requirement.key));
  // Requests of the next calls are built with calls of the same accounts.
  if (!isProved && sender) await test.db.delete(factors).where(eq(factors.accountId, sender.id));
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json');
  const result = { status: reply.statusCode, code: isJson && reply.statusCode >= 400 ? reply.json().code : null };
  return isRequired && !isConcerned ? null : result;
}

/** Open before a required factor is set up, or new terms are accepted: also one's own data. */
const openCalls = [
  'DELETE /api/account/erase',
  'GET /api/account/erase',
  'GET /api/account/export',
  'GET /api/account/export/download',
  'GET /api/account/factors',
  'GET /api/account/profile',
  'POST /api/account/erase',
  'POST /api/account/export',
  'POST /api/account/factors/passkeys',
  'POST /api/account/factors/passkeys/challenge',
  'POST /api/account/factors/recoverycodes',
  'POST /api/account/factors/stepup',
  'POST /api/account/factors/totp',
  'POST /api/account/logout',
  'POST /api/account/terms',
  'PUT /api/account/changepassword',
  'PUT /api/account/factors/passkeys',
  'PUT /api/account/factors/totp',
];

describe('every route', () => {
  it('is closed before a required factor is set up, except for those that set it up', () => {
    const open = test.app.registered.flatMap(({ route }) =>
      route?.beforeFactor ? [`${route.method} ${route.path}`] : [],
    );
    expect([...new Set(open)].sort()).toEqual(openCalls);
  });

  it('declares its access, except for the few that are not calls', () => {
    const undeclared = test.app.registered.filter(({ route }) => !route || !accesses.includes(route.access));
    // Files of the web client, where it has been built.
    const isFile = (url: string) => url === '/' || (/\.\w+$/.test(url) && !url.startsWith('/api/'));
    const listed = undeclared.filter(({ method, url }) => method !== 'HEAD' && !isFile(url));
    const others = listed.map(({ method, url }) => `${method} ${url}`);
    expect(others.sort()).toEqual([
      'GET /api/client.ts',
      'GET /api/docs',
      'GET /api/docs/look.css',
      'GET /api/docs/start.js',
      'GET /api/docs/viewer.css',
      'GET /api/docs/viewer.js',
      'GET /api/openapi.json',
      'GET /healthz',
      'GET /hub/admin',
      'GET /hub/monitor',
      'GET /hub/user',
      'GET /readyz',
      'POST /hub/admin/negotiate',
      'POST /hub/monitor/negotiate',
      'POST /hub/user/negotiate',
    ]);
  });
});

describe.each(catalogue.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  it.each(actors)('%s', async (actor) => {
    expect(declared.has(callKey(call.method, call.path)), 'is declared').toBe(true);
    const reply = await callAs(call, actor);
    const refusal = wantedOf(call, actor);
    expect(reply).toEqual(refusal ?? { status: call.status ?? 200, code: null });
  });
});

describe('a session whose account has a factor that was not proved lately', () => {
  it('is asked for it by calls that exist', () => {
    const known = new Set(catalogue.map(({ method, path }) => `${method} ${path}`));
    expect([...provedCalls].filter((call) => !known.has(call))).toEqual([]);
    expect(provedCalls.size).toBe(22);
  });

  it.each(catalogue.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (name, call) => {
    // The matrix above has made as many as there may be.
    if (name === 'POST /api/admin/webhooks') await test.db.delete(webhooks);
    for (const actor of actors.filter((one) => one !== 'anonymous')) {
      const reply = await callAs(call, actor, { isProved: false });
      const asked = provedCalls.has(name) && !actor.startsWith('token');
      const proof = asked
        ? { status: 403, code: 'account.stepUpRequired' }
        : { status: call.status ?? 200, code: null };
      expect(reply, actor).toEqual(wantedOf(call, actor) ?? proof);
    }
  });
});

describe('a session of staff whose account lacks the factor that is required of it', () => {
  it.each(catalogue.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (name, call) => {
    if (name === 'POST /api/admin/webhooks') await test.db.delete(webhooks);
    const isOpen = openCalls.includes(name);
    for (const actor of ['organiser', 'observer', 'monitor', 'admin'] as const) {
      const reply = await callAs(call, actor, { isRequired: true });
      if (!reply) continue;
      const missing = { status: 403, code: 'account.factorMissing' };
      const wanted = call.who === 'anyone' ? refusalOf(call, isOpen ? actor : 'anonymous') : isOpen ? null : missing;
      expect(reply, actor).toEqual(wanted ?? { status: call.status ?? 200, code: null });
    }
  });
});

describe('a team', () => {
  const ofCaptains = catalogue.filter(({ who }) => who === 'captain');

  it.each(ofCaptains.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'is left alone by the captain of another: %s',
    async (_name, call) => {
      const build = requests[`${call.method} ${call.path}`];
      if (!build) throw new Error(`There is no valid request for ${call.path}`);
      const { headers, ...options } = injectOf(call, await build({ test, world, caller: world.people.participant }));
      for (const who of ['user', 'rival', 'organiser', 'monitor', 'admin'] as const) {
        const cookie = await test.signIn(world.people[who]);
        const reply = await test.app.inject({ ...options, headers: { ...headers, cookie } });
        expect(reply.json(), who).toMatchObject({ status: 403, code: 'team.notCaptain' });
      }
    },
  );
});
