import { playerScopes } from '@vexil/contract/scope.rules';
import { playerTokenRoutes } from '@vexil/contract/token';
import { accounts } from '@vexil/db/schema/account';
import { type GameRow, games } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildPause } from '@vexil/db/testing/pause';
import { buildSubmission } from '@vexil/db/testing/submission';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { hostileNumbers, hostileTexts } from '../../testing/hostile';
import { listen } from '../../testing/live';
import { openRawClient } from '../../testing/raw-http';
import { tools } from './mcp.tools';

const hour = 3_600_000;
/** A little less than a message may have, in bytes. */
const longMax = 15_000;

let test: TestApp;
let address: string;
let game: GameRow;
let challengeId: number;
let played: BuiltParticipation;
let token: string;

beforeAll(async () => {
  test = await createTestApp();
  address = await listen(test.app);
});
beforeEach(async () => {
  game = await buildGame(test.db, { allowsMcp: true, practiceMode: false });
  challengeId = (await buildChallenge(test.db, { gameId: game.id })).challenge.id;
  played = await buildParticipation(test.db, { gameId: game.id, built: await buildTeam(test.db, { membersCount: 2 }) });
  token = await tokenOf(game.id);
});
afterAll(() => test.close());

const tokenOf = async (gameId: number, as = played.captain) =>
  (
    await test.call(playerTokenRoutes.create, {
      as,
      body: { name: 'Agent', gameId, scopes: [...playerScopes] },
    })
  ).body.token;

const callOf = (name: string, given: unknown = {}, id: unknown = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: given },
});
const headersOf = (bearer = token) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
  authorization: `Bearer ${bearer}`,
});

async function post(body: unknown, bearer = token) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const reply = await test.app.inject({ method: 'POST', url: '/mcp', headers: headersOf(bearer), payload });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
}

/** What a tool gave, or the code that it was refused with. */
async function use(name: string, given: unknown = {}, bearer = token) {
  const { status, body } = await post(callOf(name, given), bearer);
  if (!body.result) return { status, code: body.code ?? body.error?.code, value: null };
  const value = JSON.parse(body.result.content.at(-1).text);
  return { status, code: body.result.isError ? value.code : null, value };
}

describe('arguments', () => {
  const values: unknown[] = [
    ...hostileTexts,
    ...['"', '\\', '\u2028', '\ud800', '💥', '[', '9', '\0'].map((text) =>
      text.repeat(Math.floor(longMax / Buffer.byteLength(JSON.stringify(text)))),
    ),
    ...hostileNumbers,
    ...[null, true, [], {}, [[[[]]]], { toString: null }, { __proto__: 1 }, Array(2000).fill('x')],
  ];
  const named = tools.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties ?? {}).map((property) => [name, property] as const),
  );

  it.each(named)('of %s: %s may be anything, and is refused or taken', async (name, property) => {
    const sent = values.map(async (value) => {
      const { status, body } = await post(callOf(name, { challengeId, flag: 'flag{x}', [property]: value }));
      const about = `${name} ${property} ${JSON.stringify(value)?.slice(0, 80)}`;
      // No message may have it, in whatever place.
      if (JSON.stringify(value).includes('\\u0000')) {
        expect({ status, body }, about).toMatchObject({
          status: 400,
          body: { code: 'request.invalid', details: [{ path: `params.arguments.${property}` }] },
        });
        return;
      }
      expect(status, about).toBe(200);
      // Of JSON, whatever was sent.
      const { code } = JSON.parse(body.result.content.at(-1).text) ?? {};
      if (body.result.isError) expect(code, about).toMatch(/^(?!request\.failed)\w+\.\w+$/);
    });
    await Promise.all(sent);
  });

  it('that no tool has are not looked at, the game among them', async () => {
    const other = await buildGame(test.db, { allowsMcp: true });
    const given = { id: other.id, gameId: other.id, hidden: true, constructor: 1, ['__proto__']: { id: other.id } };
    expect((await use('get_rules', given)).value).toMatchObject({ id: game.id });
  });

  it('name no challenge of another game, with a token for it or without', async () => {
    const other = await buildGame(test.db, { allowsMcp: true });
    const hidden = (await buildChallenge(test.db, { gameId: other.id })).challenge.id;
    await buildParticipation(test.db, { gameId: other.id, built: played });
    for (const bearer of [token, await tokenOf(other.id)]) {
      const foreign = bearer === token ? hidden : challengeId;
      for (const name of ['get_challenge', 'get_files', 'submit_flag', 'start_instance', 'stop_instance'])
        expect((await use(name, { challengeId: foreign, flag: 'x' }, bearer)).code, name).toBe('challenge.notFound');
    }
    expect(await test.db.$count(submissions, eq(submissions.gameId, other.id))).toBe(0);
  });
});

describe('an id', () => {
  it.each<[unknown, number]>([
    ['', 200],
    ['x'.repeat(1000), 200],
    ['é漢😀"\\\b', 200],
    ['\0', 400],
    [0, 200],
    [-1, 200],
    [Number.MAX_SAFE_INTEGER, 200],
    [1.5, 400],
    [1e300, 400],
    [true, 400],
    [[], 400],
    [{}, 400],
  ])('of %j is given back, or refused', async (id, status) => {
    const reply = await post(callOf('get_rules', {}, id));
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.body).toMatchObject({ id, result: { content: [{}, {}] } });
    else expect(reply.body.error?.code ?? reply.body.code).toBe(id === '\0' ? 'request.invalid' : -32600);
  });

  it('of null, or none, is that of a notification, which calls nothing', async () => {
    const given = { challengeId, flag: 'flag{silent}' };
    const { id: _, ...silent } = callOf('submit_flag', given);
    expect((await post(silent)).status).toBe(202);
    expect((await post(callOf('submit_flag', given, null))).status).toBeLessThan(500);
    expect(await test.db.$count(submissions, eq(submissions.gameId, game.id))).toBe(0);
  });
});

describe('a body', () => {
  const text = () => JSON.stringify(callOf('get_rules'));
  const head = (length: number) =>
    `${['POST /mcp HTTP/1.1', 'Host: x', ...Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`;
  const open = () => openRawClient(Number(new URL(address).port));

  it('that is sent by half, fifty times, keeps no one waiting', async () => {
    const halves = await Promise.all(Array.from({ length: 50 }, open));
    for (const half of halves) half.send(head(text().length) + text().slice(0, 20));
    expect((await use('get_rules')).status).toBe(200);
    for (const half of halves) half.close();
    expect((await use('get_rules')).status).toBe(200);
  });

  it('has an end: bytes after it are no part of it', async () => {
    const client = await open();
    client.send(`${head(text().length) + text()}}{"jsonrpc":"2.0"}\r\n\r\n`);
    // Closed at once, because the bytes may be those of another client.
    const reply = await client.read();
    expect(reply).toMatchObject({ status: 400, head: expect.stringMatching(/connection: close/i) });
    expect(await client.rest()).toBe('');
    client.close();
    expect(await post(`${text()}{}`)).toMatchObject({ status: 400, body: { code: 'request.bodyUnreadable' } });
  });

  it('that is a batch, even an empty one, is refused as a whole', async () => {
    const submit = callOf('submit_flag', { challengeId, flag: 'flag{batch}' });
    for (const batch of [[], [submit], Array(50).fill(submit), [[submit]], [null]])
      expect(await post(batch)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(await test.db.$count(submissions, eq(submissions.gameId, game.id))).toBe(0);
  });
});

describe('a token', () => {
  it.each<[string, number, string, () => Promise<unknown>]>([
    [
      'whose owner is banned',
      403,
      'account.banned',
      () => test.db.update(accounts).set({ role: 'Banned' }).where(eq(accounts.id, played.captain.id)),
    ],
    [
      'whose owner is kicked',
      401,
      'token.invalid',
      () => test.db.delete(participationMembers).where(eq(participationMembers.accountId, played.captain.id)),
    ],
    ['of a deleted game', 401, 'token.invalid', () => test.db.delete(games).where(eq(games.id, game.id))],
  ])('%s ends with the next message, in each tool', async (_, status, code, end) => {
    expect((await use('get_rules')).code).toBeNull();
    await end();
    for (const { name } of tools) expect(await use(name, { challengeId }), name).toMatchObject({ status, code });
    expect(await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).toMatchObject({ status, body: { code } });
  });

  it('of a suspended team plays no more', async () => {
    const ofTeam = eq(participations.id, played.participation.id);
    await test.db.update(participations).set({ status: 'Suspended' }).where(ofTeam);
    for (const name of ['list_challenges', 'get_challenge', 'submit_flag'])
      expect((await use(name, { challengeId, flag: 'x' })).code, name).toBe('participation.notAccepted');
  });
});

describe('the clock of the game', () => {
  const submit = () => use('submit_flag', { challengeId, flag: 'flag{late}' });
  const set = (values: Partial<GameRow>) => test.db.update(games).set(values).where(eq(games.id, game.id));

  it('stops tools with a pause as it stops players', async () => {
    expect((await submit()).code).toBeNull();
    await buildPause(test.db, game.id, { hideStatements: true });
    expect((await submit()).code).toBe('game.paused');
    expect((await use('start_instance', { challengeId })).code).toBe('game.paused');
    expect((await use('get_challenge', { challengeId })).code).toBe('game.paused');
    expect((await use('get_rules')).code).toBeNull();
  });

  it('ends submissions with the game, and gives nothing before the start', async () => {
    await set({ startAt: new Date(Date.now() - 2 * hour), endAt: new Date(Date.now() - hour) });
    expect((await submit()).code).toBe('game.ended');
    await set({ startAt: new Date(Date.now() + hour), endAt: new Date(Date.now() + 2 * hour) });
    for (const name of ['list_challenges', 'get_challenge', 'submit_flag', 'get_scoreboard'])
      expect((await use(name, { challengeId, flag: 'x' })).code, name).toBe('game.notStarted');
  });

  it('shows tools a frozen board as it shows players', async () => {
    const at = new Date(Date.now() - 5 * 60_000);
    const { id: submissionId } = await buildSubmission(test.db, played, { id: challengeId }, { status: 'Accepted' });
    const ids = { participationId: played.participation.id, challengeId, gameId: game.id, submissionId };
    await test.db.insert(solves).values({ ...ids, accountId: played.captain.id, solvedAt: at });
    const solved = async () =>
      (await use('get_scoreboard')).value.items.map((row: { solvedCount: number }) => row.solvedCount);
    expect(await solved()).toEqual([1]);
    await set({ freezeAt: new Date(at.getTime() - 60_000) });
    expect(await solved()).toEqual([0]);
  });
});
