import { Time, wireNumbers } from '@vexil/contract/wire';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readLeniently } from './lenient';

const Body = z.object({
  teamId: z.int(),
  status: z.enum(['Pending', 'Accepted']).nullish(),
  result: z
    .enum(['FlagSubmitted', 'Accepted', 'NotFound'])
    .register(wireNumbers, { NotFound: -1 })
    .describe('x')
    .optional(),
  start: Time.min(0).optional(),
  list: z.array(z.object({ cpuCount: z.int() })).optional(),
});

describe('readLeniently', () => {
  it.each([
    [{ TEAMID: '7' }, { teamId: 7 }],
    [
      { teamId: 1, Status: 'accepted' },
      { teamId: 1, status: 'Accepted' },
    ],
    [
      { teamId: 1, status: 0 },
      { teamId: 1, status: 'Pending' },
    ],
    [
      { teamId: 1, result: -1 },
      { teamId: 1, result: 'NotFound' },
    ],
    [
      { teamId: 1, start: '2026-05-01T08:00:00+00:00' },
      { teamId: 1, start: 1777622400000 },
    ],
    [
      { teamId: 1, list: [{ CpuCount: '2' }] },
      { teamId: 1, list: [{ cpuCount: 2 }] },
    ],
    [
      { teamId: 1, status: null },
      { teamId: 1, status: null },
    ],
    [
      { teamId: 1, result: '1' },
      { teamId: 1, result: 'Accepted' },
    ],
  ])('reads %j', (given, expected) => {
    expect(Body.parse(readLeniently(Body, given))).toEqual(expected);
  });

  it.each([
    { teamId: 'x' },
    { teamId: 1, status: -1 },
    { teamId: 1, status: 'unknown' },
    { teamId: 1, start: 'tomorrow' },
    [],
  ])('leaves %j to be refused', (given) => {
    expect(Body.safeParse(readLeniently(Body, given)).success).toBe(false);
  });

  it('does not let a member named like a built-in reach the prototype', () => {
    const read = readLeniently(Body, JSON.parse('{"teamId":1,"__proto__":{"x":1},"constructor":2}'));
    expect(Body.parse(read)).toEqual({ teamId: 1 });
  });
});
