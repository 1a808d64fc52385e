import { challengeRoutes } from '@vexil/contract/challenge';
import { Binary, defineRoute, type Route } from '@vexil/contract/route';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  costOf,
  isMeasured,
  kindOf,
  kindOfRequest,
  priorityOf,
  type RequestKind,
  refusalOf,
  requestKinds,
  takesSlot,
} from './shed.policy';

describe('a request', () => {
  it.each([
    ['vital', '/readyz'],
    ['file', '/static/main.js'],
    ['memory', '/api/openapi.json'],
  ])('is %s at %s', (kind, url) => expect(kindOf(url, undefined)).toBe(kind));

  it('is what its declaration says', () => {
    expect(kindOf('/api/game/:id/scoreboard', scoreboardRoutes.get)).toBe('memory');
    expect(kindOf('/api/game/:id/scoreboardsheet', scoreboardRoutes.sheet)).toBe('heavy');
    expect(kindOf('/api/game/:id/details', challengeRoutes.details)).toBe('play');
    expect(kindOf('/hub/user', undefined, true)).toBe('live');
  });

  it('is heavy where it asks for a board that has to be made', () => {
    const path = scoreboardRoutes.get.path;
    expect(kindOfRequest('memory', path, '/api/game/3/scoreboard')).toBe('memory');
    expect(kindOfRequest('memory', path, '/api/game/3/scoreboard?asOf=12')).toBe('heavy');
    expect(kindOfRequest('memory', '/api/config', '/api/config?culture=de')).toBe('memory');
  });
});

describe('the order of refusals', () => {
  it('begins with what can wait and ends with what costs little', () => {
    const refusedAt = (part: number) =>
      (['heavy', 'play', 'live', 'submit', 'memory', 'file', 'login', 'vital'] as const).filter(
        (kind) => refusalOf(kind, part * 1000, 1000, 1) !== null,
      );
    expect(refusedAt(0.4)).toEqual([]);
    expect(refusedAt(0.5)).toEqual(['heavy']);
    expect(refusedAt(1)).toEqual(['heavy', 'play']);
    expect(refusedAt(1.3)).toEqual(['heavy', 'play', 'live', 'submit']);
    expect(refusedAt(5)).toEqual(['heavy', 'play', 'live', 'submit', 'memory', 'file']);
  });

  it('has the busiest callers first and new clients last', () => {
    const refused = (count: number, inFlight: number) => refusalOf('play', inFlight, 100, priorityOf(count, 20));
    expect(refused(80, 50)).toBe('overQuota');
    expect(refused(40, 50)).toBeNull();
    expect(refused(40, 80)).toBe('overQuota');
    expect(refused(20, 80)).toBeNull();
    expect(refused(20, 100)).toBe('full');
    expect(refused(0, 100)).toBeNull();
    expect(refused(0, 125)).toBe('full');
  });

  it('admits clients that have waited before new ones', () => {
    const refused = (waits: number, inFlight: number) => refusalOf('play', inFlight, 100, priorityOf(0, 20, waits));
    expect([refused(0, 130), refused(1, 130), refused(4, 220)]).toEqual(['full', null, null]);
    expect(refused(4, 230)).toBe('full');
    expect(priorityOf(80, 20, 99)).toBe(priorityOf(80, 20));
  });

  it('admits a client after five refusals while capacity remains, however low the limit has fallen', () => {
    const refused = (kind: RequestKind, waits: number, inFlight: number) =>
      refusalOf(kind, inFlight, 64, priorityOf(0, 20, waits));
    expect([refused('play', 5, 1000), refused('play', 4, 1000)]).toEqual([null, 'full']);
    expect(refused('play', 99, 1024)).toBe('full');
    expect([refused('heavy', 99, 500), refused('heavy', 99, 520)]).toEqual([null, 'full']);
  });

  it('counts no client as over quota that has opened one page while the others did nothing', () => {
    expect(priorityOf(12, 0.5)).toBe(1);
  });
});

const route = (values: Partial<Route>): Route => {
  const declared = defineRoute({
    method: 'GET',
    path: '/api/thing',
    access: 'User',
    summary: 'A thing',
    reply: z.object({}),
    errors: [],
  });
  return { ...declared, ...values };
};
const search = z.object({ search: z.string().optional() });

describe('the kind of a call', () => {
  it.each<[string, Partial<Route>, RequestKind]>([
    ['without more', {}, 'play'],
    ['that changes something', { method: 'POST' }, 'play'],
    ['of the settings', { path: '/api/config' }, 'memory'],
    ['of a board', { path: '/api/game/:id/scoreboard' }, 'memory'],
    ['with an upload', { upload: { bytesMax: 1 } as unknown as Route['upload'] }, 'long'],
    ['that becomes a relay', { upgrade: 'websocket' }, 'long'],
    ['with the budget container', { rate: 'container' }, 'long'],
    ['with the budget proxy', { rate: 'proxy' }, 'long'],
    ['with the budget upload', { rate: 'upload' }, 'long'],
    ['with the budget submit', { rate: 'submit' }, 'submit'],
    ['with the budget login', { rate: 'login' }, 'login'],
    ['with the budget register', { rate: 'register' }, 'login'],
    ['with the budget query', { rate: 'query' }, 'play'],
    ['that gives a file', { reply: Binary }, 'heavy'],
    ['that gives a timeline', { path: '/api/game/:id/timeline' }, 'heavy'],
    ['below a timeline', { path: '/api/game/:id/timeline/part' }, 'play'],
    ['of staff who search', { access: 'Monitor', query: search }, 'heavy'],
    ['of organisers who search', { access: 'organiser', query: search }, 'heavy'],
    ['of staff who page', { access: 'Monitor', query: z.object({ skip: z.string() }) }, 'play'],
    ['of staff without a query', { access: 'Admin' }, 'play'],
    ['of players who search', { access: 'User', query: search }, 'play'],
    ['of anybody who searches', { access: 'Anonymous', query: search }, 'play'],
  ])('%s', (_, values, kind) => expect(kindOf('/api/thing', route(values))).toBe(kind));

  it.each<[string, RequestKind]>([
    ['/healthz', 'vital'],
    ['/readyz', 'vital'],
    ['/healthz/more', 'file'],
    ['/', 'file'],
    ['/page/api', 'file'],
    ['/api', 'memory'],
    ['/api/nothing', 'memory'],
  ])('without a declaration at %s is %s', (url, kind) => expect(kindOf(url, undefined)).toBe(kind));

  it('changes with a question mark for boards only', () => {
    const path = scoreboardRoutes.get.path;
    expect(kindOfRequest('play', path, '/api/game/3/scoreboard?asOf=12')).toBe('play');
    expect(kindOfRequest('memory', undefined, '/api/game/3/scoreboard?asOf=12')).toBe('memory');
  });

  it('says what it counts, whether it takes a slot and whether it is measured', () => {
    const of = (judge: (kind: RequestKind) => unknown) => requestKinds.map((kind) => [kind, judge(kind)]);
    const all = { vital: 1, file: 1, long: 1, login: 1, memory: 0.25, live: 1, submit: 1, heavy: 5, play: 1 };
    expect(Object.fromEntries(of(costOf))).toEqual(all);
    const slots = requestKinds.filter(takesSlot);
    expect(slots).toEqual(['memory', 'live', 'submit', 'heavy', 'play']);
    expect(requestKinds.filter(isMeasured)).toEqual(['live', 'submit', 'play']);
  });
});

describe('the priority of a caller', () => {
  it.each([
    [0, 20, 0, 1.25],
    [11, 20, 0, 1.25],
    [12, 20, 0, 1],
    [0, 20, 1, 1.5],
    [11, 20, 5, 2.5],
    [0, 20, 6, 2.75],
    [0, 20, 7, 2.75],
    [12, 20, 6, 1],
    [20, 20, 0, 1],
    [24, 12, 0, 0.75],
    [24, 6, 0, 0.75],
    [40, 20, 0, 0.75],
    [80, 20, 0, 0.5],
    [320, 20, 0, 0.5],
  ])('with %i requests among a mean of %i, after %i waits, is %f', (count, mean, waits, share) => {
    expect(priorityOf(count, mean, waits)).toBe(share);
  });

  it.each<[RequestKind, number]>([
    ['file', 200],
    ['memory', 200],
    ['live', 125],
    ['submit', 125],
    ['long', 100],
    ['play', 100],
    ['heavy', 50],
  ])('ends for %s at exactly %i of a limit of 100', (kind, slots) => {
    expect(refusalOf(kind, slots - 1, 100, 1)).toBeNull();
    expect(refusalOf(kind, slots, 100, 1)).toBe('full');
    expect(refusalOf(kind, slots - 1, 100, 0.5)).toBe('overQuota');
  });

  it('never ends for health checks and sign-ins', () => {
    expect(refusalOf('vital', 1_000_000, 100, 0.5)).toBeNull();
    expect(refusalOf('login', 1_000_000, 100, 0.5)).toBeNull();
  });

  it('guarantees a slot from five waits on, up to 1024 slots, and never beyond its share', () => {
    expect(refusalOf('play', 1023, 10, 2.5)).toBeNull();
    expect(refusalOf('play', 1024, 10, 2.5)).toBe('full');
    expect(refusalOf('play', 1023, 10, 2.49)).toBe('full');
    expect(refusalOf('memory', 1023, 10, 2.5)).toBeNull();
    expect(refusalOf('memory', 1024, 10, 2.5)).toBe('full');
    expect(refusalOf('heavy', 511, 10, 2.5)).toBeNull();
    expect(refusalOf('heavy', 512, 10, 2.5)).toBe('full');
  });
});
