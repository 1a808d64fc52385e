import type { Db } from '@vexil/db';
import { auditEntries } from '@vexil/db/schema/audit';
import { buildAccount } from '@vexil/db/testing/account';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { audit } from './audit.service';

describe('audit', () => {
  let database: TestDatabase;
  let db: Db;
  let by: { accountId: string; ip: string };
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    db = database.db;
    by = { accountId: (await buildAccount(db)).id, ip: '127.0.0.1' };
  });
  afterAll(() => database.drop());

  const write = async (before?: object, after?: object) => {
    await db.delete(auditEntries);
    const change = { ...(before ? { before } : {}), ...(after ? { after } : {}) };
    await db.transaction((tx) => audit(tx, { by, gameId: 1, action: 'game.update', target: 'game:1', ...change }));
    return (await db.select().from(auditEntries))[0];
  };

  it('keeps the members that differ and leaves bookkeeping out', async () => {
    const entry = await write({ title: 'A', limit: 1, updatedAt: 1 }, { title: 'B', limit: 1, updatedAt: 2 });
    expect(entry).toMatchObject({ ...by, action: 'game.update', target: 'game:1', before: { title: 'A' } });
    expect(entry?.after).toEqual({ title: 'B' });
  });

  it('writes nothing when nothing differs', async () => {
    expect(await write({ title: 'A', updatedAt: 1 }, { title: 'A', updatedAt: 2 })).toBeUndefined();
  });

  it('names secrets without showing them', async () => {
    const secrets = { inviteCode: 'letmein', flagTemplateSealed: 'v1.abc', privateKeySealed: 'v1.def', token: 'ghi' };
    const made = await write(undefined, { title: 'A', ...secrets });
    expect(made?.before).toBeNull();
    expect(made?.after).toEqual({
      title: 'A',
      inviteCode: '(secret)',
      flagTemplateSealed: '(secret)',
      privateKeySealed: '(secret)',
      token: '(secret)',
    });
    const changed = await write({ inviteCode: 'old' }, { inviteCode: '' });
    expect(changed).toMatchObject({ before: { inviteCode: '(secret)' }, after: { inviteCode: null } });
  });

  it('keeps texts whole, but for the longest', async () => {
    const whole = await write(undefined, { content: 'x'.repeat(65_536) });
    expect(String(whole?.after?.content)).toHaveLength(65_536);
    const entry = await write(undefined, { content: 'x'.repeat(70_000) });
    expect(String(entry?.after?.content)).toHaveLength(65_537);
  });
});
