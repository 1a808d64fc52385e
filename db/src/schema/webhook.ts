import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { deliveryStates, gamePhaseEvents, webhookEventKinds, webhookFormats, webhookKinds } from '../enums/webhook';
import { createdAt, instant, uuidId, version } from './columns';
import { gameId, games } from './game';

export const webhookKindEnum = pgEnum('webhook_kind', webhookKinds);
export const webhookEventKindEnum = pgEnum('webhook_event_kind', webhookEventKinds);
export const webhookFormatEnum = pgEnum('webhook_format', webhookFormats);
export const deliveryStateEnum = pgEnum('delivery_state', deliveryStates);
export const gamePhaseEventEnum = pgEnum('game_phase_event', gamePhaseEvents);

/** Targets that receive events. */
export const webhooks = pgTable(
  'webhooks',
  (t) => ({
    id: uuidId(),
    name: t.varchar('name', { length: 128 }).notNull(),
    format: webhookFormatEnum('format').notNull(),
    /** Those of chat services carry a secret. */
    addressSealed: t.text('address_sealed').notNull(),
    /** What is shown of the address. */
    host: t.text('host').notNull(),
    secretSealed: t.text('secret_sealed').notNull(),
    /** Telegram's chat. */
    chatId: t.varchar('chat_id', { length: 64 }),
    kinds: webhookKindEnum('kinds').array().notNull(),
    /** null for all games. */
    gameId: t.integer('game_id').references(() => games.id, { onDelete: 'cascade' }),
    /** Read by organisers only: also gets what players must not know. */
    isPrivate: t.boolean('is_private').notNull().default(false),
    isEnabled: t.boolean('is_enabled').notNull().default(true),
    /** Until then one worker delivers to it. */
    leasedUntil: instant('leased_until'),
    createdAt: createdAt(),
    version: version(),
  }),
  (table) => [
    index('webhooks_game_id_idx').on(table.gameId),
    check('webhooks_chat_check', sql`(${table.format} = 'Telegram') = (${table.chatId} is not null)`),
  ],
);

export type WebhookRow = typeof webhooks.$inferSelect;
export type NewWebhookRow = typeof webhooks.$inferInsert;

/** The outbox: written in the transaction of the fact, delivered in the order of ids, kept as a log for a while. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: t
      .uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Equal in every delivery of one fact, replays included. */
    eventId: t.uuid('event_id').notNull(),
    kind: webhookEventKindEnum('kind').notNull(),
    /** No foreign key: the log outlives a game. */
    gameId: t.integer('game_id'),
    gameTitle: t.text('game_title'),
    data: t.jsonb('data').$type<Record<string, unknown>>().notNull(),
    happenedAt: instant('happened_at').notNull(),
    state: deliveryStateEnum('state').notNull().default('Waiting'),
    attempts: t.integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    lastAttemptAt: instant('last_attempt_at'),
    /** HTTP status of the last attempt; null when there was no reply. */
    lastStatus: t.integer('last_status'),
    /** A stable code, never the receiver's words. */
    lastError: t.varchar('last_error', { length: 64 }),
    createdAt: createdAt(),
  }),
  (table) => [
    index('webhook_deliveries_log_idx').on(table.webhookId, table.id),
    index('webhook_deliveries_waiting_idx').on(table.webhookId, table.id).where(sql`${table.state} = 'Waiting'`),
    index('webhook_deliveries_done_idx').on(table.createdAt).where(sql`${table.state} <> 'Waiting'`),
  ],
);

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Phases of games that were reported, so that each is reported once. */
export const gamePhases = pgTable(
  'game_phases',
  {
    gameId: gameId(),
    phase: gamePhaseEventEnum('phase').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.phase, table.at] })],
);
