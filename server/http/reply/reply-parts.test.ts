import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeMembers, writeWhole } from './reply-parts';

const Reply = z.object({ title: z.string(), ranks: z.array(z.int()), own: z.object({ name: z.string() }).nullable() });
const Title = Reply.pick({ title: true });
const value = { title: 'Überblick "🏁"', ranks: [1, 2], own: { name: '}' } };
const parts = [
  writeMembers(Title, value, 'first'),
  writeMembers(Reply.pick({ ranks: true }), value, 'middle'),
  writeMembers(Reply.pick({ own: true }), value, 'last'),
];

describe('a reply of parts', () => {
  it('is the whole object', () => {
    expect(JSON.parse(parts.join(''))).toEqual(value);
    expect(JSON.parse(writeWhole(Reply, value).toString())).toEqual(value);
  });

  it('refuses what does not fit its schema, leaves out what it does not name, and needs members', () => {
    expect(() => writeMembers(Title, { title: 5 } as never, 'first')).toThrow(z.ZodError);
    expect(writeMembers(Title, { title: 'a', secret: 'b' } as never, 'middle').toString()).toBe(',"title":"a"');
    expect(() => writeMembers(z.object({}), {}, 'last')).toThrow(RangeError);
  });
});
