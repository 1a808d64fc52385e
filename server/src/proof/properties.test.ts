import type { Route } from '@vexil/contract/route';
import type { AccountRow } from '@vexil/db/schema/account';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountOf, actors } from '../../testing/actors';
import { createTestApp, type TestApp } from '../../testing/app';
import { arbitraryOf, disturbed, type Pools } from '../../testing/arbitraries';
import { callerOf } from '../../testing/callers';
import { injectOf as validOf } from '../../testing/calls';
import { type CatalogueCall, callKey, catalogue } from '../../testing/catalogue';
import { anyText, anyValue, contentTypes, hostileTexts, rawBodies } from '../../testing/hostile';
import { proofConfig } from '../../testing/proof-config';
import { problemsIn } from '../../testing/refusals';
import { type CallRequest, freshSession, requests } from '../../testing/requests';
import { multipartOf } from '../../testing/upload';
import { buildWorld, settle, type World } from '../../testing/world';

/** `npm test` sends a tenth, with a seed of the day; a failure prints it. */
const isWhole = process.env.TEST_SET !== 'change';
const seedOfDay = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const seed = Number(process.env.PROOF_SEED ?? (isWhole ? 20_260_501 : seedOfDay));
const share = isWhole ? 1 : 0.1;
const requestsMin = 20_000 * share;
const timeoutMs = 30_000;

let test: TestApp;
let world: World;
let routes: Map<string, Route>;
let sent = 0;
let done = 0;

beforeAll(async () => {
  test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  routes = new Map(
    test.app.registered.flatMap(({ route }) => (route ? [[callKey(route.method, route.path), route] as const] : [])),
  );
});
afterAll(() => test.close());

/** Hashing passwords and decoding pictures is expensive, so these calls get fewer requests. */
const isCostly = ({ method, path }: CatalogueCall) =>
  /register|login|password|avatar|logo|poster|export|import|sheet$/.test(path) ||
  `${method} ${path}` === 'POST /api/admin/users';

function runsOf(call: CatalogueCall, route: Route): number {
  if (isCostly(call)) return 20;
  if (route.body) return 165;
  return route.query || route.params ? 90 : 20;
}

const languages = [
  undefined,
  'en-US',
  'zh-CN',
  'zh-CN,zh;q=0.9,en;q=0.8',
  'de-DE',
  'zz',
  '*',
  ';q=x',
  'zh'.repeat(200),
];

interface Ready {
  request: CallRequest;
  caller: AccountRow | null;
}

interface Sent {
  ready: number;
  params: Record<string, unknown>;
  query: unknown;
  body: { type: string; payload: string | Buffer } | { files: CallRequest['files'] & object; cut: number } | null;
  who: number;
  language: string | undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const encode = (value: unknown) => encodeURIComponent(textOf(value).replace(/\p{Surrogate}/gu, '\ufffd'));

function queryOf(query: unknown): string {
  if (typeof query === 'string') return query === '' ? '' : `?${query}`;
  const pairs = Object.entries(query ?? {}).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

const rawQueries = ['%', '%zz', 'count', 'count=1&count=2', 'count[]=1', 'COUNT=5&Skip=-1', '&&==', 'a'.repeat(3000)];

/** Values for path parameters: those of a valid request and random ones. */
function poolsOf(call: CatalogueCall, ready: readonly Ready[]): Pools {
  const { otherGame, endedId, upcomingId } = world;
  const absent = [0, -1, 999_999, 2147483647, 2147483648, '01890a5d-ac96-774b-bcce-b302099a8057'];
  // A call may delete only its own rows, because later calls need the other games.
  const games = call.method === 'DELETE' ? [] : [otherGame.id, endedId, upcomingId];
  const strangers: Record<string, unknown[]> = {
    id: games,
    challengeId: [otherGame.staticId, otherGame.dynamicId],
    divisionId: [otherGame.divisionId],
    noticeId: [otherGame.noticeId],
    flagId: [otherGame.flagId],
    submitId: [otherGame.submissionId],
    partId: [otherGame.home.participation.id],
    teamId: [world.teams.home.team.id, world.teams.away.team.id],
    fileHash: [world.fileHash],
    // Only a text made with the key is taken.
    proof: ready.flatMap(({ request }) => request.query?.proof ?? []),
  };
  const names = new Set([
    ...Object.keys(strangers),
    ...ready.flatMap(({ request }) => Object.keys(request.params ?? {})),
  ]);
  return Object.fromEntries(
    [...names].map((name) => {
      const own = ready.map(({ request }) => request.params?.[name]).filter((value) => value !== undefined);
      return [name, [...own, ...(strangers[name] ?? []), ...absent]];
    }),
  );
}

function bodiesOf(route: Route, pools: Pools, ready: readonly Ready[]): fc.Arbitrary<Sent['body']> {
  if (route.upload) return uploadsOf(route, ready);
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((given) => ({ type: 'application/json', payload: JSON.stringify(given) ?? '' }));
  const raw = fc.record({ type: fc.constantFrom(...contentTypes), payload: fc.constantFrom(...rawBodies) });
  const { body } = route;
  if (!body) return fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, raw, json(anyValue));
  const given = fc.constantFrom(...ready.map(({ request }) => request.body));
  return fc.oneof(
    { weight: 3, arbitrary: json(arbitraryOf(body, pools, false)) },
    { weight: 4, arbitrary: json(arbitraryOf(body, pools, true)) },
    { weight: 2, arbitrary: json(disturbed(given)) },
    { weight: 1, arbitrary: json(anyValue) },
    { weight: 1, arbitrary: raw },
  );
}

function uploadsOf(route: Route, ready: readonly Ready[]): fc.Arbitrary<Sent['body']> {
  const field = route.upload?.field ?? 'file';
  const good = ready.flatMap(({ request }) => request.files ?? []);
  const odd = fc.record({
    field: fc.constantFrom(field, field, 'other', ''),
    fileName: fc.constantFrom('a.png', 'a.pdf', 'a.zip', 'a', '../../a', 'a".png', '.', `${'a'.repeat(300)}.png`),
    content: fc.oneof(
      fc.constant(''),
      anyText,
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
    type: fc.constantFrom('image/png', 'application/pdf', 'application/zip', 'text/html', 'x'),
  });
  const one = fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...good) }, { weight: 4, arbitrary: odd });
  const many = fc.record({
    files: fc.array(one, { minLength: 0, maxLength: 3 }),
    // Number of bytes cut off the end of the body.
    cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 200 })),
  });
  const raw = fc.record({ type: fc.constantFrom(...contentTypes), payload: fc.constantFrom(...rawBodies) });
  return fc.oneof({ weight: 5, arbitrary: many }, raw, fc.constant(null));
}

function sentOf(call: CatalogueCall, route: Route, ready: readonly Ready[]): fc.Arbitrary<Sent> {
  const pools = poolsOf(call, ready);
  const names = [...call.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const stranger = (name: string) =>
    fc.oneof(fc.constantFrom(...(pools[name] ?? [0])), fc.constantFrom(...hostileTexts));
  const strange = fc.record(Object.fromEntries(names.map((name) => [name, stranger(name)])), { requiredKeys: [] });
  const asked = route.query ?? z.object({});
  return fc.record({
    ready: fc.nat(ready.length - 1),
    params: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, strange),
    query: fc.oneof(
      { weight: 2, arbitrary: arbitraryOf(asked, pools, false) },
      { weight: 2, arbitrary: disturbed(arbitraryOf(asked, pools, true)) },
      { weight: 1, arbitrary: fc.constantFrom(...rawQueries) },
    ),
    body: bodiesOf(route, pools, ready),
    // 0 is the caller of the valid request, which is the most frequent.
    who: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 10 })),
    language: fc.constantFrom(...languages),
  });
}

function injectOf(call: CatalogueCall, { params, query, body, language }: Sent, base: CallRequest): InjectOptions {
  const path = call.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encode(Object.hasOwn(params, name) ? params[name] : (base.params?.[name] ?? '')),
  );
  const method = call.method === 'ANY' ? 'OPTIONS' : call.method;
  const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
  const options = { method, url: `${path}${queryOf(query)}`, headers };
  if (body === null) return options;
  if ('payload' in body)
    return { ...options, headers: { ...headers, 'content-type': body.type }, payload: body.payload };
  const { payload, headers: type } = multipartOf(body.files);
  const kept = payload.subarray(0, Math.max(0, payload.length - body.cut));
  return { ...options, headers: { ...headers, ...type }, payload: kept };
}

async function inTime(reply: Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Valid requests, each with its own rows. */
async function prepare(call: CatalogueCall, count: number): Promise<Ready[]> {
  const build = requests[`${call.method} ${call.path}`];
  if (!build) throw new Error(`There is no valid request for ${call.path}`);
  const caller = callerOf(call, world.people);
  const ready: Ready[] = [];
  while (ready.length < count) {
    const request = await build({ test, world, caller });
    ready.push({ request, caller: request.as ?? caller });
  }
  return ready;
}

const order = ['GET', 'ANY', 'POST', 'DELETE', 'PUT'];
// Changing the times of the game ends it for players, so that call comes last.
const movesGame = ({ method, path }: CatalogueCall) => Number(`${method} ${path}` === 'PUT /api/edit/games/:id');
const inOrder = catalogue.toSorted(
  (a, b) => movesGame(a) - movesGame(b) || order.indexOf(a.method) - order.indexOf(b.method),
);

describe('random input', () => {
  it.each(inOrder.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
    const route = routes.get(callKey(call.method, call.path));
    if (!route) throw new Error('The call is not declared.');
    const ready = await prepare(call, isCostly(call) ? 2 : 6);
    const others = actors.map((actor) => accountOf(world.people, actor));
    const cookies = new Map<string, string>();
    const cookieOf = async (account: AccountRow) => {
      const cookie = cookies.get(account.id) ?? (await freshSession(test, account));
      cookies.set(account.id, cookie);
      return cookie;
    };
    const cookiesOf = async (account: AccountRow | null, request: CallRequest) => {
      const kept = Object.entries(request.cookies ?? {}).map(([name, value]) => `${name}=${value}`);
      return [...(account ? [await cookieOf(account)] : []), ...kept].join('; ');
    };
    const check = fc.asyncProperty(sentOf(call, route, ready), async (request) => {
      const base = ready[request.ready] as Ready;
      const account = request.who === 0 ? base.caller : (others[request.who] ?? null);
      const options = injectOf(call, request, base.request);
      const cookie = await cookiesOf(account, base.request);
      const headers = { ...options.headers, ...(cookie === '' ? {} : { cookie }) };
      sent += 1;
      const reply = await inTime(test.app.inject({ ...options, headers }));
      if (reply.statusCode < 400) done += 1;
      const asked = { language: request.language, isUpload: route.upload !== undefined };
      const wrong = reply.statusCode >= 500 ? ['it failed'] : reply.statusCode >= 400 ? problemsIn(reply, asked) : [];
      if (wrong.length > 0) throw new Error(`${wrong.join('; ')}, in answer to ${options.url}: ${reply.body}`);
    });
    const doneBefore = done;
    await fc.assert(check, { seed, numRuns: Math.ceil(runsOf(call, route) * share) });
    await settle(test);
    // Errors alone would not test the handler. What counts once may have been spent on them.
    if (!isWhole || done > doneBefore) return;
    const [last] = await prepare(call, 1);
    const cookie = await cookiesOf(last?.caller ?? null, last?.request ?? {});
    const { headers, ...options } = validOf(call, last?.request ?? {});
    const reply = await test.app.inject({ ...options, headers: { ...headers, cookie } });
    expect(reply.statusCode).toBeLessThan(400);
  });
});

describe('the random requests', () => {
  it(`comes to ${requestsMin} requests`, () => {
    expect(sent).toBeGreaterThanOrEqual(requestsMin);
  });
});
