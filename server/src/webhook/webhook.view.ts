import type { Webhook, WebhookDelivery } from '@vexil/contract/webhook';
import type { WebhookDeliveryRow } from '@vexil/db/schema/webhook';
import type { SeenWebhook } from './webhook.queries';

export const viewWebhook = ({ webhook, gameTitle, waiting, lastState }: SeenWebhook): Webhook => ({
  id: webhook.id,
  name: webhook.name,
  format: webhook.format,
  host: webhook.host,
  chatId: webhook.chatId,
  kinds: webhook.kinds,
  gameId: webhook.gameId,
  gameTitle,
  isPrivate: webhook.isPrivate,
  isEnabled: webhook.isEnabled,
  createdAt: webhook.createdAt.getTime(),
  waiting,
  lastState,
});

export const viewDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.eventId,
  kind: row.kind,
  gameId: row.gameId,
  gameTitle: row.gameTitle,
  happenedAt: row.happenedAt.getTime(),
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.state === 'Waiting' ? row.nextAttemptAt.getTime() : null,
  lastAttemptAt: row.lastAttemptAt?.getTime() ?? null,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
});
