import { configEntries } from '@vexil/db/schema/config';
import { advanceTopics } from '@vexil/db/schema/topic-version';
import { buildAccount } from '@vexil/db/testing/account';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, emptyRedis, startServer, type TestApp, type TestServer } from '../../testing/app';

const soon = { timeout: 30_000, interval: 10 };

let test: TestApp;
let cookie: string;
beforeAll(async () => {
  test = await createTestApp();
  cookie = await test.signIn(await buildAccount(test.db, { role: 'Admin' }));
});
afterAll(() => test.close());

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  await test.db.delete(configEntries);
});

async function openServer(): Promise<TestServer> {
  const server = await startServer(test);
  open.push(server.close);
  return server;
}

const put = (app: FastifyInstance, payload: object) =>
  app.inject({ method: 'PUT', url: '/api/admin/config', headers: { cookie }, payload });
const titleAt = async (app: FastifyInstance) => (await app.inject('/api/config')).json().title as string;
const register = (app: FastifyInstance, userName: string) =>
  app.inject({
    method: 'POST',
    url: '/api/account/register',
    payload: { userName, email: `${userName}@example.test`, password: 'Passw0rd' },
  });

describe('settings on several servers', () => {
  it('act on every server once one has stored them', async () => {
    const [first, second] = [await openServer(), await openServer()];
    expect(await titleAt(second.app)).toBe('GZ');
    expect((await register(second.app, 'early')).statusCode).toBe(200);
    await put(first.app, { globalConfig: { title: 'Cup' }, accountPolicy: { allowRegister: false } });
    expect(await titleAt(first.app)).toBe('Cup');
    await vi.waitFor(async () => expect(await titleAt(second.app)).toBe('Cup'), soon);
    expect((await register(second.app, 'late')).json()).toMatchObject({ code: 'account.registrationClosed' });
    await put(second.app, { accountPolicy: { allowRegister: true } });
    await vi.waitFor(
      async () => expect((await first.deps.settings.read()).accountPolicy.allowRegister).toBe(true),
      soon,
    );
  });

  it('are what PostgreSQL has, whatever became of Redis', async () => {
    const [first, second] = [await openServer(), await openServer()];
    await put(first.app, { globalConfig: { title: 'Kept' } });
    await emptyRedis(test.deps);
    await vi.waitFor(async () => expect(await titleAt(second.app)).toBe('Kept'), soon);
    expect(await titleAt((await openServer()).app)).toBe('Kept');
  });

  it('are followed without any message as well', async () => {
    const { app } = await openServer();
    expect(await titleAt(app)).toBe('GZ');
    await test.db.transaction(async (tx) => {
      await tx.insert(configEntries).values({ key: 'globalConfig.title', value: '"Silent"' });
      await advanceTopics(tx, ['config']);
    });
    await vi.waitFor(async () => expect(await titleAt(app)).toBe('Silent'), soon);
  });
});
