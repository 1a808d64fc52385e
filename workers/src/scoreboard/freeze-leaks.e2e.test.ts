// What was solved or awarded after a freeze is searched for, by value, in everything that the catalogue of calls, the hubs and Redis
// give to those who may not know it. Calls come from the catalogue, so a new one is searched as soon as it is there.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { awardRoutes } from '@vexil/contract/award';
import { gameEditRoutes } from '@vexil/contract/game';
import { noticeJobs } from '@vexil/contract/notice';
import { liveBoardScope, scopes } from '@vexil/contract/scope.rules';
import { submissionRoutes } from '@vexil/contract/submission';
import type { AccountRow } from '@vexil/db/schema/account';
import { apiTokens } from '@vexil/db/schema/account';
import { solves } from '@vexil/db/schema/submission';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { injectOf } from '@vexil/server/testing/calls';
import { type CatalogueCall, catalogue } from '@vexil/server/testing/catalogue';
import { connectHub, type HubClient, listen } from '@vexil/server/testing/live';
import { proofConfig } from '@vexil/server/testing/proof-config';
import { type CallRequest, freshToken, requests } from '@vexil/server/testing/requests';
import { buildWorld, type World } from '@vexil/server/testing/world';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const waitOptions = { timeout: 30_000 };

let test: TestApp;
let worker: TestWorker;
let world: World;
let address: string;
/** Values that belong to these alone: what they are worth and became worth appears nowhere else. */
let tasks: [BuiltChallenge, BuiltChallenge];
let own: BuiltParticipation;
let third: BuiltParticipation;
let gameId: number;

beforeAll(async () => {
  test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  address = await listen(test.app);
  const { database, deps, clock } = test;
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), keyPrefix: deps.keyPrefix, clock });
  gameId = world.game.id;
  const make = (originalScore: number) =>
    buildChallenge(test.db, { gameId, originalScore, minScoreRate: 0.1, difficulty: 3 });
  tasks = [await make(83_177), await make(61_379)];
  const join = async () =>
    buildParticipation(test.db, { gameId, built: await buildTeam(test.db, { membersCount: 2 }) });
  [own, third] = [await join(), await join()];
});
afterAll(async () => {
  for (const { hub } of subscribers) await hub.connection.stop();
  await worker.close();
  await test.close();
});

async function solve(team: BuiltParticipation, { challenge, flags }: BuiltChallenge): Promise<void> {
  // So that each has a time of its own; hubs take who is silent for long by this clock for gone.
  test.clock.advance(417);
  const params = { id: gameId, challengeId: challenge.id };
  const body = { flag: flags[0] ?? '' };
  const reply = await test.call(submissionRoutes.submit, { as: team.captain, params, body });
  expect(reply.status).toBe(200);
}

/** When a team solved, Unix milliseconds. */
async function timesOf({ participation }: BuiltParticipation): Promise<number[]> {
  const rows = await test.db.select().from(solves).where(eq(solves.participationId, participation.id));
  return rows.map((row) => row.solvedAt.getTime());
}

async function settle(): Promise<void> {
  await worker.drain();
  await worker.run(noticeJobs.sweep, {});
  await worker.drain();
  test.deps.boards.expire(gameId);
}

/** Sends requests; a token has precedence over the session. */
interface Asker {
  name: string;
  account: AccountRow | null;
  token?: string;
  scope?: string;
}

async function listAskers(): Promise<Asker[]> {
  const { people } = world;
  const outsiders: Asker[] = [
    { name: 'a visitor', account: null },
    { name: 'a banned account', account: people.banned },
    { name: 'a user', account: people.user },
    { name: 'a player', account: people.participant },
    { name: 'another player', account: people.rival },
    { name: 'staff of another game', account: people.otherOrganiser },
  ];
  for (const scope of scopes.filter((one) => one !== liveBoardScope)) {
    const { text } = await freshToken(test, people.admin.id, { scopes: [scope] });
    outsiders.push({ name: `a token for ${scope}`, account: people.admin, token: text, scope });
  }
  return outsiders;
}

const isStaffCall = ({ who }: CatalogueCall) => !['anyone', 'user', 'captain'].includes(who);

/** Tokens ask what they open and what is open to everybody: the rest is refused alike. */
const asks = ({ scope }: Asker, call: CatalogueCall) =>
  scope === undefined || call.scope === scope || call.who === 'anyone';

/** An administrator's token that opens a call of staff shows what staff see. */
const mayReveal = ({ token }: Asker, call: CatalogueCall) => token !== undefined && isStaffCall(call);

async function credentials({ account, token }: Asker): Promise<Record<string, string>> {
  if (token) return { authorization: `Bearer ${token}` };
  if (!account) return {};
  return { cookie: await test.signIn(account) };
}

const far = Date.UTC(2100, 0);

/** More ways to ask for the same, beside the request that the catalogue has for a call. */
function variantsOf(call: CatalogueCall, request: CallRequest): CallRequest[] {
  const { params, query } = request;
  const teams = [own, third, world.game.home, world.game.away].map(({ team }) => team.id).join();
  const asking = (...queries: Record<string, string | number>[]) => queries.map((one) => ({ ...request, query: one }));
  switch (`${call.method} ${call.path}`) {
    case 'GET /api/game/:id/scoreboard':
      return asking(
        {},
        { asOf: far },
        { asOf: test.clock.now().getTime() },
        { count: 3 },
        { skip: 0, count: 1000, asOf: far },
        { search: own.team.name ?? '' },
        { division: world.game.divisionId },
      );
    case 'GET /api/game/:id/scoreboard/timeline':
      return asking({ teams }, { teams, asOf: far });
    case 'GET /api/game/:id/challenges/:challengeId':
    case 'GET /api/edit/games/:id/challenges/:challengeId':
      return [...tasks.map(({ challenge }) => challenge.id), world.game.staticId].map((challengeId) => ({
        ...request,
        params: { ...params, challengeId },
      }));
    case 'GET /api/team/:id':
      return [own, third].map(({ team }) => ({ ...request, params: { id: team.id } }));
    case 'GET /api/game':
      return [{ ...request, query: { ...query, count: 50 } }];
    default:
      return [request];
  }
}

interface Question {
  call: CatalogueCall;
  options: InjectOptions;
}

/** What is asked is settled once, so that two answers differ by nothing but what has happened in between. */
async function listQuestions(isAsked: (call: CatalogueCall) => boolean): Promise<Question[]> {
  const questions: Question[] = [];
  for (const call of catalogue.filter(isAsked)) {
    const build = requests[`${call.method} ${call.path}`];
    if (!build) throw new Error(`There is no valid request for ${call.path}`);
    const request = await build({ test, world, caller: world.people.participant });
    for (const one of variantsOf(call, request)) questions.push({ call, options: injectOf(call, one) });
  }
  return questions;
}

interface Answer {
  call: CatalogueCall;
  asker: Asker;
  about: string;
  status: number;
  /** Status, headers and bytes. */
  whole: string;
  /** The bytes as text, unpacked. */
  body: string;
  /** The same after its headers. */
  text: string;
}

const encodings = ['identity', 'gzip', 'br'] as const;

function unpack(bytes: Buffer, encoding: unknown): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString('latin1');
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('latin1');
}

async function ask(asker: Asker, questions: readonly Question[], every: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { call, options } of questions) {
    if (!asks(asker, call)) continue;
    const mine = await credentials(asker);
    // Forms of a board are the same for tokens.
    const isBoard = call.path.includes('scoreboard') && !asker.token;
    for (const encoding of isBoard ? every : ['identity']) {
      const headers = { ...options.headers, ...mine, 'accept-encoding': encoding };
      const reply = await test.app.inject({ ...options, headers });
      const { date: _date, 'x-request-id': _requestId, ...kept } = reply.headers;
      const body = unpack(reply.rawPayload, reply.headers['content-encoding']);
      const { etag } = reply.headers;
      const again =
        isBoard && etag
          ? (await test.app.inject({ ...options, headers: { ...headers, 'if-none-match': String(etag) } })).statusCode
          : null;
      const whole = JSON.stringify([reply.statusCode, kept, body, again]);
      const about = `${asker.name}: ${options.method} ${options.url} ${JSON.stringify(options.query ?? {})} (${encoding})`;
      answers.push({
        call,
        asker,
        about,
        status: reply.statusCode,
        whole,
        body,
        text: `${JSON.stringify(kept)} ${body}`,
      });
    }
  }
  return answers;
}

/** How an instant could be written. */
const spellings = (ms: number) => [`${ms}`, new Date(ms).toISOString()];

const digits = (text: string) => new Set(text.match(/\d{5,}/g) ?? []);

/** Random by itself, or about now: only searched. */
const changesAnyway = new Set<string>([
  '/api/captcha/powchallenge',
  '/api/account/signin/:provider',
  '/api/game/:id/challenges/:challengeId/files',
]);

interface Subscriber {
  name: string;
  hub: HubClient;
}
const subscribers: Subscriber[] = [];

async function subscribe(name: string, as: AccountRow | null, query = '&live=1', hub = 'user'): Promise<Subscriber> {
  const cookie = as ? await test.signIn(as) : undefined;
  const subscriber = { name, hub: await connectHub(`${address}/hub/${hub}?game=${gameId}${query}`, cookie) };
  subscribers.push(subscriber);
  return subscriber;
}

async function everyKey(): Promise<Map<string, string>> {
  const { redis, keyPrefix } = test.deps;
  const found = new Map<string, string>();
  for (const key of await redis.keys(`${keyPrefix.replace(/:$/, '')}*`)) {
    const kind = await redis.type(key);
    const parts: (Buffer | string)[] = [];
    if (kind === 'string') parts.push((await redis.getBuffer(key)) ?? '');
    if (kind === 'hash') parts.push(...Object.entries(await redis.hgetallBuffer(key)).flat());
    if (kind === 'list') parts.push(...(await redis.lrangeBuffer(key, 0, -1)));
    if (kind === 'stream') parts.push(JSON.stringify(await redis.xrange(key, '-', '+')));
    if (kind === 'zset') parts.push(...(await redis.zrange(key, 0, '-1')));
    if (kind === 'set') parts.push(...(await redis.smembersBuffer(key)));
    const texts = parts.map((part) => (typeof part === 'string' ? part : unpackAny(part)));
    found.set(key.slice(keyPrefix.length), texts.join('\n'));
  }
  return found;
}

function unpackAny(bytes: Buffer): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString('utf8');
  try {
    return bytes.length > 40 ? brotliDecompressSync(bytes).toString('utf8') : bytes.toString('utf8');
  } catch {
    return bytes.toString('utf8');
  }
}

/** Keys of channels for staff, the team itself or workers. */
const isTheirs = (key: string) =>
  /^staff:/.test(key) || /^live:stream:(staff|monitor|participation):/.test(key) || /queue|bull|jobs/.test(key);

describe('what is solved or awarded after a freeze', () => {
  it('is found nowhere by those who may not know it, and everywhere by everybody once it is revealed', async () => {
    const { people, game } = world;
    await solve(world.game.away, tasks[0]);
    const give = async (points: number, reason: string) => {
      const body = { teamId: third.team.id, points, reason };
      return (await test.call(awardRoutes.create, { as: people.admin, params: { id: gameId }, body })).body.id;
    };
    const award = await give(24_681, 'Won the quiz before the freeze.');
    await settle();
    const [visitor, player, observer] = [
      await subscribe('a visitor', null),
      await subscribe('a player', people.participant),
      await subscribe('an observer', people.observer),
    ];
    await subscribe('a client of the wire format', people.participant, '');
    await vi.waitFor(() => expect(visitor.hub.cursor()).not.toBe(''), waitOptions);
    const cursor = visitor.hub.cursor();

    test.clock.advance(1_000);
    const freezeTime = test.clock.now().getTime();
    test.clock.advance(1_000);
    const body = { freezeTime };
    expect((await test.call(gameEditRoutes.update, { as: people.admin, params: { id: gameId }, body })).status).toBe(
      200,
    );
    await settle();

    const askers = await listAskers();
    const reading = await listQuestions(({ method }) => method === 'GET');
    const record = async (every: readonly string[] = encodings) =>
      new Map((await Promise.all(askers.map((one) => ask(one, reading, every)))).flat().map((one) => [one.about, one]));
    // The first time hands out what is handed out once; what differs after that differs by itself.
    const playing = reading.filter(({ call }) => call.scope?.startsWith('play'));
    for (const one of askers.filter(({ token }) => !token)) await ask(one, playing, ['identity']);
    const [alsoBefore, before] = [await record(['identity']), await record()];
    const unsteady = [...alsoBefore.values()].filter(
      ({ about, whole, asker, call }) => before.get(about)?.whole !== whole && !mayReveal(asker, call),
    );
    expect(new Set(unsteady.map(({ call }) => call.path))).toEqual(changesAnyway);
    const receivedBefore = subscribers.map(({ hub }) => hub.received.length);

    await solve(third, tasks[0]);
    await solve(own, tasks[0]);
    await solve(third, tasks[1]);
    await solve(own, tasks[1]);
    const reason = 'Anchored in the wrong harbour.';
    await give(-13_579, reason);
    await test.call(awardRoutes.delete, { as: people.admin, params: { id: gameId, awardId: award } });
    await settle();

    // New to staff only: points, values, sums.
    const scoreboard = reading.filter(({ call }) => call.path.endsWith('/scoreboard')).slice(0, 1);
    const staff: Asker = { name: 'an observer', account: people.observer };
    const [seenByStaff] = await ask(staff, scoreboard, ['identity']);
    const known = digits([...before.values()].map(({ text }) => text).join(' '));
    const values = [...digits(seenByStaff?.body ?? '')].filter((value) => !known.has(value) && value.length < 13);
    const [mineAt, theirsAt] = [await timesOf(own), await timesOf(third)];
    const times = [...mineAt, ...theirsAt];
    expect(values.length).toBeGreaterThanOrEqual(6);
    for (const time of times) expect(seenByStaff?.text).toContain(`${time}`);
    expect(values).toContain('13579');
    expect(seenByStaff?.body).toContain(reason);
    const markers = [...values, ...times.flatMap(spellings), reason];
    const findIn = (text: string, wanted: readonly string[]) => wanted.filter((one) => text.includes(one));

    for (const { about, whole, text, asker, call } of (await record()).values()) {
      if (mayReveal(asker, call)) continue;
      if (!changesAnyway.has(call.path)) expect(whole, about).toBe(before.get(about)?.whole);
      expect(findIn(text, markers), about).toEqual([]);
    }

    // The team itself knows when it answered and that it was right, and not what that is worth.
    const ownTimes = mineAt.map(String);
    const othersMarkers = [...values, ...theirsAt.flatMap(spellings), reason];
    const me: Asker = { name: 'the team itself', account: own.captain };
    const mate: Asker = { name: 'a member of the team', account: own.members[1] ?? null };
    for (const { about, text, call } of (
      await Promise.all([me, mate].map((one) => ask(one, reading, encodings)))
    ).flat()) {
      expect(findIn(text, othersMarkers), about).toEqual([]);
      if (!/\/(details|page)$/.test(call.path)) expect(findIn(text, ownTimes), about).toEqual([]);
    }

    // A tag of the board of staff opens nothing to others.
    const { etag } = (await test.app.inject({ ...scoreboard[0]?.options, headers: await credentials(staff) })).headers;
    const stolen = { ...scoreboard[0]?.options, headers: { 'if-none-match': String(etag) } };
    expect((await test.app.inject(stolen)).statusCode).toBe(200);

    // Replies to what changes something, and to what is refused; a password that is changed would end all sessions.
    const acting = await listQuestions(({ method, path }) => method !== 'GET' && !path.startsWith('/api/account/'));
    const everybody: Asker[] = [...askers.filter(({ token }) => !token), me];
    for (const one of everybody) {
      for (const { about, text } of await ask(one, acting, ['identity'])) {
        expect(findIn(text, othersMarkers), about).toEqual([]);
      }
    }

    // Messages of hubs, also those replayed after a reconnect from before the freeze.
    const back = [
      await subscribe('a visitor that reconnects', null, `&live=1&cursor=${cursor}`),
      await subscribe('a player that reconnects', people.participant, `&live=1&cursor=${player.hub.cursor()}`),
      await subscribe('staff of another game', people.otherOrganiser, `&live=1&cursor=${cursor}`),
      await subscribe('a banned account', people.banned, `&live=1&cursor=${cursor}`),
    ];
    const mine = await subscribe('the team itself', own.captain, `&live=1&cursor=${cursor}`);
    for (const { hub } of [...back, mine]) {
      await vi.waitFor(() => expect(hub.received.map(({ target }) => target)).toContain('CaughtUp'), waitOptions);
    }
    const textOf = ({ hub }: Subscriber, from = 0) =>
      JSON.stringify(hub.received.slice(from).map(({ cursor: _at, ...one }) => one));
    for (const [at, subscriber] of subscribers.entries()) {
      expect(subscriber.hub.isClosed(), subscriber.name).toBe(false);
      if (subscriber === observer || subscriber === mine) continue;
      const text = textOf(subscriber, receivedBefore[at]);
      expect(findIn(text, markers), subscriber.name).toEqual([]);
      for (const name of [own.team.name, third.team.name]) expect(text, subscriber.name).not.toContain(`"${name}"`);
    }
    expect(findIn(textOf(mine), othersMarkers)).toEqual([]);
    await vi.waitFor(() => expect(findIn(textOf(observer), times.map(String))).toHaveLength(times.length), waitOptions);

    // What lies in Redis for everybody.
    const keys = await everyKey();
    expect([...keys.keys()].filter((key) => !isTheirs(key)).join(' ')).toContain(`live:stream:game:${gameId}`);
    for (const [key, text] of keys) if (!isTheirs(key)) expect(findIn(text, markers), key).toEqual([]);

    // Revealed: the same calls show all of it to visitor and player.
    expect((await test.call(gameEditRoutes.unfreeze, { as: people.admin, params: { id: gameId } })).status).toBe(200);
    await settle();
    const revealed = async (asker: Asker, path: string, isIt: (question: Question) => boolean = () => true) => {
      const questions = reading.filter((one) => one.call.path === path && isIt(one));
      expect(questions.length, path).toBeGreaterThan(0);
      const answers = await ask(asker, questions, encodings);
      for (const { about, status } of answers) expect(status, about).toBe(200);
      return answers;
    };
    const [visitorAsker, playerAsker] = [askers[0], askers[3]] as [Asker, Asker];
    const isWhole = ({ options }: Question) => !JSON.stringify(options.query ?? {}).match(/search|division|count":3/);
    for (const asker of [visitorAsker, playerAsker]) {
      for (const { about, text } of await revealed(asker, '/api/game/:id/scoreboard', isWhole)) {
        // A board as of the moment of the question, which was before the solves, still has none of them.
        if (about.includes(`"asOf":"`) && !about.includes(String(far))) continue;
        expect(findIn(text, times.map(String)), about).toHaveLength(times.length);
        expect(findIn(text, values), about).toHaveLength(values.length);
      }
      for (const { about, text } of await revealed(asker, '/api/game/:id/scoreboard/timeline')) {
        expect(findIn(text, times.map(String)), about).toHaveLength(times.length);
      }
    }
    const board = JSON.parse(
      (await revealed(visitorAsker, '/api/game/:id/scoreboard'))[0]?.text.replace(/^.*?} /, '') ?? '',
    );
    const current = new Map(
      (Object.values(board.challenges).flat() as { id: number; score: number }[]).map((one) => [one.id, one.score]),
    );
    for (const { body: text, about } of await revealed(playerAsker, '/api/game/:id/challenges/:challengeId')) {
      const shown = JSON.parse(text) as { id: number; score: number };
      expect(shown.score, about).toBe(current.get(shown.id));
    }
    const [{ text: details } = { text: '' }] = await revealed(playerAsker, '/api/game/:id/details');
    for (const { challenge } of tasks) expect(details).toContain(`"score":${current.get(challenge.id)}`);
    const [{ text: notices } = { text: '' }] = await revealed(visitorAsker, '/api/game/:id/notices');
    for (const name of [own.team.name, third.team.name]) expect(notices).toContain(`"${name}"`);
    for (const subscriber of [visitor, ...back.slice(0, 2)]) {
      await vi.waitFor(() => {
        const text = textOf(subscriber);
        for (const name of [own.team.name, third.team.name]) expect(text, subscriber.name).toContain(`"${name}"`);
        const versions = subscriber.hub.of('ScoreboardChanged').map((one) => (one as { version: number }).version);
        expect(versions, subscriber.name).toContain(board.version);
      }, waitOptions);
    }
    expect(game.id).toBe(gameId);
    await test.db.delete(apiTokens).where(eq(apiTokens.creatorId, people.admin.id));
  });
});
