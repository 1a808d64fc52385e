import { noticeEditRoutes, noticeJobs } from '@vexil/contract/notice';
import { participationRoutes } from '@vexil/contract/participation';
import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import { webhookJobs, webhookRoutes } from '@vexil/contract/webhook';
import type { WebhookKind } from '@vexil/db/enums/webhook';
import type { AccountRow } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { games } from '@vexil/db/schema/game';
import { type NewWebhookRow, webhookDeliveries, webhooks } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildWebhook, testWebhookSecret } from '@vexil/db/testing/webhook';
import { createTestApp, emptyRedis, type TestApp } from '@vexil/server/testing/app';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildCompetition } from '../../testing/play';
import { type Receiver, startReceiver } from '../../testing/receiver';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { signWebhook } from './send-webhook';
import { takeWebhook } from './webhook.queries';

const hour = 3_600_000;
const allKinds: WebhookKind[] = ['Blood', 'Solve', 'Notice', 'Phase', 'Cheat', 'Participation', 'Account'];

describe('webhooks', () => {
  let test: TestApp;
  let admin: AccountRow;
  let worker: TestWorker;
  let receiver: Receiver;
  beforeAll(async () => {
    test = await createTestApp({ webhookPrivateAddresses: true });
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  beforeEach(async () => {
    await test.db.delete(webhooks);
    // Of earlier tests; their phases would be reported.
    await test.db.update(games).set({ startAt: new Date(0), endAt: new Date(1), freezeAt: null });
    receiver = await startReceiver();
    worker = await openWorker();
  });
  afterEach(async () => {
    await worker.close();
    await receiver.close();
    test.clock.moveTo(new Date());
  });
  afterAll(() => test.close());

  const openWorker = () =>
    createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
      clock: test.clock,
      config: { webhookPrivateAddresses: true },
    });
  const build = async (values: Partial<NewWebhookRow> = {}) => {
    const { webhook } = await buildWebhook(test.db, { address: receiver.address, kinds: allKinds, ...values });
    await test.db.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhook.id));
    return webhook;
  };
  const sweep = async () => {
    await worker.run(webhookJobs.sweep, {});
    await worker.drain();
  };
  const deliveriesOf = (id: string) =>
    test.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, id))
      .orderBy(asc(webhookDeliveries.id));
  const received = () => receiver.messages.map(({ body }) => JSON.parse(body));
  const sendTest = async (webhookId: string) =>
    (await test.call(webhookRoutes.test, { as: admin, params: { webhookId } })).body;

  it('report solves, bloods and notices, signed', async () => {
    const webhook = await build();
    const game = await buildCompetition(test, 1);
    const [team] = game.teams as [(typeof game.teams)[number]];
    await game.submit(team, game.flag);
    const params = { id: game.gameId };
    await test.call(noticeEditRoutes.create, { as: admin, params, body: { content: 'Lunch at one.' } });
    await worker.drain();
    await sweep();
    const messages = received();
    expect(messages.map(({ type }) => type).sort()).toEqual(['Blood', 'Notice', 'Phase', 'Solve']);
    const byType = Object.fromEntries(messages.map((message) => [message.type, message]));
    expect(byType.Solve).toMatchObject({
      game: { id: game.gameId },
      data: { team: team.team.name, participationId: team.participation.id, challengeId: game.challengeId },
    });
    expect(byType.Blood.data).toMatchObject({ type: 'FirstBlood', team: team.team.name });
    expect(byType.Notice.data).toMatchObject({ type: 'Normal', text: 'Lunch at one.' });
    expect(byType.Phase.data).toEqual({ phase: 'Started' });
    for (const { headers, body } of receiver.messages) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const id = String(headers['webhook-id']);
      expect(headers['webhook-signature']).toBe(signWebhook({ id, at, body, secret: testWebhookSecret }));
    }
    expect((await deliveriesOf(webhook.id)).map(({ state }) => state)).toEqual(Array(4).fill('Delivered'));
    await sweep();
    expect(receiver.messages).toHaveLength(4);
  });

  it('report to public targets nothing that players must not know', async () => {
    const open = await build({ name: 'open' });
    const staff = await build({ name: 'staff', isPrivate: true });
    const game = await buildCompetition(test, 2);
    const [one, two] = game.teams as [(typeof game.teams)[number], (typeof game.teams)[number]];
    await test.db
      .update(games)
      .set({ freezeAt: new Date(test.clock.now().getTime() - 1000) })
      .where(eq(games.id, game.gameId));
    await game.submit(one, game.flag);
    await worker.drain();
    await test.db.update(games).set({ hidden: true }).where(eq(games.id, game.gameId));
    await game.submit(two, game.flag);
    await worker.drain();
    const kindsOf = async (id: string) => (await deliveriesOf(id)).map(({ kind }) => kind);
    expect(await kindsOf(open.id)).toEqual([]);
    expect(await kindsOf(staff.id)).toContain('Solve');
    // The blood of a freeze is reported when it is announced: at the reveal.
    expect(await kindsOf(staff.id)).not.toContain('Blood');
    await test.db.update(games).set({ hidden: false, freezeAt: null }).where(eq(games.id, game.gameId));
    test.clock.advance(10_000);
    await worker.run(noticeJobs.sweep, {});
    expect(await kindsOf(open.id)).toContain('Blood');
  });

  it.each(['SignedIn', 'Participants', 'Staff'] as const)(
    'report to public targets the bloods and no solve of a board for %s',
    async (boardVisibility) => {
      const game = await buildCompetition(test, 2);
      const targets = { gameId: game.gameId, kinds: ['Solve', 'Blood'] as const };
      const open = await build({ ...targets, kinds: [...targets.kinds], name: 'open' });
      const staff = await build({ ...targets, kinds: [...targets.kinds], name: 'staff', isPrivate: true });
      await test.db.update(games).set({ boardVisibility }).where(eq(games.id, game.gameId));
      for (const team of game.teams) await game.submit(team, game.flag);
      await worker.drain();
      await worker.run(noticeJobs.sweep, {});
      const kindsOf = async (id: string) => [...new Set((await deliveriesOf(id)).map(({ kind }) => kind))].sort();
      expect(await kindsOf(open.id)).toEqual(['Blood']);
      expect(await kindsOf(staff.id)).toEqual(['Blood', 'Solve']);
    },
  );

  it('receive the kinds and the game they ask for', async () => {
    const game = await buildGame(test.db);
    const ours = await build({ gameId: game.id, kinds: ['Notice'] });
    const others = await build({ gameId: (await buildGame(test.db)).id });
    const off = await build({ isEnabled: false });
    await test.call(noticeEditRoutes.create, { as: admin, params: { id: game.id }, body: { content: 'Hello.' } });
    await worker.run(webhookJobs.sweep, {});
    const counts = await Promise.all(
      [ours, others, off].map(async ({ id }) => (await deliveriesOf(id)).map((d) => d.kind)),
    );
    expect(counts).toEqual([['Notice'], ['Phase'], []]);
  });

  it('report reviews to organisers', async () => {
    const webhook = await build({ kinds: ['Participation'], isPrivate: true });
    const { participation, team } = await buildParticipation(test.db, { status: 'Pending' });
    await test.call(participationRoutes.update, {
      as: admin,
      params: { id: participation.id },
      body: { status: 'Accepted' },
    });
    const [delivery] = await deliveriesOf(webhook.id);
    expect(delivery).toMatchObject({ kind: 'Participation', data: { team: team.name, status: 'Accepted' } });
  });

  it('report each phase once, also of one that no worker was there for, and again when it is moved', async () => {
    const now = test.clock.now().getTime();
    const game = await buildGame(test.db, {
      startAt: new Date(now - 3 * hour),
      freezeAt: new Date(now - 2 * hour),
      endAt: new Date(now - hour),
    });
    const webhook = await build({ kinds: ['Phase'], gameId: game.id });
    await sweep();
    await sweep();
    expect(received().map(({ data }) => data.phase)).toEqual(['Started', 'Frozen', 'Ended']);
    await test.db
      .update(games)
      .set({ endAt: new Date(now + hour) })
      .where(eq(games.id, game.id));
    test.clock.moveTo(new Date(now + hour + 1000));
    await sweep();
    expect((await deliveriesOf(webhook.id)).map(({ data }) => data.phase)).toEqual([
      'Started',
      'Frozen',
      'Ended',
      'Ended',
    ]);
  });

  it('are retried in order, with the same id, and are delivered once', async () => {
    const webhook = await build();
    const first = await sendTest(webhook.id);
    const second = await sendTest(webhook.id);
    receiver.replies.push({ status: 503 }, { status: 500 });
    await worker.drain();
    expect(receiver.messages).toHaveLength(1);
    await sweep();
    expect(receiver.messages).toHaveLength(1);
    test.clock.advance(5_000);
    await sweep();
    expect(receiver.messages).toHaveLength(2);
    test.clock.advance(15_000);
    await sweep();
    expect(received().map(({ id }) => id)).toEqual([first.eventId, first.eventId, first.eventId, second.eventId]);
    const times = receiver.messages.map(({ headers }) => headers['webhook-timestamp']);
    expect(new Set(times).size).toBeGreaterThan(1);
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: 'Delivered', attempts: 3, lastStatus: 204, lastError: null },
      { state: 'Delivered', attempts: 1 },
    ]);
  });

  it('are given up after a day, and hold up nothing', async () => {
    const webhook = await build();
    await sendTest(webhook.id);
    receiver.replies.push({ status: 500 }, { status: 500 });
    await worker.drain();
    test.clock.advance(25 * hour);
    const next = await sendTest(webhook.id);
    await sweep();
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { state: 'Failed', attempts: 2, lastStatus: 500, lastError: 'status' },
      { id: next.id, state: 'Delivered' },
    ]);
  });

  it('are delivered again on request, as the same event', async () => {
    const webhook = await build();
    const sent = await sendTest(webhook.id);
    await worker.drain();
    const params = { webhookId: webhook.id, deliveryId: sent.id };
    const { body: again } = await test.call(webhookRoutes.replay, { as: admin, params });
    await worker.drain();
    expect(again.id).toBeGreaterThan(sent.id);
    expect(received().map(({ id }) => id)).toEqual([sent.eventId, sent.eventId]);
  });

  it('do not wait for the next attempt when they are replayed', async () => {
    const webhook = await build();
    const sent = await sendTest(webhook.id);
    receiver.replies.push({ status: 500, headers: { 'retry-after': '1800' } });
    await worker.drain();
    const params = { webhookId: webhook.id, deliveryId: sent.id };
    const { body } = await test.call(webhookRoutes.replay, { as: admin, params });
    expect(body).toMatchObject({ id: sent.id, state: 'Waiting' });
    await worker.drain();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'Delivered', attempts: 2 }]);
  });

  it('are lost by no crash between commit and delivery, and by no empty Redis', async () => {
    const webhook = await build({ kinds: ['Solve'] });
    const game = await buildCompetition(test, 1);
    const [team] = game.teams as [(typeof game.teams)[number]];
    await game.submit(team, game.flag);
    await worker.drain();
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ state: 'Waiting', attempts: 0 }]);
    // The worker dies while it sends: its lease stays until its time is over.
    const now = test.clock.now();
    await takeWebhook(test.db, webhook.id, now, new Date(now.getTime() + 30_000));
    await worker.close();
    await emptyRedis(test.deps);
    worker = await openWorker();
    await sweep();
    expect(receiver.messages).toEqual([]);
    test.clock.advance(31_000);
    await sweep();
    expect(received()).toMatchObject([{ type: 'Solve' }]);
  });

  it('go out once from two workers at the same time, in order', async () => {
    const webhook = await build();
    const sent: string[] = [];
    while (sent.length < 10) sent.push((await sendTest(webhook.id)).eventId);
    const other = await openWorker();
    const payload = { webhookId: webhook.id };
    await Promise.all([worker.run(webhookJobs.deliver, payload), other.run(webhookJobs.deliver, payload)]);
    await other.close();
    await sweep();
    expect(received().map(({ id }) => id)).toEqual(sent);
  });

  it('say what a notice says by now, and nothing of one that was withdrawn while they waited', async () => {
    const webhook = await build({ kinds: ['Notice', 'Blood'] });
    const game = await buildCompetition(test, 1);
    const [team] = game.teams as [(typeof game.teams)[number]];
    await game.submit(team, game.flag);
    await worker.drain();
    const params = { id: game.gameId };
    const say = async (content: string) =>
      (await test.call(noticeEditRoutes.create, { as: admin, params, body: { content } })).body.id;
    const own = async (content: string) => ({ as: admin, params: { ...params, noticeId: await say(content) } });
    const [deleted, corrected] = [await own('Wrong room'), await own('Wrong hour')];
    await say('Lunch');
    expect(await deliveriesOf(webhook.id)).toHaveLength(4);
    await test.call(noticeEditRoutes.delete, deleted);
    await test.call(noticeEditRoutes.update, { ...corrected, body: { content: 'Right hour' } });
    await test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, game.challengeId));
    await sweep();
    expect(received().map(({ data }) => data.text)).toEqual(['Right hour', 'Lunch']);
    const left = (await deliveriesOf(webhook.id)).map(({ state }) => state);
    expect(left).toEqual(['Delivered', 'Delivered']);
  });

  it('undo no verdict when they are deleted meanwhile', async () => {
    const webhook = await build({ kinds: ['Solve'] });
    const game = await buildCompetition(test, 1);
    const [team] = game.teams as [(typeof game.teams)[number]];
    await game.submit(team, game.flag);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const deleting = test.db.transaction(async (tx) => {
      await tx.delete(webhooks).where(eq(webhooks.id, webhook.id));
      await held;
    });
    const judging = worker.run(submissionJobs.judge, {
      gameId: game.gameId,
      partition: judgePartition(game.challengeId),
    });
    await expect
      .poll(async () => (await test.database.sql`select 1 from pg_locks where not granted`).length)
      .toBeGreaterThan(0);
    release();
    await Promise.all([deleting, judging]);
    expect((await game.listSubmissions()).map(({ status }) => status)).toEqual(['Accepted']);
    expect(await deliveriesOf(webhook.id)).toEqual([]);
  });
});
