import { bigint, index, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { createdAt, instant, uuidId } from './columns';

/** Second factors: authenticator apps. */
export const factors = pgTable(
  'factors',
  {
    id: uuidId(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 64 }).notNull(),
    secretSealed: text('secret_sealed').notNull(),
    /** Only raised, so each code counts once. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('factors_account_id_idx').on(table.accountId)],
);

/** A code is deleted when it is used. Hashes need no key: codes have 80 random bits. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: varchar('code_hash', { length: 64 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

export type FactorRow = typeof factors.$inferSelect;
