import { webhookRoutes as routes } from '@vexil/contract/webhook';
import { webhooksMax } from '@vexil/contract/webhook.limits';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { webhookDeliveries, webhooks } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { jobsIn } from '../../testing/outbox';

const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
const address = 'https://discord.com/api/webhooks/1/T0p-s3cret';
const settings = { name: 'Channel', kinds: ['Solve', 'Blood'] as ('Solve' | 'Blood')[] };
const body = { ...settings, format: 'Discord' as const, address };

describe('webhooks', () => {
  let test: TestApp;
  let admin: AccountRow;
  beforeAll(async () => {
    test = await createTestApp();
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  beforeEach(() => test.db.delete(webhooks));
  afterAll(() => test.close());

  const rowOf = async (id: string) => (await test.db.select().from(webhooks).where(eq(webhooks.id, id)))[0];
  const list = async () => (await test.call(routes.list, { as: admin })).body;

  it('are made with a secret that is shown once, and no address', async () => {
    const reply = await test.call(routes.create, { as: admin, body });
    expect(reply.headers['cache-control']).toBe('no-store');
    const { secret, webhook } = reply.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(webhook).toMatchObject({ name: 'Channel', host: 'discord.com', kinds: ['Blood', 'Solve'], isEnabled: true });
    const listed = await list();
    expect(listed).toEqual([webhook]);
    const row = await rowOf(webhook.id);
    expect(test.deps.sealing.unseal(row?.addressSealed ?? '')).toBe(address);
    expect(test.deps.sealing.unseal(row?.secretSealed ?? '')).toBe(secret);
    const audited = await test.db.select().from(auditEntries);
    const written = JSON.stringify([listed, row, audited]);
    for (const hidden of [secret, secret.slice(6), 'T0p-s3cret']) expect(written).not.toContain(hidden);
    expect(audited.map(({ action }) => action)).toContain('webhook.create');
  });

  it.each(['http://discord.com/a', 'https://localhost/a', 'https://10.0.0.1/a', 'https://[::1]/a', 'https://redis/a'])(
    'refuse the address %s',
    async (refused) => {
      expectError(
        await test.call(routes.create, { as: admin, body: { ...body, address: refused } }),
        'webhook.addressRefused',
      );
      const { webhook } = await buildWebhook(test.db);
      const params = { webhookId: webhook.id };
      const change = { ...settings, address: refused };
      expectError(await test.call(routes.update, { as: admin, params, body: change }), 'webhook.addressRefused');
    },
  );

  it.each([
    ['no kind', { ...body, kinds: [] }],
    ['an unknown kind', { ...body, kinds: ['Everything'] }],
    ['cheating for players', { ...body, kinds: ['Cheat'] }],
    ['reviews for players', { ...body, kinds: ['Participation'], isPrivate: false }],
    ['the state of the platform for players', { ...body, kinds: ['Health'] }],
    ['the state of the platform for one game', { ...body, kinds: ['Health'], isPrivate: true, gameId: 1 }],
    ['Telegram without a chat', { ...body, format: 'Telegram' }],
    ['no address', { ...body, address: 'discord' }],
    ['another protocol', { ...body, address: 'ftp://discord.com/a' }],
    ['credentials in the address', { ...body, address: 'https://a:b@discord.com/a' }],
    ['no name', { ...body, name: ' ' }],
  ])('refuse %s', async (_, given) => {
    const reply = await test.send({ method: 'POST', url: '/api/admin/webhooks', payload: given, as: admin });
    expectError(reply, 'request.invalid');
    expect(await list()).toEqual([]);
  });

  it.each([
    [{ kinds: ['Cheat'] }, 'kinds', 'has kinds that need isPrivate: players may not read them'],
    [
      { kinds: ['Health'], isPrivate: true, gameId: 1 },
      'kinds',
      'has Health, which belongs to no single game: leave gameId out',
    ],
    [{ format: 'Telegram' }, 'chatId', 'is missing'],
    [{ address: 'https://a:b@discord.com/a' }, 'address', 'may have no user name or password in it'],
  ])('say why %j is refused', async (given, path, message) => {
    const payload = { ...body, ...given };
    const reply = await test.send({ method: 'POST', url: '/api/admin/webhooks', payload, as: admin });
    expect(reply.body).toMatchObject({ details: [{ path, message }] });
  });

  it('are changed, and keep an address that is not given', async () => {
    const game = await buildGame(test.db);
    const { webhook } = await buildWebhook(test.db, { address });
    const params = { webhookId: webhook.id };
    const change = { ...settings, kinds: ['Cheat' as const], isPrivate: true, isEnabled: false, gameId: game.id };
    const { body: changed } = await test.call(routes.update, { as: admin, params, body: change });
    expect(changed).toMatchObject({ kinds: ['Cheat'], isPrivate: true, isEnabled: false, gameTitle: game.title });
    expect((await rowOf(webhook.id))?.addressSealed).toBe(webhook.addressSealed);
    const other = { ...settings, address: 'https://hooks.slack.com/b' };
    expect((await test.call(routes.update, { as: admin, params, body: other })).body).toMatchObject({
      host: 'hooks.slack.com',
      gameId: null,
    });
    const { webhook: telegram } = await buildWebhook(test.db, { format: 'Telegram', chatId: '-100' });
    const ofTelegram = { as: admin, params: { webhookId: telegram.id } };
    expectError(await test.call(routes.update, { ...ofTelegram, body: settings }), 'webhook.chatMissing');
    const moved = await test.call(routes.update, { ...ofTelegram, body: { ...settings, chatId: ' -200 ' } });
    expect(moved.body.chatId).toBe('-200');
  });

  it('get a new secret', async () => {
    const { webhook } = await buildWebhook(test.db);
    const params = { webhookId: webhook.id };
    const { body: renewed } = await test.call(routes.renewSecret, { as: admin, params });
    expect(test.deps.sealing.unseal((await rowOf(webhook.id))?.secretSealed ?? '')).toBe(renewed.secret);
    const actions = (await test.db.select().from(auditEntries)).map(({ action }) => action);
    expect(actions).toContain('webhook.renew-secret');
  });

  it('send a test message, list their deliveries newest first, and go with them', async () => {
    const { webhook, delivery } = await buildWebhook(test.db);
    const params = { webhookId: webhook.id };
    const { body: sent } = await test.call(routes.test, { as: admin, params });
    expect(sent).toMatchObject({ kind: 'Test', state: 'Waiting', attempts: 0 });
    expect((await jobsIn(test.deps, 'webhook')).map(({ data }) => data)).toContainEqual({ webhookId: webhook.id });
    const { body: page } = await test.call(routes.deliveries, { as: admin, params });
    expect(page).toMatchObject({
      total: 2,
      length: 2,
      data: [{ id: sent.id }, { id: delivery.id, state: 'Delivered' }],
    });
    expect(
      (await test.call(routes.deliveries, { as: admin, params, query: { count: 1, skip: 1 } })).body,
    ).toMatchObject({
      total: 2,
      data: [{ id: delivery.id }],
    });
    expect(await list()).toMatchObject([{ waiting: 1, lastState: 'Delivered' }]);
    await test.call(routes.remove, { as: admin, params });
    expect(await list()).toEqual([]);
    expect(await test.db.select().from(webhookDeliveries)).toEqual([]);
  });

  it('replay a delivery of their own only', async () => {
    const { webhook, delivery } = await buildWebhook(test.db);
    const { webhook: other } = await buildWebhook(test.db);
    const params = { webhookId: webhook.id, deliveryId: delivery.id };
    const { body: again } = await test.call(routes.replay, { as: admin, params });
    expect(again).toMatchObject({ eventId: delivery.eventId, state: 'Waiting' });
    expect(again.id).not.toBe(delivery.id);
    const foreign = { webhookId: other.id, deliveryId: delivery.id };
    expectError(await test.call(routes.replay, { as: admin, params: foreign }), 'webhook.notFound');
  });

  it('refuse what does not exist', async () => {
    const params = { webhookId: unknown };
    for (const route of [routes.remove, routes.renewSecret, routes.test, routes.deliveries]) {
      expectError(await test.call(route, { as: admin, params }), 'webhook.notFound');
    }
    expectError(await test.call(routes.update, { as: admin, params, body: settings }), 'webhook.notFound');
    expectError(
      await test.call(routes.replay, { as: admin, params: { ...params, deliveryId: 1 } }),
      'webhook.notFound',
    );
    expectError(await test.call(routes.create, { as: admin, body: { ...body, gameId: 4711 } }), 'game.notFound');
    const { webhook } = await buildWebhook(test.db);
    const change = { params: { webhookId: webhook.id }, body: { ...settings, gameId: 4711 } };
    expectError(await test.call(routes.update, { as: admin, ...change }), 'game.notFound');
  });

  it('are limited in number', async () => {
    while ((await list()).length < webhooksMax) await buildWebhook(test.db);
    expectError(await test.call(routes.create, { as: admin, body }), 'webhook.tooMany');
  });
});
