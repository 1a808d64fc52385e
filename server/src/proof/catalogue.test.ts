import type { Route } from '@vexil/contract/route';
import type { AccountRow } from '@vexil/db/schema/account';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { callerOf } from '../../testing/callers';
import { injectOf } from '../../testing/calls';
import { type CatalogueCall, callKey, catalogue } from '../../testing/catalogue';
import { proofConfig } from '../../testing/proof-config';
import { compareShape } from '../../testing/reply-shape';
import { type CallRequest, requests } from '../../testing/requests';
import { buildWorld, type World } from '../../testing/world';

let test: TestApp;
let world: World;
let routes: Map<string, Route>;
beforeAll(async () => {
  test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  const declared = test.app.registered.flatMap(({ route }) => (route ? [route] : []));
  routes = new Map(declared.map((route) => [callKey(route.method, route.path), route]));
});
afterAll(() => test.close());

const nameOf = ({ method, path }: CatalogueCall) => `${method} ${path}`;

async function send(call: CatalogueCall, request: CallRequest, caller: AccountRow | null) {
  const { headers, ...options } = injectOf(call, request);
  const cookie = caller ? { cookie: await test.signIn(caller) } : {};
  return test.app.inject({ ...options, headers: { ...headers, ...cookie } });
}

/** A valid call of an allowed account, at its path or another spelling of it. */
async function callValidly(call: CatalogueCall, path = call.path) {
  const caller = callerOf(call, world.people);
  const build = requests[nameOf(call)];
  if (!build) throw new Error(`There is no valid request for ${nameOf(call)}`);
  const request = await build({ test, world, caller });
  return send({ ...call, path }, request, request.as ?? caller);
}

/** Differences of a successful reply from the catalogue. */
function compareReply(call: CatalogueCall, reply: LightMyRequestResponse): string[] {
  const type = String(reply.headers['content-type'] ?? '');
  if (call.reply === '') return reply.rawPayload.length === 0 ? [] : [`reply is ${reply.body}, not empty`];
  if (call.reply.startsWith('file ')) {
    const wanted = call.reply.slice('file '.length);
    return type.startsWith(wanted) && reply.rawPayload.length > 0 ? [] : [`reply is ${type}, not ${wanted}`];
  }
  if (!type.startsWith('application/json')) return [`reply is ${type}, not JSON`];
  return compareShape(call.reply, reply.json());
}

describe('the catalogue', () => {
  it('has no call twice', () => {
    const keys = catalogue.map(({ method, path }) => callKey(method, path));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('has every declared call', () => {
    const named = new Set(catalogue.map(({ method, path }) => callKey(method, path)));
    expect([...routes.keys()].filter((key) => !named.has(key))).toEqual([]);
  });

  it('has a valid request for every call and no other', () => {
    expect(Object.keys(requests).sort()).toEqual(catalogue.map(nameOf).sort());
  });
});

describe.each(catalogue.map((call) => [nameOf(call), call] as const))('%s', (_name, call) => {
  it('is declared', () => {
    expect(routes.has(callKey(call.method, call.path))).toBe(true);
  });

  it('replies as specified', async () => {
    const reply = await callValidly(call);
    expect(reply.statusCode, reply.body.slice(0, 500)).toBe(call.status ?? 200);
    expect(compareReply(call, reply)).toEqual([]);
  });

  it('replies as the contract declares', async () => {
    const route = routes.get(callKey(call.method, call.path));
    const reply = await callValidly(call);
    const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json');
    if (!route || !isJson) return;
    expect(route.reply.parse(reply.json())).toEqual(reply.json());
  });

  it('is found in any case and with a trailing slash', async () => {
    const loud = call.path.replace(/(:?)([A-Za-z]+)/g, (all, colon) => (colon ? all : all.toUpperCase()));
    for (const path of [loud, `${call.path}/`]) {
      expect((await callValidly(call, path)).statusCode, path).toBe(call.status ?? 200);
    }
  });
});
