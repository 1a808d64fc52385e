import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { roles, tokenPurposes } from '../enums/account';
import type { FieldValues } from '../enums/own-field';
import { createdAt, instant, updatedAt, uuidId } from './columns';
import { files } from './file';

export const roleEnum = pgEnum('role', roles);
export const tokenPurposeEnum = pgEnum('token_purpose', tokenPurposes);

export const accountConstraints = {
  userName: 'accounts_user_name_key',
  email: 'accounts_email_key',
} as const;

export const accounts = pgTable(
  'accounts',
  (t) => ({
    id: uuidId(),
    userName: t.varchar('user_name', { length: 16 }).notNull(),
    email: t.varchar('email', { length: 256 }).notNull(),
    emailConfirmed: t.boolean('email_confirmed').notNull().default(false),
    passwordHash: t.text('password_hash').notNull(),
    role: roleEnum('role').notNull().default('User'),
    bio: t.varchar('bio', { length: 128 }).notNull().default(''),
    realName: t.varchar('real_name', { length: 128 }).notNull().default(''),
    stdNumber: t.varchar('std_number', { length: 64 }).notNull().default(''),
    phone: t.varchar('phone', { length: 32 }),
    /** Of the platform's own fields. */
    fields: t.jsonb('fields').$type<FieldValues>().notNull().default({}),
    avatarHash: t.varchar('avatar_hash', { length: 64 }).references(() => files.hash),
    ip: t.varchar('ip', { length: 45 }).notNull().default('0.0.0.0'),
    registeredAt: instant('registered_at').notNull().defaultNow(),
    lastSignedInAt: instant('last_signed_in_at'),
    lastVisitedAt: instant('last_visited_at'),
    updatedAt: updatedAt(),
  }),
  (table) => [
    uniqueIndex(accountConstraints.userName).on(sql`lower(${table.userName})`),
    uniqueIndex(accountConstraints.email).on(sql`lower(${table.email})`),
  ],
);

/** Of what goes with its account. */
export const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** Stores only the SHA-256 of the cookie's token. */
export const sessions = pgTable(
  'sessions',
  (t) => ({
    tokenHash: t.varchar('token_hash', { length: 64 }).primaryKey(),
    accountId: accountId(),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** When it last proved who uses it; null for sessions of earlier releases. */
    provedAt: instant('proved_at'),
    ip: t.varchar('ip', { length: 45 }).notNull(),
    userAgent: t.varchar('user_agent', { length: 256 }).notNull().default(''),
    /** Keyed hash of the browser's random id; null where it has none. */
    deviceHash: t.varchar('device_hash', { length: 64 }),
  }),
  (table) => [
    index('sessions_account_id_idx').on(table.accountId),
    index('sessions_expires_at_idx').on(table.expiresAt),
  ],
);

export const apiTokens = pgTable(
  'api_tokens',
  (t) => ({
    id: uuidId(),
    name: t.varchar('name', { length: 128 }).notNull(),
    tokenHash: t.varchar('token_hash', { length: 64 }).notNull().unique('api_tokens_token_hash_key'),
    scopes: t.text('scopes').array().notNull().default(sql`'{}'::text[]`),
    creatorId: t.uuid('creator_id').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  }),
  (table) => [index('api_tokens_creator_id_idx').on(table.creatorId)],
);

/** The link's token is derived from the row's id with a key outside the database, so a stolen dump opens nothing. */
export const mailTokens = pgTable(
  'mail_tokens',
  (t) => ({
    id: uuidId(),
    accountId: accountId(),
    purpose: tokenPurposeEnum('purpose').notNull(),
    email: t.varchar('email', { length: 256 }).notNull(),
    /** Fingerprint of address and password at the request: changing either ends the link. */
    accountState: t.varchar('account_state', { length: 64 }).notNull(),
    language: t.varchar('language', { length: 16 }).notNull(),
    origin: t.varchar('origin', { length: 512 }).notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    sentAt: instant('sent_at'),
    droppedAt: instant('dropped_at'),
    /** Set only where it is null, so concurrent uses of a link have one winner. */
    usedAt: instant('used_at'),
  }),
  (table) => [
    index('mail_tokens_account_id_idx').on(table.accountId),
    index('mail_tokens_expires_at_idx').on(table.expiresAt),
    index('mail_tokens_unsent_idx')
      .on(table.createdAt)
      .where(sql`${table.sentAt} is null and ${table.droppedAt} is null`),
    check('mail_tokens_expiry_check', sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);

export type AccountRow = typeof accounts.$inferSelect;
export type NewAccountRow = typeof accounts.$inferInsert;
export type SessionRow = typeof sessions.$inferSelect;
export type ApiTokenRow = typeof apiTokens.$inferSelect;
export type MailTokenRow = typeof mailTokens.$inferSelect;
