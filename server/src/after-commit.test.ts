import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '@vexil/db/schema/account';
import { posts } from '@vexil/db/schema/post';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app';
import { multipartOf } from '../testing/upload';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#2f62e0' } })
    .png()
    .toBuffer();

describe('a picture that is stored while Redis is gone', () => {
  it('of an account is answered with its address', async () => {
    const account = await buildAccount(test.db, { role: 'Admin' });
    await test.db.insert(posts).values({ id: 'after000', title: 'News', authorId: account.id });
    vi.spyOn(test.deps.redis, 'sendCommand').mockRejectedValue(new Error('Redis is gone'));
    const body = multipartOf([{ content: await picture() }]);
    const reply = await test.send({ method: 'PUT', url: '/api/account/avatar', as: account, ...body });
    const [stored] = await test.db.select().from(accounts).where(eq(accounts.id, account.id));
    expect(reply.status).toBe(200);
    expect(reply.body).toContain(stored?.avatarHash);
  });

  it('of a team that plays is answered with its address', async () => {
    const { team, captain } = await buildParticipation(test.db);
    vi.spyOn(test.deps.redis, 'sendCommand').mockRejectedValue(new Error('Redis is gone'));
    const body = multipartOf([{ content: await picture() }]);
    const reply = await test.send({ method: 'PUT', url: `/api/team/${team.id}/avatar`, as: captain, ...body });
    const [stored] = await test.db.select().from(teams).where(eq(teams.id, team.id));
    expect(reply.status).toBe(200);
    expect(reply.body).toContain(stored?.avatarHash);
  });
});

/** What a failure must not turn into the reply of a change that is stored. */
const awaited = /\b(?:await|return)\s+(?:publish\w*|addJob|releaseFile)\(\s*(?!work\b)/;
/** Files in which that is right. */
const exceptions = {
  'check/platform/ask-worker.ts': 'the caller waits for the job',
  'mail/trial-mail.service.ts': 'the caller waits for the job',
};

describe('what follows a commit', () => {
  it('is left to the transaction by every service', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    );
    const found = files.filter((file) =>
      readFileSync(join(import.meta.dirname, file), 'utf8')
        .split('\n')
        .some((line) => awaited.test(line)),
    );
    expect(files.length).toBeGreaterThan(400);
    expect(found.sort()).toEqual(Object.keys(exceptions));
  });
});
