// Searches everything that leaves the platform during a full game for secrets: replies, hub frames, sheets, packages,
// mails, pages, logs, Redis and the database. New routes are requested automatically; new secrets are registered where
// the test data is built.

import { liveTargets } from '@vexil/contract/live';
import type {} from '@vexil/db/testing/global-setup';
import { beforeAll, describe, expect, inject, it } from 'vitest';
// @ts-expect-error The scripts are plain JavaScript, so that they run before anything is installed.
import { buildWeb } from '../../scripts/lib/build.mjs';
import { namedRoutes } from '../../server/src/reference/contract-modules';
import { exceptions } from './leaks/exceptions';
import { findLeaks, type Search } from './leaks/find';
import { playFullGame } from './leaks/full-game';
import { Recorder } from './leaks/record';
import { formsOf } from './leaks/search';
import { type SecretKind, SecretRegistry } from './leaks/secrets';

const recorder = new Recorder();
const secrets = new SecretRegistry();
let search: Search;

/** Routes that cannot succeed in this setup. */
const refusedToAll = new Map([
  ['account.loginPasskey', 'there is no authenticator'],
  ['asset.linked', 'what a ticket opens is in the answers that bring it'],
  ['captcha.powChallenge', 'the captcha is the other one'],
  ['container.create', 'there is no engine'],
  ['containerImage.pull', 'there is no engine'],
  ['engine.update', 'there is no engine'],
  ['factor.confirmPasskey', 'there is no authenticator'],
  ['mcp.call', 'it takes the token of a player, whose tests are of their own'],
  ['ownData.downloadExport', 'no worker has made one yet'],
  ['playerToken.remove', 'the number is that of another token'],
  ['signIn.begin', 'there is no provider'],
  ['signIn.callback', 'there is no provider'],
  ['signIn.enter', 'there is no provider'],
  ['signIn.link', 'there is no provider'],
  ['signIn.unlink', 'there is no provider'],
  ['solver.check', 'there is no engine'],
  ['testContainer.create', 'there is no engine'],
]);

/** Secrets that no audience may see. */
const neverShown: readonly SecretKind[] = ['deployment', 'privateKey', 'typed'];

beforeAll(async () => {
  await buildWeb();
  await playFullGame(recorder, secrets, { databaseUrl: inject('databaseUrl'), redisUrl: inject('redisUrl') });
  search = findLeaks(recorder.traces, secrets);
}, 240_000);

describe('a full game', () => {
  it('leaks no secret', () => {
    expect(search.leaks.join('\n')).toBe('');
  });

  it('succeeds on every route at least once', () => {
    const names = namedRoutes.map(({ group, name }) => `${group}.${name}`);
    expect(names.filter((name) => !recorder.answered.has(name))).toEqual([...refusedToAll.keys()].sort());
  });

  it('sends every hub message at least once', () => {
    const frames = recorder.traces.filter(({ call }) => call === 'hub').map(({ text }) => text);
    const unsent = Object.keys(liveTargets).filter((target) => !frames.some((text) => text.includes(`"${target}"`)));
    // It is sent at shutdown.
    expect(unsent).toEqual(['Reconnect']);
  });

  it('replies to nothing with a server error', () => {
    expect(recorder.failures).toEqual([]);
  });

  it('finds secrets of every kind where they are allowed', () => {
    const kinds = new Set(secrets.all.map(({ kind }) => kind));
    const found = new Set([...search.found.keys()].map(({ kind }) => kind));
    expect([...kinds].filter((kind) => !found.has(kind)).sort()).toEqual([...neverShown].sort());
  });

  it('uses every exception', () => {
    const unused = exceptions.filter((one) => !search.used.has(one));
    expect(unused.map(({ why }) => why)).toEqual([]);
  });
});

describe('the search', () => {
  const audience = { name: 'a visitor', is: ['anonymous'], owns: [] };
  const secret = 'flag{"planted" & <never> sent}';
  const searchFor = (text: string) => {
    const planted = new SecretRegistry();
    planted.add('flag', 'the planted flag', secret);
    return findLeaks([{ audience, call: 'game.list', where: 'GET /api/game', text }], planted).leaks;
  };

  it.each(formsOf(secret))('finds a secret as %s', (_form, text) => {
    const [leak] = searchFor(`{"data":"some text before ${text} and after"}`);
    expect(leak).toContain('flag: the planted flag (');
    expect(leak).toContain('to a visitor in game.list, GET /api/game');
    expect(leak?.split('\n')[1]?.trim()).toContain(text.slice(0, 8));
  });

  it.each([0, 1, 2, 3, 4])('finds it within encoded text, %i bytes after the start', (before) => {
    const encoded = Buffer.from(`${'x'.repeat(before)}${secret} and more`);
    expect(searchFor(encoded.toString('base64'))).toHaveLength(1);
    expect(searchFor(encoded.toString('base64url'))).toHaveLength(1);
    expect(searchFor(encoded.toString('hex'))).toHaveLength(1);
  });

  it('finds nothing in other text', () => {
    expect(searchFor('{"data":"flag{planted}"}')).toEqual([]);
  });
});
