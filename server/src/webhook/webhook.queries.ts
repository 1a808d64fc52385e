import { DomainError } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { games } from '@vexil/db/schema/game';
import { lockClasses } from '@vexil/db/schema/locks';
import {
  type NewWebhookRow,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookDeliveries,
  webhooks,
} from '@vexil/db/schema/webhook';
import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';

export interface SeenWebhook {
  webhook: WebhookRow;
  gameTitle: string | null;
  waiting: number;
  lastState: WebhookDeliveryRow['state'] | null;
}

const seen = {
  webhook: getTableColumns(webhooks),
  gameTitle: games.title,
  waiting: sql<number>`(select count(*)::int from webhook_deliveries d
    where d.webhook_id = ${webhooks.id} and d.state = 'Waiting')`,
  lastState: sql<WebhookDeliveryRow['state'] | null>`(select d.state from webhook_deliveries d
    where d.webhook_id = ${webhooks.id} and d.attempts > 0 order by d.id desc limit 1)`,
};

export function listWebhooks(db: Executor): Promise<SeenWebhook[]> {
  return db
    .select(seen)
    .from(webhooks)
    .leftJoin(games, eq(games.id, webhooks.gameId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

/** Throws `webhook.notFound`. */
export async function getWebhook(db: Executor, id: string): Promise<SeenWebhook> {
  const [row] = await db
    .select(seen)
    .from(webhooks)
    .leftJoin(games, eq(games.id, webhooks.gameId))
    .where(eq(webhooks.id, id));
  if (!row) throw new DomainError('webhook.notFound');
  return row;
}

/** Until the transaction ends no other one adds a webhook. */
export async function lockNewWebhooks(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.webhooks}::int, 0)`);
}

/** Locked until the transaction ends. Throws `webhook.notFound`. */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  if (!row) throw new DomainError('webhook.notFound');
  return row;
}

export async function countWebhooks(db: Executor): Promise<number> {
  const [row] = await db.select({ count: count() }).from(webhooks);
  return row?.count ?? 0;
}

export async function insertWebhook(tx: Tx, values: NewWebhookRow): Promise<WebhookRow> {
  const [row] = await tx.insert(webhooks).values(values).returning();
  if (!row) throw new Error('The webhook was not stored.');
  return row;
}

export async function updateWebhookRow(tx: Tx, id: string, values: Partial<NewWebhookRow>): Promise<void> {
  await tx
    .update(webhooks)
    .set({ ...values, version: sql`${webhooks.version} + 1` })
    .where(eq(webhooks.id, id));
}

export async function deleteWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id));
}

export async function listDeliveries(
  db: Executor,
  webhookId: string,
  { count: limit, skip }: { count: number; skip: number },
): Promise<{ rows: WebhookDeliveryRow[]; total: number }> {
  const isOurs = eq(webhookDeliveries.webhookId, webhookId);
  const [rows, [counted]] = await Promise.all([
    db.select().from(webhookDeliveries).where(isOurs).orderBy(desc(webhookDeliveries.id)).limit(limit).offset(skip),
    db.select({ total: count() }).from(webhookDeliveries).where(isOurs),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Locked until the transaction ends. Throws `webhook.notFound`. */
export async function lockDelivery(tx: Tx, webhookId: string, id: number): Promise<WebhookDeliveryRow> {
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
    .for('update');
  if (!row) throw new DomainError('webhook.notFound');
  return row;
}

export async function insertDelivery(
  tx: Tx,
  values: typeof webhookDeliveries.$inferInsert,
): Promise<WebhookDeliveryRow> {
  const [row] = await tx.insert(webhookDeliveries).values(values).returning();
  if (!row) throw new Error('The delivery was not stored.');
  return row;
}

export async function hastenDelivery(tx: Tx, id: number, nextAttemptAt: Date): Promise<WebhookDeliveryRow> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt })
    .where(eq(webhookDeliveries.id, id))
    .returning();
  if (!row) throw new DomainError('webhook.notFound');
  return row;
}

export interface FailingWebhook {
  name: string;
  /** Code of the last failure. */
  error: string;
  waiting: number;
}

const attemptsUntilFailing = 3;

/** Enabled webhooks whose newest tried delivery was given up or failed several times, and how many are enabled. */
export async function listFailingWebhooks(db: Executor): Promise<{ enabled: number; failing: FailingWebhook[] }> {
  const rows = await db.execute<{ name: string; error: string | null; waiting: number; fails: boolean }>(sql`
    select w.name, d.last_error as error, coalesce(d.state = 'Failed' or
        (d.state = 'Waiting' and d.attempts >= ${attemptsUntilFailing}), false) as fails,
      (select count(*)::int from webhook_deliveries q where q.webhook_id = w.id and q.state = 'Waiting') as waiting
    from webhooks w left join lateral (
      select state, attempts, last_error from webhook_deliveries
      where webhook_id = w.id and attempts > 0 order by id desc limit 1
    ) d on true
    where w.is_enabled order by w.created_at, w.id`);
  const failing = rows
    .filter(({ fails }) => fails)
    .map(({ name, error, waiting }) => ({ name, error: error ?? '-', waiting }));
  return { enabled: rows.length, failing };
}
