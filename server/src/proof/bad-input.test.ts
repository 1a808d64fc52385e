import { Readable } from 'node:stream';
import type { Route } from '@vexil/contract/route';
import type { AccountRow } from '@vexil/db/schema/account';
import { games } from '@vexil/db/schema/game';
import { addressLengthMax } from '@vexil/http/guard/limits';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { badCasesOf } from '../../testing/bad-values';
import { callerOf } from '../../testing/callers';
import { injectOf } from '../../testing/calls';
import { type CatalogueCall, callKey, catalogue } from '../../testing/catalogue';
import { proofConfig } from '../../testing/proof-config';
import { problemsIn } from '../../testing/refusals';
import { type CallRequest, freshSession, requests } from '../../testing/requests';
import { buildWorld, settle, type World } from '../../testing/world';

let test: TestApp;
let world: World;
let routes: Map<string, Route>;

beforeAll(async () => {
  test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  routes = new Map(
    test.app.registered.flatMap(({ route }) => (route ? [[callKey(route.method, route.path), route] as const] : [])),
  );
});
afterAll(() => test.close());

const nameOf = ({ method, path }: CatalogueCall) => `${method} ${path}`;
const named = (calls: readonly CatalogueCall[]) => calls.map((call) => [nameOf(call), call] as const);

function routeOf(call: CatalogueCall): Route {
  const route = routes.get(callKey(call.method, call.path));
  if (!route) throw new Error('The call is not declared.');
  return route;
}

interface Prepared {
  request: CallRequest;
  send(change: Partial<InjectOptions>): Promise<LightMyRequestResponse>;
}

/** Sends a valid request with one change by an allowed account; errors must be in Chinese. */
async function prepare(call: CatalogueCall, as?: AccountRow): Promise<Prepared> {
  const build = requests[nameOf(call)];
  if (!build) throw new Error(`There is no valid request for ${call.path}`);
  const caller = as ?? callerOf(call, world.people);
  const request = await build({ test, world, caller });
  const account = as ?? request.as ?? caller;
  const cookie = account ? { cookie: await freshSession(test, account) } : {};
  const { headers, ...valid } = injectOf(call, request);
  return {
    request,
    send: ({ headers: changed, ...change }) =>
      test.app.inject({
        ...valid,
        ...change,
        headers: { 'accept-language': 'zh-CN', ...headers, ...cookie, ...changed },
      }),
  };
}

interface Wanted {
  status?: number;
  code?: string;
  path?: string;
}

/** Problems of a reply to invalid input, with the input. */
function findFaults(what: string, reply: LightMyRequestResponse, isUpload: boolean, wanted: Wanted): string[] {
  const { status, code, path } = wanted;
  const context = `${what} → ${reply.statusCode} ${reply.body.slice(0, 160)}`;
  if (reply.statusCode >= 500) return [context];
  if (status === undefined && code === undefined && reply.statusCode < 400) return [];
  if (reply.statusCode < 400) return [`not refused: ${context}`];
  const faults = problemsIn(reply, { language: 'zh-CN', isUpload }).map((fault) => `${fault}: ${context}`);
  const said = reply.json();
  if (status !== undefined && reply.statusCode !== status) faults.push(`not ${status}: ${context}`);
  if (code !== undefined && said.code !== code) faults.push(`not ${code}: ${context}`);
  const isNamed = (detail: { path: string }) => detail.path === path || detail.path.startsWith(`${path}.`);
  if (path && !said.details?.some(isNamed)) faults.push(`${path} is not named: ${context}`);
  return faults;
}

/** Accepted input may change the settings or the caller, so every call starts with new ones. */
async function collect(work: () => Promise<string[]>): Promise<void> {
  const faults = await work();
  await settle(test);
  expect(faults).toEqual([]);
}

describe('an invalid member of a body', () => {
  const withBody = catalogue.filter((call) => call.method !== 'GET' && call.method !== 'ANY');
  // Messages are refused in the form of JSON-RPC, which `mcp.routes.test.ts` tests.
  const ofOurForm = withBody.filter(({ path }) => path !== '/mcp');

  it.each(named(ofOurForm))('is refused by name: %s', async (_name, call) => {
    const { body } = routeOf(call);
    if (!body) return;
    await collect(async () => {
      const { request, send } = await prepare(call);
      const faults: string[] = [];
      for (const { what, value, path, isRefused } of badCasesOf(body, request.body)) {
        const reply = await send({ payload: JSON.stringify(value), headers: { 'content-type': 'application/json' } });
        const wanted = isRefused ? { status: 400, code: 'request.invalid', path } : {};
        // A handler that reads the text first may have its own error for it.
        faults.push(...findFaults(what, reply, false, wanted));
      }
      return faults;
    });
  });

  it.each(named(withBody))('reports a missing, malformed or oversized body: %s', async (_name, call) => {
    const { body } = routeOf(call);
    if (!body) return;
    const oversized = Math.max(5 * 1024 * 1024, routeOf(call).bodyBytesMax ?? 0);
    await collect(async () => {
      const { send } = await prepare(call);
      const json = { 'content-type': 'application/json' };
      const cases: [string, Partial<InjectOptions>, Wanted][] = [
        ['no JSON', { payload: '{"a":', headers: json }, { status: 400, code: 'request.bodyUnreadable' }],
        ['nothing', { payload: '', headers: json }, { status: 400, code: 'request.bodyMissing' }],
        ['text', { payload: 'hi', headers: { 'content-type': 'text/plain' } }, { status: 415 }],
        [
          'a form',
          { payload: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
          { status: 415 },
        ],
        ['too much', { payload: `"${'a'.repeat(oversized)}"`, headers: json }, { status: 413 }],
      ];
      const faults: string[] = [];
      for (const [what, change, wanted] of cases) faults.push(...findFaults(what, await send(change), false, wanted));
      return faults;
    });
  });
});

describe('an invalid member of a query', () => {
  it.each(named(catalogue))('is refused by name: %s', async (_name, call) => {
    const { query } = routeOf(call);
    if (!query) return;
    await collect(async () => {
      const { request, send } = await prepare(call);
      const texts = (value: object) =>
        Object.fromEntries(
          Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? one : `${one}`]),
        );
      const faults: string[] = [];
      for (const { what, value, path } of badCasesOf(query, request.query ?? {})) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        const asked = texts(value);
        // What is too long for any address has a refusal of its own.
        if (`${new URLSearchParams(asked)}`.length > addressLengthMax - 256) continue;
        const isRefused = !query.safeParse(asked).success || JSON.stringify(asked).includes('\\u0000');
        const wanted = isRefused ? { status: 400, code: 'request.invalid', path } : {};
        faults.push(...findFaults(what, await send({ query: asked }), false, wanted));
      }
      return faults;
    });
  });
});

describe('a parameter of a path', () => {
  const withParams = catalogue.filter(({ path }) => path.includes(':'));
  const strangers = ['x', '0', '-1', '1.5', '999999', '2147483648', '9'.repeat(30), 'NaN', '%00', '..%2F..', 'é', '🙂'];
  const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
  // The calls before have paused all games, which players would learn first.
  beforeAll(async () => void (await test.db.update(games).set({ pausedAt: null })));

  it.each(named(withParams))('that refers to nothing is not found: %s', async (_name, call) => {
    await collect(async () => {
      const staffed = ['organiser', 'observer'].includes(call.who);
      const { request, send } = await prepare(call, staffed ? world.people.admin : undefined);
      const faults: string[] = [];
      for (const [, name = ''] of call.path.matchAll(/:([A-Za-z]+)/g)) {
        for (const value of [...strangers, absent, 'a'.repeat(1000)]) {
          const params = { ...request.params, [name]: value };
          const url = call.path.replace(/:([A-Za-z]+)/g, (_, one: string) => {
            const text = String(params[one as keyof typeof params]);
            return one === name ? (/^%|%2F/.test(text) ? text : encodeURIComponent(text)) : encodeURIComponent(text);
          });
          const reply = await send({ url });
          // A malformed parameter is not found either.
          if (reply.statusCode === call.absent?.[name]) continue;
          faults.push(...findFaults(`${name} is ${value.slice(0, 40)}`, reply, false, { status: 404 }));
        }
      }
      return faults;
    });
  });

  it('that belongs to another game is not found', async () => {
    const { game, otherGame, people } = world;
    const foreign: Record<string, string | number> = {
      challengeId: otherGame.staticId,
      divisionId: otherGame.divisionId,
      noticeId: otherGame.noticeId,
      submitId: otherGame.submissionId,
    };
    const faults: string[] = [];
    for (const call of catalogue.filter(({ path }) => path.includes('/:id/'))) {
      for (const name of Object.keys(foreign).filter((one) => call.path.includes(`:${one}`))) {
        const { request, send } = await prepare(call, call.who === 'organiser' ? people.admin : undefined);
        const { url } = injectOf(call, { params: { ...request.params, id: game.id, [name]: foreign[name] ?? 0 } });
        faults.push(
          ...findFaults(`${nameOf(call)} with a foreign ${name}`, await send({ url }), false, { status: 404 }),
        );
      }
    }
    expect(faults).toEqual([]);
  });

  it('that is malformed is not found', async () => {
    for (const url of [
      '/api/team/%zz',
      '/api/team/%',
      '/api/%c0%ae',
      `/api/team/${'1'.repeat(600)}`,
      '/assets/%ff/%fe',
    ]) {
      const reply = await test.app.inject({ method: 'GET', url, headers: { 'accept-language': 'zh-CN' } });
      expect(findFaults(url, reply, false, { status: 404, code: 'request.notFound' })).toEqual([]);
    }
  });
});

describe('an upload', () => {
  const uploads = catalogue.filter(
    ({ path, method }) =>
      (method === 'PUT' || method === 'POST') && /(avatar|logo|poster|import|writeup|api\/assets)$/.test(path),
  );
  const bodyOf = (field: string, content: Readable | null) => {
    const head = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
    return Readable.from(
      (async function* parts() {
        yield Buffer.from(head);
        if (content) yield* content;
        yield Buffer.from('\r\n--b--\r\n');
      })(),
    );
  };
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

  it.each(named(uploads))('is refused when invalid: %s', async (_name, call) => {
    const route = routeOf(call);
    await collect(async () => {
      const { send } = await prepare(call);
      const field = route.upload?.field ?? '';
      const many = route.upload?.many === true;
      const cases: [string, Partial<InjectOptions>, Wanted][] = [
        ['JSON', { payload: '{}', headers: { 'content-type': 'application/json' } }, { status: 415 }],
        ['text', { payload: 'x', headers: { 'content-type': 'text/plain' } }, { status: 415 }],
        ['no boundary', { payload: 'x', headers: { 'content-type': 'multipart/form-data' } }, {}],
        ['no parts', { payload: '--b--\r\n', headers: multipart }, many ? {} : { status: 400 }],
        ['garbage', { payload: 'garbage', headers: multipart }, { status: 400 }],
        [
          'another field',
          { payload: bodyOf('other', Readable.from(['x'])), headers: multipart },
          many ? {} : { status: 400 },
        ],
        ['an empty file', { payload: bodyOf(field, null), headers: multipart }, many ? {} : { status: 400 }],
        ['no file of the kind', { payload: bodyOf(field, Readable.from(['x'])), headers: multipart }, {}],
      ];
      const faults: string[] = [];
      for (const [what, change, wanted] of cases) faults.push(...findFaults(what, await send(change), true, wanted));
      return faults;
    });
  });

  it.each(named(uploads))('is aborted when too large: %s', async (_name, call) => {
    const { upload } = routeOf(call);
    const limit = typeof upload?.sizeBytesMax === 'number' ? upload.sizeBytesMax : Number.POSITIVE_INFINITY;
    // Larger limits take too long to test; the same code enforces them.
    if (!upload || limit > 64 * 1024 * 1024) return;
    const wanted = { [upload.field]: 'asset.tooLarge', another: 'request.tooLarge' };
    for (const [field, code] of Object.entries(wanted)) {
      const { send } = await prepare(call);
      const chunk = Buffer.alloc(1024 * 1024, 'a');
      let readBytes = 0;
      const endless = Readable.from(
        (async function* chunks() {
          yield Buffer.from('%PDF-1.7 ');
          for (; readBytes < limit + 200 * chunk.length; readBytes += chunk.length) yield chunk;
        })(),
      );
      const reply = await send({ payload: bodyOf(field, endless), headers: multipart });
      expect(findFaults('too much', reply, true, { code })).toEqual([]);
      // The server discards some more bytes, so that the sender can read the error.
      expect(readBytes).toBeLessThan(limit + 80 * chunk.length);
    }
  });
});
