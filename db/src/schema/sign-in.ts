import { pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountId } from './account';
import { createdAt, instant } from './columns';

export const linkConstraints = {
  identity: 'account_links_identity_key',
  provider: 'account_links_pkey',
} as const;

/** Providers of OpenID Connect and OAuth 2 that sign accounts in. */
export const signInProviders = pgTable('sign_in_providers', (t) => ({
  id: t.varchar('id', { length: 32 }).primaryKey(),
  position: t.integer('position').notNull(),
  /** As the contract has them, without the secret. */
  settings: t.jsonb('settings').notNull(),
  clientSecretSealed: t.text('client_secret_sealed'),
}));

/** Names no row of a provider: removed and added again, it finds its people, and only those of its issuer. */
export const accountLinks = pgTable(
  'account_links',
  (t) => ({
    accountId: accountId(),
    provider: t.varchar('provider', { length: 32 }).notNull(),
    issuer: t.varchar('issuer', { length: 512 }).notNull(),
    subject: t.varchar('subject', { length: 256 }).notNull(),
    label: t.varchar('label', { length: 256 }).notNull(),
    /** That its groups opened at the last sign-in. */
    divisionIds: t.integer('division_ids').array().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  }),
  (table) => [
    primaryKey({ name: linkConstraints.provider, columns: [table.accountId, table.provider] }),
    uniqueIndex(linkConstraints.identity).on(table.issuer, table.subject),
  ],
);

export type AccountLinkRow = typeof accountLinks.$inferSelect;
export type SignInProviderRow = typeof signInProviders.$inferSelect;
