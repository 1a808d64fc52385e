import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/app';
import { callerOf } from '../../testing/callers';
import { injectOf } from '../../testing/calls';
import { type CatalogueCall, catalogue } from '../../testing/catalogue';
import { proofConfig } from '../../testing/proof-config';
import { requests } from '../../testing/requests';
import { type Act, acts, unchanging } from '../../testing/shared-acts';
import {
  type Answer,
  answers,
  type Copies,
  heldAnswers,
  type SharedWorld,
  startSharedWorld,
} from '../../testing/shared-answers';
import { buildWorld, type World } from '../../testing/world';

let shared: SharedWorld;
let world: World;
beforeAll(async () => {
  const test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  shared = await startSharedWorld(test);
  stopClock();
});
afterAll(() => shared.close());

const nameOf = ({ method, path }: CatalogueCall) => `${method} ${path}`;
const changingCalls = catalogue.filter(({ method }) => method !== 'GET' && method !== 'ANY');

const changesBetween = (before: Copies, after: Copies): Answer[] =>
  answers.filter((name) => {
    const [one, other] = [before[name], after[name]];
    return one.statusCode !== other.statusCode || one.headers.etag !== other.headers.etag;
  });

/** A second later than the last act, and the same for all servers until the next. */
let now = Date.now();
function stopClock(): void {
  now += 1000;
  shared.test.clock.stopAt(new Date(now));
}

async function perform(name: string, build: Act['build'] = requests[name]) {
  const { test } = shared;
  const call = catalogue.find((one) => nameOf(one) === name);
  if (!call || !build) throw new Error(`The catalogue has no request for ${name}.`);
  stopClock();
  const caller = callerOf(call, world.people);
  const request = await build({ test, world, caller });
  const sender = request.as ?? caller;
  const { headers, ...options } = injectOf(call, request);
  const cookie = sender ? { cookie: await test.signIn(sender) } : {};
  const isOfGame = /^\/api\/(edit\/games|game)\/:id/.test(call.path);
  const isOfPost = call.path.startsWith('/api/edit/posts/:id');
  const subject = {
    gameId: Number((isOfGame && request.params?.id) || world.game.id),
    postId: String((isOfPost && request.params?.id) || world.postId),
    player: world.people.participant,
  };
  const before = await shared.warm(subject);
  const [first] = shared.servers;
  const reply = await first.app.inject({ ...options, headers: { ...headers, ...cookie } });
  expect(reply.statusCode, reply.body.slice(0, 500)).toBe(call.status ?? 200);
  const own = await shared.read(first, subject);
  return { before, own, after: await shared.converge(subject) };
}

async function expectChanges(name: string, changes: readonly Answer[], build?: Act['build']): Promise<void> {
  const { before, own, after } = await perform(name, build);
  for (const held of heldAnswers) expect(own[held], held).toEqual(after[held]);
  expect(changesBetween(before, after)).toEqual(answers.filter((one) => changes.includes(one)));
}

describe('shared answers of two servers', () => {
  it('are there', async () => {
    const subject = { gameId: world.game.id, postId: world.postId, player: world.people.participant };
    const copies = await shared.warm(subject);
    expect(answers.filter((name) => copies[name].statusCode !== 200)).toEqual([]);
  });

  it('are covered for every call of the catalogue that changes something', () => {
    const covered = new Set([...acts.map(({ call }) => call), ...unchanging]);
    expect([...covered].sort()).toEqual(changingCalls.map(nameOf).sort());
    expect(unchanging.filter((call) => acts.some((act) => act.call === call && !act.build))).toEqual([]);
  });

  it.each(acts.map((act) => [act.title ?? act.call, act.changes.join(', '), act] as const))(
    'after %s have changed: %s',
    (_title, _changes, { call, changes, build }) => expectChanges(call, changes, build),
  );

  it.each(unchanging)('are the same after %s', (call) => expectChanges(call, []));
});
