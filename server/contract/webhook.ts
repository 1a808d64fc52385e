import {
  deliveryStates,
  privateWebhookKinds,
  type WebhookKind,
  webhookEventKinds,
  webhookFormats,
  webhookKinds,
} from '@vexil/db/enums/webhook';
import { z } from 'zod';
import { problem, report } from './field';
import { defineJob } from './job';
import { defineRoutes } from './route';
import { webhookEndpoints } from './webhook.endpoints';
import { webhookAddressLengthMax, webhookNameLengthMax } from './webhook.limits';
import { filled, Guid, Id, page, pageQuery, Time, text } from './wire';

const WebhookKinds = z
  .array(z.enum(webhookKinds))
  .min(1)
  .max(webhookKinds.length)
  .transform((given) => webhookKinds.filter((kind) => given.includes(kind)));

export const Webhook = z.object({
  id: Guid,
  name: z.string(),
  format: z.enum(webhookFormats),
  host: z.string().describe('Of the address, whose rest may be a secret'),
  chatId: z.string().nullable().describe('Of Telegram only'),
  kinds: z.array(z.enum(webhookKinds)),
  gameId: z.int().nullable().describe('null for all games'),
  gameTitle: z.string().nullable(),
  isPrivate: z.boolean().describe('Read by organisers only: also gets solves of a freeze and hidden games'),
  isEnabled: z.boolean(),
  createdAt: Time,
  waiting: z.int().describe('Deliveries that wait'),
  lastState: z.enum(deliveryStates).nullable().describe('Of the newest delivery that was tried'),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: z.int(),
  eventId: Guid.describe('Equal in every delivery of one event, replays included'),
  kind: z.enum(webhookEventKinds),
  gameId: z.int().nullable(),
  gameTitle: z.string().nullable(),
  happenedAt: Time,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  nextAttemptAt: Time.nullable().describe('null when there is none'),
  lastAttemptAt: Time.nullable(),
  lastStatus: z.int().nullable().describe('HTTP status of the last attempt'),
  lastError: z
    .string()
    .nullable()
    .describe('`timeout`, `unreachable`, `tls`, `privateAddress`, `nameNotFound` or `status`'),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Address = z
  .url({ protocol: /^https?$/ })
  .max(webhookAddressLengthMax)
  // It may be no URL at all, which is found above.
  .refine((text) => !/^[a-z]+:\/\/[^/?#]*@/i.test(text), problem('field.credentials'));

const settings = {
  name: filled(webhookNameLengthMax),
  chatId: text(64).nullish().describe('Required by Telegram, ignored by all others'),
  kinds: WebhookKinds,
  gameId: Id.nullish().describe('null or absent: all games'),
  isPrivate: z.boolean().default(false),
  isEnabled: z.boolean().default(true),
};

const isPrivateKind = (kind: WebhookKind) => (privateWebhookKinds as readonly WebhookKind[]).includes(kind);

/** Players must not read of cheating, reviews, accounts and outages; outages belong to no game. */
function checkKinds(
  body: { kinds: WebhookKind[]; isPrivate: boolean; gameId?: number | null | undefined },
  ctx: z.RefinementCtx,
): void {
  if (body.gameId && body.kinds.includes('Health')) {
    report(ctx, 'kinds', 'field.needsAllGames');
  }
  if (body.isPrivate || !body.kinds.some(isPrivateKind)) return;
  report(ctx, 'kinds', 'field.needsPrivate');
}

export const WebhookCreateBody = z
  .object({ ...settings, format: z.enum(webhookFormats), address: Address })
  .superRefine(checkKinds)
  .superRefine(({ format, chatId }, ctx) => {
    if (format !== 'Telegram' || chatId?.trim()) return;
    report(ctx, 'chatId', 'field.missing');
  });

export const WebhookUpdateBody = z
  .object({ ...settings, address: Address.nullish().describe('null or absent: stays') })
  .superRefine(checkKinds);

const WebhookParams = z.object({ webhookId: Guid });
const WithSecret = z.object({
  secret: z.string().describe('Signs every delivery; shown here and never again'),
  webhook: Webhook.describe('The webhook as it is stored'),
});

// By session only: what a webhook sends leaves the platform.
export const webhookRoutes = defineRoutes(webhookEndpoints, { access: 'Admin', scope: null })({
  list: {
    summary: 'All webhooks, the oldest first',
    reply: z.array(Webhook),
  },
  create: {
    summary: 'Add a webhook, with the secret that signs its deliveries',
    body: WebhookCreateBody,
    reply: WithSecret,
    errors: ['game.notFound', 'webhook.addressRefused', 'webhook.tooMany'],
  },
  update: {
    summary: 'Change a webhook; its format stays',
    params: WebhookParams,
    body: WebhookUpdateBody,
    reply: Webhook,
    errors: ['webhook.notFound', 'game.notFound', 'webhook.addressRefused', 'webhook.chatMissing'],
  },
  remove: {
    summary: 'Delete a webhook with its deliveries',
    params: WebhookParams,
    errors: ['webhook.notFound'],
  },
  renewSecret: {
    summary: 'Replace the secret that signs deliveries',
    params: WebhookParams,
    reply: WithSecret,
    errors: ['webhook.notFound'],
  },
  test: {
    summary: 'Send a test message, after what already waits',
    params: WebhookParams,
    reply: WebhookDelivery,
    errors: ['webhook.notFound'],
  },
  deliveries: {
    summary: 'Deliveries of a webhook, newest first',
    params: WebhookParams,
    query: pageQuery(100, 20),
    reply: page(WebhookDelivery),
    errors: ['webhook.notFound'],
  },
  replay: {
    summary: 'Deliver again: an ended delivery as a new one with the same event, a waiting one at once',
    params: WebhookParams.extend({ deliveryId: z.coerce.number<number>().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    reply: WebhookDelivery,
    errors: ['webhook.notFound'],
  },
});

export const webhookJobs = {
  /** One per target, so that its deliveries stay in order. */
  deliver: defineJob({
    queue: 'webhook',
    name: 'deliver-webhook',
    payload: z.object({ webhookId: Guid }),
    attempts: 1,
    deduplicateBy: ({ webhookId }) => `webhook-${webhookId}`,
  }),
  sweep: defineJob({ queue: 'sweep', name: 'sweep-webhooks', payload: z.object({}), attempts: 1 }),
};
