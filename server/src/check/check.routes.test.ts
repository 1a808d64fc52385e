import { doctorRoutes as routes } from '@vexil/contract/doctor';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { isProof, makeProof } from './echo';

let test: TestApp;
let admin: Awaited<ReturnType<typeof buildAccount>>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const codesOf = async (headers?: Record<string, string>) =>
  (await test.call(routes.get, { as: admin, headers })).body.checks;

describe('GET /api/admin/health', () => {
  it('checks every part and says in the language of the caller what to do', async () => {
    const { webhook, delivery } = await buildWebhook(test.db);
    const failed = { state: 'Failed' as const, lastError: 'timeout' };
    await test.db.update(webhookDeliveries).set(failed).where(eq(webhookDeliveries.id, delivery.id));
    const checks = await codesOf({ 'accept-language': 'de' });
    const found = Object.fromEntries(checks.map((check) => [check.code, check]));
    expect(found['workers.none']).toEqual({
      part: 'workers',
      code: 'workers.none',
      state: 'fault',
      message: 'Kein Worker läuft: Einsendungen werden nicht bewertet, und keine Instanz startet.',
      advice: 'Starten Sie einen Worker.',
    });
    expect(found['webhooks.fails']?.message).toContain(`${webhook.name} scheitert (timeout)`);
    expect(found).toMatchObject({
      'database.answers': { state: 'ok', message: expect.stringMatching(/^PostgreSQL \d+/) },
      'migrations.applied': { state: 'ok' },
      'key.fits': { state: 'ok' },
      'redis.answers': { state: 'ok' },
      'clock.same': { state: 'ok' },
      'engine.silent': { state: 'unknown' },
      'storage.works': { state: 'ok', advice: null },
      'disk.free': { state: 'ok' },
      'mail.off': { state: 'warning' },
      'address.unset': { state: 'warning' },
    });
    for (const { message } of checks) expect(message).not.toMatch(/\{\{|undefined/);
  });

  it('is examined once for several administrators', async () => {
    const [one, other] = await Promise.all([
      test.call(routes.get, { as: admin }),
      test.call(routes.get, { as: admin, headers: { 'accept-language': 'fr' } }),
    ]);
    expect(one.body.checkedAt).toBe(other.body.checkedAt);
    expect(one.body.checks[0]?.message).not.toBe(other.body.checks[0]?.message);
  });

  it('is for administrators', async () => {
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expectError(await test.call(routes.get, { as: monitor }), 'account.forbidden');
    expectError(await test.call(routes.get), 'account.unauthenticated');
  });
});

describe('GET /api/health/echo', () => {
  it('answers its own installation only, for a minute', async () => {
    const query = { proof: makeProof(test.deps) };
    expect((await test.call(routes.echo, { query })).body).toEqual({
      address: '127.0.0.1',
      isForwarded: false,
      trustsProxies: false,
    });
    const [until = '', signature = ''] = query.proof.split('.');
    const later = `${Number(until) + 60_000}.${signature}`;
    for (const proof of ['', 'x', later, `${until}.${signature.replace(/^./, (c) => (c === '0' ? '1' : '0'))}`]) {
      expectError(await test.call(routes.echo, { query: { proof } }), 'request.notFound');
    }
    expect(isProof(test.deps, makeProof(test.deps, Date.now() - 61_000))).toBe(false);
  });
});
