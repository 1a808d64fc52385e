import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildGame } from '../testing/game';
import { games } from './schema/game';
import { secretKeyChecks } from './schema/secret-key';
import { createSealing } from './sealing';
import { checkSecretKey, WrongSecretKeyError } from './secret-key';

const key = 'k'.repeat(32);
const otherKey = 'o'.repeat(32);

describe('checkSecretKey', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
  });
  afterEach(() => database.drop());

  it('notes the key of the first start and accepts it again', async () => {
    await checkSecretKey(database.url, key);
    await checkSecretKey(database.url, key);
    const rows = await database.db.select().from(secretKeyChecks);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.value).not.toContain(key);
  });

  it('refuses another key in one line that says what to do', async () => {
    await checkSecretKey(database.url, key);
    const refusal = await checkSecretKey(database.url, otherKey).catch((error: Error) => error);
    expect(refusal).toBeInstanceOf(WrongSecretKeyError);
    expect(refusal?.message).toMatch(/^SECRET_KEY: .*Set the key of the first start again.*$/);
    await checkSecretKey(database.url, key);
  });

  it('lets one of two keys win when processes start together', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? key : otherKey));
    const results = await Promise.allSettled(keys.map((each) => checkSecretKey(database.url, each)));
    const accepted = new Set(keys.filter((_, index) => results[index]?.status === 'fulfilled'));
    expect(accepted.size).toBe(1);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it('opens a sealed text of a database that has no check value yet', async () => {
    await buildGame(database.db);
    await database.db.update(games).set({ privateKeySealed: createSealing(key).seal('a private key') });
    await expect(checkSecretKey(database.url, otherKey)).rejects.toThrow(WrongSecretKeyError);
    expect(await database.db.select().from(secretKeyChecks)).toEqual([]);
    await checkSecretKey(database.url, key);
  });
});
