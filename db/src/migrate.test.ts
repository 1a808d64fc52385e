import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildChallenge } from '../testing/challenge';
import { buildParticipation } from '../testing/participation';
import { violatedConstraint } from './errors';
import { countMigrations, migrateDatabase } from './migrate';
import { notices } from './schema/notice';

describe('migrateDatabase', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
  });
  afterAll(() => database.drop());

  it('migrates an empty database once when eight processes start together', async () => {
    const admin = postgres(inject('databaseUrl'), { max: 1 });
    const name = `vexil_empty_${process.pid}`;
    await admin.unsafe(`create database ${name}`);
    const url = new URL(inject('databaseUrl'));
    url.pathname = `/${name}`;
    await Promise.all(Array.from({ length: 8 }, () => migrateDatabase(url.href)));
    const sql = postgres(url.href, { max: 1 });
    const { known, applied } = await countMigrations(sql);
    expect(applied).toBe(known);
    await sql.end();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });

  it('builds rows with the parents they need', async () => {
    const { participation, members } = await buildParticipation(database.db);
    expect(participation.status).toBe('Accepted');
    expect(members).toHaveLength(1);
  });

  it('never stores two first bloods of one challenge', async () => {
    const { challenge } = await buildChallenge(database.db);
    const blood = {
      gameId: challenge.gameId,
      challengeId: challenge.id,
      type: 'FirstBlood' as const,
      values: ['a', 'b'],
    };
    await database.db.insert(notices).values(blood);
    const error = await database.db
      .insert(notices)
      .values(blood)
      .catch((reason: unknown) => reason);
    expect(violatedConstraint(error)).toBe('notices_blood_key');
  });
});
