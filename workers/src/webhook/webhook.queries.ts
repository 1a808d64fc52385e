import { isShownNotice } from '@vexil/data/notice/announce.queries';
import { noticeFact } from '@vexil/data/notice/notice-fact';
import type { Executor } from '@vexil/db';
import { notices } from '@vexil/db/schema/notice';
import { type WebhookDeliveryRow, type WebhookRow, webhookDeliveries, webhooks } from '@vexil/db/schema/webhook';
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';

/** Enabled webhooks whose oldest waiting delivery is due. Plan: one look into the partial index per webhook. */
export async function listDueWebhooks(db: Executor, now: Date): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select w.id from webhooks w cross join lateral (
      select d.next_attempt_at from webhook_deliveries d
      where d.webhook_id = w.id and d.state = 'Waiting' order by d.id limit 1
    ) next
    where w.is_enabled and next.next_attempt_at <= ${now.toISOString()}`);
  return rows.map(({ id }) => id);
}

/** undefined while another worker delivers to it, and for one that is off or gone. */
export async function takeWebhook(
  db: Executor,
  id: string,
  now: Date,
  leasedUntil: Date,
): Promise<WebhookRow | undefined> {
  const isFree = or(isNull(webhooks.leasedUntil), lt(webhooks.leasedUntil, now));
  const [row] = await db
    .update(webhooks)
    .set({ leasedUntil })
    .where(and(eq(webhooks.id, id), webhooks.isEnabled, isFree))
    .returning();
  return row;
}

/** undefined when the lease was lost, or the webhook is off or gone. */
export async function keepWebhook(
  db: Executor,
  { id, leasedUntil: held }: WebhookRow,
  leasedUntil: Date,
): Promise<WebhookRow | undefined> {
  if (held === null) return undefined;
  const [row] = await db
    .update(webhooks)
    .set({ leasedUntil })
    .where(and(eq(webhooks.id, id), eq(webhooks.leasedUntil, held), webhooks.isEnabled))
    .returning();
  return row;
}

export async function releaseWebhook(db: Executor, { id, leasedUntil }: WebhookRow): Promise<void> {
  if (leasedUntil === null) return;
  await db
    .update(webhooks)
    .set({ leasedUntil: null })
    .where(and(eq(webhooks.id, id), eq(webhooks.leasedUntil, leasedUntil)));
}

export async function findNextDelivery(db: Executor, webhookId: string): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'Waiting')))
    .orderBy(asc(webhookDeliveries.id))
    .limit(1);
  return row;
}

/** What a delivery says by now; undefined where players may no longer see its notice. */
export async function findCurrentData(
  db: Executor,
  { data }: WebhookDeliveryRow,
): Promise<WebhookDeliveryRow['data'] | undefined> {
  const { noticeId } = data;
  if (typeof noticeId !== 'number') return data;
  const [notice] = await db
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), isShownNotice));
  return notice && { ...noticeFact(notice).data };
}

export async function deleteDelivery(db: Executor, id: number): Promise<void> {
  await db.delete(webhookDeliveries).where(eq(webhookDeliveries.id, id));
}

export async function updateDelivery(db: Executor, id: number, values: Partial<WebhookDeliveryRow>): Promise<void> {
  await db.update(webhookDeliveries).set(values).where(eq(webhookDeliveries.id, id));
}

export async function deleteDeliveriesBefore(db: Executor, before: Date, limit: number): Promise<void> {
  await db.execute(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where state <> 'Waiting' and created_at < ${before.toISOString()} limit ${limit})`);
}

export interface ReachedPhase {
  gameId: number;
  phase: 'Started' | 'Frozen' | 'Ended';
  at: Date;
}

/** Stores the phases that games have reached since `since`; returns those that were not stored before, in order. */
export async function storePhases(db: Executor, since: Date, now: Date): Promise<ReachedPhase[]> {
  const rows = await db.execute<{ game_id: number; phase: ReachedPhase['phase']; at: string | Date }>(sql`
    insert into game_phases (game_id, phase, at)
    select g.id, p.phase::game_phase_event, p.at
    from games g cross join lateral (
      values ('Started', g.start_at), ('Frozen', g.freeze_at), ('Ended', g.end_at)
    ) as p(phase, at)
    where g.check_of is null and p.at > ${since.toISOString()} and p.at <= coalesce(g.paused_at, ${now.toISOString()}::timestamptz)
      and (p.phase <> 'Frozen' or (p.at > g.start_at and p.at < g.end_at))
    on conflict do nothing
    returning game_id, phase, at`);
  return rows
    .map(({ game_id, phase, at }) => ({ gameId: game_id, phase, at: new Date(at) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

export async function deletePhasesBefore(db: Executor, before: Date): Promise<void> {
  await db.execute(sql`delete from game_phases where at < ${before.toISOString()}`);
}
