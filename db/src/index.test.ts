import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from './index';

describe('openDatabase', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase(inject('databaseUrl'));
    database = openDatabase(test.url, { connectionsMax: 1 });
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  it('stores what it acknowledged when transactions begin in a burst of statements', async () => {
    const { sql } = database;
    await sql`create table answers (id int)`;
    const burst: Promise<unknown>[] = [];
    for (let id = 0; id < 3_000; id += 1) {
      burst.push(sql`insert into answers values (${id})`.execute());
      // The hundredth in line is where the driver's own limit of a pipeline lies.
      if (id % 100 === 98) burst.push(sql.begin((tx) => tx`select 1`));
    }
    await Promise.all(burst);
    const [stored] = await test.sql`select count(*)::int as count from answers`;
    expect(stored?.count).toBe(3_000);
  });
});
