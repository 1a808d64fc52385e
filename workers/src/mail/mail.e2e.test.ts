import { accountRoutes } from '@vexil/contract/account';
import { configEntries } from '@vexil/db/schema/config';
import type {} from '@vexil/db/testing/global-setup';
import { createTestApp, expectError, type TestApp, type TestReply } from '@vexil/server/testing/app';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { linkIn, type SmtpStandIn, startSmtp } from '../../testing/smtp';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const cookieOf = (reply: TestReply<unknown>) => String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '';

describe('an account that lives by its mails', () => {
  let test: TestApp;
  let worker: TestWorker;
  let smtp: SmtpStandIn;
  beforeAll(async () => {
    smtp = await startSmtp();
    test = await createTestApp({ smtpUrl: smtp.url, publicUrl: 'https://ctf.test' });
    const config = { smtpUrl: smtp.url };
    const options = { database: test.database, redisUrl: inject('redisUrl'), keyPrefix: test.deps.keyPrefix, config };
    worker = await createTestWorker(options);
    worker.start();
    await test.db.insert(configEntries).values([
      { key: 'accountPolicy.activeOnRegister', value: 'false' },
      { key: 'accountPolicy.emailConfirmationRequired', value: 'true' },
      { key: 'globalConfig.title', value: '"Spring cup"' },
    ]);
  });
  afterAll(async () => {
    await worker.close();
    await test.close();
    await smtp.close();
  });

  it('is confirmed, recovered and moved by links, each of which works once', async () => {
    const login = (userName: string, password: string) =>
      test.call(accountRoutes.login, { body: { userName, password } });
    const first = { userName: 'Ann', email: 'ann@example.test', password: 'Correct4Horse' };

    const registered = await test.call(accountRoutes.register, {
      body: first,
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(registered.body).toMatchObject({ data: 'EmailConfirmationRequired' });
    expect(registered.headers['set-cookie']).toBeUndefined();
    expectError(await login('Ann', first.password), 'account.badCredentials');
    const [welcome] = await smtp.until(1);
    expect(welcome).toMatchObject({ subject: '确认您的邮箱 - Spring cup', to: [{ address: first.email }] });
    const { page, token, email } = linkIn(welcome);
    expect(page).toBe('https://ctf.test/account/verify');
    const verified = await test.call(accountRoutes.verify, { body: { token, email } });
    expect(verified.status).toBe(200);
    const me = await test.call(accountRoutes.profile, { headers: { cookie: cookieOf(verified) } });
    expect(me.body).toMatchObject({ userName: 'Ann', email: first.email });
    expectError(await test.call(accountRoutes.verify, { body: { token, email } }), 'account.alreadyConfirmed');

    await test.call(accountRoutes.recovery, { body: { email: 'ANN@example.test' } });
    const reset = linkIn((await smtp.until(2))[1]);
    expect(reset.page).toBe('https://ctf.test/account/reset');
    const body = { rToken: reset.token, email: reset.email, password: 'Battery5Staple' };
    expect((await test.call(accountRoutes.resetPassword, { body })).status).toBe(200);
    expectError(await test.call(accountRoutes.resetPassword, { body }), 'account.linkInvalid');
    const headers = { cookie: cookieOf(await login('Ann', body.password)) };

    const asked = await test.call(accountRoutes.changeEmail, { headers, body: { newMail: 'ann@uni.test' } });
    expect(asked.body).toMatchObject({ data: true, status: 200 });
    const moving = (await smtp.until(3))[2];
    expect(moving?.to).toMatchObject([{ address: 'ann@uni.test' }]);
    const move = linkIn(moving);
    expect(move.page).toBe('https://ctf.test/account/confirm');
    const link = { token: move.token, email: move.email };
    expect((await test.call(accountRoutes.confirmEmail, { headers, body: link })).status).toBe(200);
    expect((await test.call(accountRoutes.profile, { headers })).body.email).toBe('ann@uni.test');
    expectError(await test.call(accountRoutes.confirmEmail, { headers, body: link }), 'account.linkInvalid');
    expect(smtp.mails).toHaveLength(3);
  });
});
