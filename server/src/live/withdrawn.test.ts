import { challengeEditRoutes } from '@vexil/contract/challenge';
import { noticeEditRoutes, noticeRoutes } from '@vexil/contract/notice';
import type { AccountRow } from '@vexil/db/schema/account';
import { notices } from '@vexil/db/schema/notice';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { connectHub, type HubClient, listen } from '../../testing/live';
import { buildApp } from '../app';

const secret = 'Kelpie_said_by_mistake';
/** Nearly as long as messages are kept. */
const ageMs = 5 * 3_600_000;

describe('what was withdrawn is not replayed', () => {
  let test: TestApp;
  let admin: AccountRow;
  let gameId: number;
  const addresses: string[] = [];
  const apps: FastifyInstance[] = [];
  const clients: HubClient[] = [];
  beforeAll(async () => {
    test = await createTestApp();
    admin = await buildAccount(test.db, { role: 'Admin' });
    addresses.push(await listen(test.app));
    const second = await buildApp(test.deps);
    apps.push(second);
    addresses.push(await listen(second));
  });
  beforeEach(async () => {
    gameId = (await buildGame(test.db)).id;
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.connection.stop()));
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await test.close();
  });

  async function connect(query: string, address = addresses[0], as?: AccountRow): Promise<HubClient> {
    const cookie = as && (await test.signIn(as));
    const client = await connectHub(`${address}/hub/user?game=${gameId}&live=1${query}`, cookie);
    clients.push(client);
    await vi.waitFor(() => expect(client.of('CaughtUp')).toHaveLength(1), 30_000);
    return client;
  }

  /** What those see who come now: on the servers that had it in memory, and on one that reads the stream. */
  async function replayed(as?: AccountRow): Promise<HubClient['received'][]> {
    const fresh = await buildApp(test.deps);
    apps.push(fresh);
    const all = [...addresses, await listen(fresh)];
    const seen = await Promise.all(all.map((address) => connect(`&ageMs=${ageMs}`, address, as)));
    for (const client of seen) expect(client.of('Refetch')).toEqual([]);
    return seen.map(({ received }) => received);
  }

  const say = async (content: string) =>
    (await test.call(noticeEditRoutes.create, { as: admin, params: { id: gameId }, body: { content } })).body.id;
  const targets = (each: HubClient['received'][]) => each.map((received) => received.map(({ target }) => target));

  it('a deleted notice, which those who had it receive as deleted', async () => {
    const there = await connect('');
    const noticeId = await say(secret);
    await vi.waitFor(() => expect(there.of('ReceivedGameNotice')).toHaveLength(1), 30_000);
    await test.call(noticeEditRoutes.delete, { as: admin, params: { id: gameId, noticeId } });
    await vi.waitFor(() => expect(there.of('NoticeDeleted')).toEqual([{ id: noticeId }]), 30_000);
    const received = await replayed();
    expect(JSON.stringify(received)).not.toContain(secret);
    for (const one of received) {
      expect(one).toContainEqual(expect.objectContaining({ target: 'NoticeDeleted', payload: { id: noticeId } }));
    }
  });

  it('a corrected notice, in whose place its new words come', async () => {
    const noticeId = await say(secret);
    const params = { id: gameId, noticeId };
    await test.call(noticeEditRoutes.update, { as: admin, params, body: { content: 'Right words' } });
    const received = await replayed();
    expect(JSON.stringify(received)).not.toContain(secret);
    for (const one of received) expect(JSON.stringify(one)).toContain('Right words');
    expect(targets(received).flat()).not.toContain('NoticeDeleted');
  });

  it('a notice whose deletion no message reported, because the process ended after its commit', async () => {
    const there = await connect('');
    const noticeId = await say(secret);
    await vi.waitFor(() => expect(there.of('ReceivedGameNotice')).toHaveLength(1), 30_000);
    await test.db.delete(notices).where(eq(notices.id, noticeId));
    const received = await replayed();
    expect(JSON.stringify(received)).not.toContain(secret);
    for (const one of targets(received)) expect(one).toContain('NoticeDeleted');
  });

  it('a notice that was deleted while the connection to Redis was lost', async () => {
    const plain = await connectHub(`${addresses[0]}/hub/user?game=${gameId}`);
    clients.push(plain);
    const there = await connect('');
    const cut = async () => {
      const list = String(await test.deps.redis.call('CLIENT', 'LIST'));
      const own = list.split('\n').filter((line) => line.includes(` name=${test.deps.keyPrefix}live `));
      for (const line of own) await test.deps.redis.call('CLIENT', 'KILL', 'ID', /^id=(\d+)/.exec(line)?.[1] ?? '');
    };
    await cut();
    const noticeId = await say(secret);
    await test.db.delete(notices).where(eq(notices.id, noticeId));
    await say('Still true');
    await vi.waitFor(() => expect(JSON.stringify(there.received)).toContain('Still true'), 30_000);
    await vi.waitFor(() => expect(JSON.stringify(plain.received)).toContain('Still true'), 30_000);
    const received = await replayed();
    expect(JSON.stringify(received)).not.toContain(secret);
  });

  it('the notice of a challenge that was enabled by mistake, until it is enabled again', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId, title: secret, isEnabled: false });
    const there = await connect('', addresses[0], admin);
    const enable = async (isEnabled: boolean) => {
      const params = { id: gameId, challengeId: challenge.id };
      const reply = await test.call(challengeEditRoutes.update, { as: admin, params, body: { isEnabled } });
      expect(reply.status).toBe(200);
    };
    const listed = async () => (await test.call(noticeRoutes.list, { params: { id: gameId } })).body;
    await enable(true);
    // Won meanwhile: it is shown again with the challenge.
    const values = ['Herons', secret];
    const blood = { gameId, type: 'FirstBlood' as const, values, challengeId: challenge.id, announcedAt: new Date() };
    const [won] = await test.db.insert(notices).values(blood).returning();
    expect(await listed()).toHaveLength(2);
    await vi.waitFor(() => expect(there.of('ReceivedGameNotice')).toHaveLength(1), 30_000);
    // So that the second server has had the title too.
    await connect('', addresses[1], admin);

    await enable(false);
    expect(await listed()).toEqual([]);
    await vi.waitFor(() => expect(there.of('NoticeDeleted')).toHaveLength(2), 30_000);
    await vi.waitFor(async () => {
      expect(JSON.stringify(await replayed())).not.toContain(secret);
      expect(JSON.stringify(await replayed(admin))).not.toContain(secret);
    }, 30_000);

    await enable(true);
    expect((await listed()).map(({ type }) => type).sort()).toEqual(['FirstBlood', 'NewChallenge']);
    await vi.waitFor(() => expect(there.of('NoticeChanged')).toMatchObject([{ id: won?.id }]), 30_000);
  });
});
