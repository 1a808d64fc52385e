import { challengeRoutes } from '@vexil/contract/challenge';
import { Binary, type Route } from '@vexil/contract/route';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { costs, isMadeBoard, type Priority, priorityOf } from './priority';

const route = (values: Partial<Route>): Route => ({
  method: 'GET',
  path: '/api/thing',
  access: 'User',
  summary: 'A thing',
  reply: z.object({}),
  errors: [],
  ...values,
});
const search = z.object({ search: z.string().optional() });

describe('the priority of a call', () => {
  it.each<[string, Partial<Route>, Priority]>([
    ['without more', {}, 'page'],
    ['that changes something', { method: 'POST' }, 'page'],
    ['with an upload', { upload: { bytesMax: 1 } as unknown as Route['upload'] }, 'free'],
    ['that becomes a relay', { upgrade: 'websocket' }, 'free'],
    ['with the budget container', { rate: 'container' }, 'free'],
    ['with the budget proxy', { rate: 'proxy' }, 'free'],
    ['with the budget upload', { rate: 'upload' }, 'free'],
    ['with the budget submit', { rate: 'submit' }, 'play'],
    ['with the budget login', { rate: 'login' }, 'signIn'],
    ['with the budget register', { rate: 'register' }, 'signIn'],
    ['with the budget query', { rate: 'query' }, 'page'],
    ['that gives a file', { reply: Binary }, 'background'],
    ['that gives a timeline', { path: '/api/game/:id/timeline' }, 'background'],
    ['below a timeline', { path: '/api/game/:id/timeline/part' }, 'page'],
    ['of staff who search', { access: 'Monitor', query: search }, 'background'],
    ['of organisers who search', { access: 'organiser', query: search }, 'background'],
    ['of staff who page', { access: 'Monitor', query: z.object({ skip: z.string() }) }, 'page'],
    ['of staff without a query', { access: 'Admin' }, 'page'],
    ['of players who search', { access: 'User', query: search }, 'page'],
    ['of anybody who searches', { access: 'Anonymous', query: search }, 'page'],
  ])('%s', (_, values, priority) => expect(priorityOf({ route: route(values) })).toBe(priority));

  it('is free for shared replies, files and health checks, which are no calls', () => {
    expect(priorityOf({ route: route({}), findsActorLate: true })).toBe('free');
    expect(priorityOf({})).toBe('free');
  });

  it('is what its declaration says', () => {
    expect(priorityOf({ route: scoreboardRoutes.sheet })).toBe('background');
    expect(priorityOf({ route: challengeRoutes.details })).toBe('page');
    expect(priorityOf({ isHub: true })).toBe('play');
  });

  it('is another one for boards that have to be made', () => {
    const { path } = scoreboardRoutes.get;
    expect(isMadeBoard(path, '/api/game/3/scoreboard')).toBe(false);
    expect(isMadeBoard(path, '/api/game/3/scoreboard?asOf=12')).toBe(true);
    expect(isMadeBoard('/api/config', '/api/config?culture=de')).toBe(false);
    expect(isMadeBoard(undefined, '/api/game/3/scoreboard?asOf=12')).toBe(false);
  });

  it('lets submissions pass other calls', () => expect(costs.play).toBeLessThan(costs.page));
});
