import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { listReleases, listUnprepared, readStatements } from '../testing/releases';

const released = listReleases().filter(({ version }) => readStatements(version).length > 0);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.drop());

describe('processes of an earlier version', () => {
  it('are those of the last release', () => {
    expect(released.map(({ version }) => version)).toContain(listReleases().at(-1)?.version);
  });

  it.each(released)('of $version can prepare their statements on this schema', async ({ version }) => {
    const statements = readStatements(version);
    expect(statements.length).toBeGreaterThan(500);
    expect(await listUnprepared(database.url, statements)).toEqual([]);
  });

  it('are refused a column that is gone', async () => {
    const [gone] = await listUnprepared(database.url, ['select nickname from accounts', 'select $1::int']);
    expect(gone).toEqual({ statement: 'select nickname from accounts', reason: 'column "nickname" does not exist' });
  });
});
