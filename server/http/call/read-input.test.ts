import { Empty, type Route } from '@vexil/contract/route';
import { ChallengeParams } from '@vexil/contract/wire';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidRequest, inputReader } from './read-input';

const route: Route = {
  method: 'GET',
  path: '/api/x/:id/:challengeId',
  access: 'Anonymous',
  summary: 'x',
  params: ChallengeParams,
  query: z.object({ count: z.coerce.number<number>().int().max(10).default(5), search: z.string().optional() }),
  reply: Empty,
  errors: [],
};
const names: Route = { ...route, params: z.object({ one: z.string(), two: z.string() }) };

const requestOf = (params: Record<string, string>, query: Record<string, string> = {}) => {
  const text = new URLSearchParams(query).toString();
  return { params, query, url: text ? `/?${text}` : '/', headers: {} } as unknown as FastifyRequest;
};

describe('what a route reads', () => {
  it('is the same for the same ids, and another for others', () => {
    const read = inputReader(route);
    const first = read(requestOf({ id: '1', challengeId: '23' }));
    expect(first).toEqual({ params: { id: 1, challengeId: 23 }, query: { count: 5 }, body: undefined });
    expect(read(requestOf({ id: '1', challengeId: '23' })).params).toBe(first.params);
    expect(read(requestOf({ id: '12', challengeId: '3' })).params).toEqual({ id: 12, challengeId: 3 });
    expect(() => read(requestOf({ id: '1', challengeId: 'x' }))).toThrow(InvalidRequest);
    expect(() => read(requestOf({ id: '1', challengeId: 'x' }))).toThrow(InvalidRequest);
  });

  it('keeps texts apart, whatever is in them', () => {
    const read = inputReader(names);
    const pairs = [
      ['a,b', 'c'],
      ['a', 'b,c'],
      ['a","b', 'c'],
      ['', 'a,b,c'],
    ] as const;
    for (const _again of [1, 2]) {
      for (const [one, two] of pairs) expect(read(requestOf({ one, two })).params).toEqual({ one, two });
    }
  });

  it('is frozen, as other requests get the same object', () => {
    const read = inputReader(route);
    const { params, query } = read(requestOf({ id: '1', challengeId: '2' }));
    expect(() => Object.assign(params as object, { id: 3 })).toThrow(TypeError);
    expect(() => Object.assign(query as object, { count: 3 })).toThrow(TypeError);
  });

  it('reads each query that there is', () => {
    const read = inputReader(route);
    const ids = { id: '1', challengeId: '2' };
    expect(read(requestOf(ids, { Count: '7' })).query).toEqual({ count: 7 });
    expect(read(requestOf(ids, { search: 'ants' })).query).toEqual({ count: 5, search: 'ants' });
    expect(() => read(requestOf(ids, { count: '11' }))).toThrow(InvalidRequest);
    expect(read(requestOf(ids)).query).toEqual({ count: 5 });
  });

  it('holds a bounded number of ids', () => {
    const read = inputReader(route);
    for (let id = 1; id <= 2_000; id += 1) {
      expect(read(requestOf({ id: String(id), challengeId: '1' })).params).toEqual({ id, challengeId: 1 });
    }
  });
});
