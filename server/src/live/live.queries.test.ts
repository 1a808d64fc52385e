import { apiTokens, sessions } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ConnectionRequest } from './live.policy';
import { loadAccessFacts } from './live.queries';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.drop());

const expiresAt = new Date('2026-05-01T12:00:00.000Z');

describe('loadAccessFacts', () => {
  it('finds sessions and API tokens up to the instant of their expiry, not at it', async () => {
    const { db } = database;
    const { id: accountId } = await buildAccount(db);
    await db.insert(sessions).values({ tokenHash: 'session', accountId, expiresAt, ip: '127.0.0.1' });
    await db
      .insert(apiTokens)
      .values({ tokenHash: 'token', creatorId: accountId, name: 'a bot', scopes: ['play:read'], expiresAt });
    const connection: ConnectionRequest = {
      hub: 'user',
      gameId: null,
      live: true,
      accountId,
      sessionHash: 'session',
      tokenHash: null,
    };
    const asked = [connection, { ...connection, sessionHash: null, tokenHash: 'token' }];
    const knownAt = async (ms: number) => {
      const { roles, tokens } = await loadAccessFacts(db, asked, {
        now: new Date(ms),
        required: 'None',
        terms: null,
        fields: [],
      });
      return [...roles.keys(), ...tokens.keys()];
    };
    expect(await knownAt(expiresAt.getTime() - 1)).toEqual(['session', 'token']);
    expect(await knownAt(expiresAt.getTime())).toEqual([]);
  });
});
