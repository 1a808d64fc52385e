import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoints } from './endpoint';
import { defineRoutes, Empty } from './route';

const endpoints = {
  list: { method: 'GET', path: '/api/x' },
  add: { method: 'POST', path: '/api/x' },
} as const satisfies Endpoints;

describe('the routes of endpoints', () => {
  it('take what they share unless they say otherwise', () => {
    const reply = z.array(z.int());
    const routes = defineRoutes(endpoints, { access: 'Admin', rate: 'query' })({
      list: { summary: 'List', reply },
      add: { summary: 'Add', access: 'User', errors: ['game.notFound'] },
    });
    const shared = { access: 'Admin', rate: 'query', errors: [] };
    expect(routes.list).toEqual({ ...endpoints.list, ...shared, summary: 'List', reply });
    expect(routes.add).toEqual({
      ...{ ...endpoints.add, ...shared, summary: 'Add', reply: Empty },
      ...{ access: 'User', errors: ['game.notFound'] },
    });
    const access: 'User' = routes.add.access;
    expect(access).toBe('User');
  });

  it('are refused by the compiler without access, under a name of no endpoint and with an unknown member', () => {
    const made = [
      // @ts-expect-error: no access.
      () => defineRoutes(endpoints)({ list: { summary: 'List', access: 'User' }, add: { summary: 'Add' } }),
      // @ts-expect-error: no route for `add`.
      () => defineRoutes(endpoints, { access: 'User' })({ list: { summary: 'List' } }),
      () =>
        defineRoutes(endpoints, { access: 'User' })({
          list: { summary: 'List' },
          // @ts-expect-error: no such member.
          add: { summary: 'Add', bodyBytes: 7 },
        }),
      () =>
        defineRoutes(endpoints, { access: 'User' })({
          list: { summary: 'List' },
          add: { summary: 'Add' },
          // @ts-expect-error: no such endpoint.
          remove: { summary: 'Remove' },
        }),
      // @ts-expect-error: no such member to share.
      () => defineRoutes(endpoints, { access: 'User', rates: 'query' }),
    ];
    expect(made).toHaveLength(5);
  });
});
