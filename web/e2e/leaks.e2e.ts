// What must stay secret is searched for in everything that goes out during a full game: replies to everybody, frames of
// the hubs, sheets, packages, mails, pages, log lines, what lies in Redis and in the database. Whoever adds a call has it
// asked here by itself; whoever adds a secret adds it where the world is built.

import { liveTargets } from '@vexil/contract/live';
import type {} from '@vexil/db/testing/global-setup';
import { beforeAll, describe, expect, inject, it } from 'vitest';
// @ts-expect-error The scripts are plain JavaScript, so that they run before anything is installed.
import { buildWeb } from '../../scripts/lib/build.mjs';
import { namedRoutes } from '../../server/src/reference/contract-modules';
import { SecretBook, type SecretKind } from './leaks/book';
import { exceptions } from './leaks/exceptions';
import { findLeaks, type Search } from './leaks/find';
import { playFullGame } from './leaks/full-game';
import { Recorder } from './leaks/record';
import { formsOf } from './leaks/search';

const recorder = new Recorder();
const book = new SecretBook();
let search: Search;

/** Calls that nobody can have success with here, so that their replies are refusals only. */
const refusedToAll = new Map([
  ['captcha.powChallenge', 'the captcha is the other one'],
  ['container.create', 'there is no engine'],
  ['testContainer.create', 'there is no engine'],
]);

/** What nobody is ever to be shown, so that it cannot be found anywhere. */
const neverShown: readonly SecretKind[] = ['deployment', 'privateKey', 'typed'];

beforeAll(async () => {
  await buildWeb();
  await playFullGame(recorder, book, { databaseUrl: inject('databaseUrl'), redisUrl: inject('redisUrl') });
  search = findLeaks(recorder.traces, book);
}, 240_000);

describe('a full game', () => {
  it('gives no secret to anybody whom it is not for', () => {
    expect(search.leaks.join('\n')).toBe('');
  });

  it('has every call answered to somebody', () => {
    const names = namedRoutes.map(({ group, name }) => `${group}.${name}`);
    expect(names.filter((name) => !recorder.answered.has(name))).toEqual([...refusedToAll.keys()].sort());
  });

  it('has every message of the hubs told to somebody', () => {
    const frames = recorder.traces.filter(({ call }) => call === 'hub').map(({ text }) => text);
    const untold = Object.keys(liveTargets).filter((target) => !frames.some((text) => text.includes(`"${target}"`)));
    // The one is told by a server that stops and holds a time, the other stands for messages that were lost.
    expect(untold).toEqual(['ComeBack', 'Refetch']);
  });

  it('has nothing answered with a fault of ours', () => {
    expect(recorder.failures).toEqual([]);
  });

  it('shows secrets of every kind to those whom they are for, as they are searched for', () => {
    const kinds = new Set(book.secrets.map(({ kind }) => kind));
    const found = new Set([...search.found.keys()].map(({ kind }) => kind));
    expect([...kinds].filter((kind) => !found.has(kind)).sort()).toEqual([...neverShown].sort());
  });

  it('needs every exception that is made', () => {
    const unused = exceptions.filter((one) => !search.used.has(one));
    expect(unused.map(({ why }) => why)).toEqual([]);
  });
});

describe('the search', () => {
  const audience = { name: 'a visitor', is: ['anonymous'], owns: [] };
  const secret = 'flag{"planted" & <never> told}';
  const searchFor = (text: string) => {
    const planted = new SecretBook();
    planted.add('flag', 'the planted flag', secret);
    return findLeaks([{ audience, call: 'game.list', where: 'GET /api/game', text }], planted).leaks;
  };

  it.each(formsOf(secret))('finds what is written as %s', (_form, text) => {
    const [leak] = searchFor(`{"data":"some text before ${text} and after"}`);
    expect(leak).toContain('flag: the planted flag (');
    expect(leak).toContain('to a visitor in game.list, GET /api/game');
    expect(leak?.split('\n')[1]?.trim()).toContain(text.slice(0, 8));
  });

  it.each([0, 1, 2, 3, 4])('finds it inside of something that was encoded, %i bytes after its beginning', (before) => {
    const encoded = Buffer.from(`${'x'.repeat(before)}${secret} and more`);
    expect(searchFor(encoded.toString('base64'))).toHaveLength(1);
    expect(searchFor(encoded.toString('base64url'))).toHaveLength(1);
    expect(searchFor(encoded.toString('hex'))).toHaveLength(1);
  });

  it('finds nothing where there is nothing', () => {
    expect(searchFor('{"data":"flag{planted}"}')).toEqual([]);
  });
});
