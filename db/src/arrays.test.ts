import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { writeArray } from './arrays';

describe('arrays in statements', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase(inject('databaseUrl'));
  });
  afterAll(() => test.drop());

  const texts = ['', 'a,b', '{}', '"', '\\', '\\"', 'null', 'NULL', ' x ', "it's", 'ä\n🏁', null];

  it.each([
    ['text', texts],
    ['text', []],
    ['text', [null]],
    ['int', [1, -2_147_483_648, null]],
    ['uuid', ['018f6b1e-0000-7000-8000-000000000000']],
  ])('arrive as %s: %j', async (type, values) => {
    const rows = await test.sql`
      select v from unnest(${values}::${test.sql.unsafe(`${type}[]`)}) with ordinality as t(v, i) order by i`;
    expect(rows.map(({ v }) => v)).toEqual(values);
  });

  it('arrive as they are when they were written before', async () => {
    const [row] = await test.sql`select ${'{a,"b,c"}'}::text[] = ${['a', 'b,c']}::text[] as alike`;
    expect(row).toEqual({ alike: true });
  });

  it('are refused when a list is within a list, and when their type is not known', async () => {
    expect(() => writeArray([['a']] as never)).toThrow(TypeError);
    await expect(test.sql`select ${['a', 'b']}::varchar[]`).rejects.toThrow('malformed array literal');
  });
});
