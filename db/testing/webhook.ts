import { randomUUID } from 'node:crypto';
import type { Executor } from '../src/index';
import {
  type NewWebhookRow,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookDeliveries,
  webhooks,
} from '../src/schema/webhook';
import { testSealing } from './game';

/** Any 24 bytes. */
export const testWebhookSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

type WebhookValues = Partial<NewWebhookRow> & { address?: string };

/** A webhook to a stranger's address, with one delivery that has ended. */
export async function buildWebhook(
  db: Executor,
  { address = 'https://hooks.test/a', ...values }: WebhookValues = {},
): Promise<{ webhook: WebhookRow; delivery: WebhookDeliveryRow }> {
  const [webhook] = await db
    .insert(webhooks)
    .values({
      name: 'Channel',
      format: 'Json',
      addressSealed: testSealing.seal(address),
      secretSealed: testSealing.seal(testWebhookSecret),
      host: new URL(address).host,
      kinds: ['Blood', 'Notice'],
      ...values,
    })
    .returning();
  if (!webhook) throw new Error('The webhook was not stored.');
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({
      webhookId: webhook.id,
      eventId: randomUUID(),
      kind: 'Test',
      data: { userName: 'Admin' },
      happenedAt: new Date(),
      state: 'Delivered',
      attempts: 1,
    })
    .returning();
  if (!delivery) throw new Error('The delivery was not stored.');
  return { webhook, delivery };
}
