import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import { accountId } from './account';
import { createdAt, instant, uuidId } from './columns';

/** Second factors: authenticator apps with a secret, and passkeys with a public key. */
export const factors = pgTable(
  'factors',
  (t) => ({
    id: uuidId(),
    accountId: accountId(),
    name: t.varchar('name', { length: 64 }).notNull(),
    secretSealed: t.text('secret_sealed'),
    /** Of an app. Only raised, so each code counts once. */
    lastStep: t.bigint('last_step', { mode: 'number' }).notNull().default(0),
    /** Of a passkey, as its public key in base64url. */
    credentialId: t.text('credential_id'),
    /** COSE. */
    publicKey: t.text('public_key'),
    /** Of signatures. Only raised, or 0 where the authenticator does not count. */
    counter: t.bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: t.text('transports').array().notNull().default(sql`'{}'::text[]`),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  }),
  (table) => [
    index('factors_account_id_idx').on(table.accountId),
    unique('factors_credential_id_unique').on(table.credentialId),
    check(
      'factors_kind_check',
      sql`num_nulls(${table.credentialId}, ${table.publicKey}) = case when ${table.secretSealed} is null then 0 else 2 end`,
    ),
  ],
);

/** A code is deleted when it is used. Hashes need no key: codes have 80 random bits. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  (t) => ({
    accountId: accountId(),
    codeHash: t.varchar('code_hash', { length: 64 }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

export type FactorRow = typeof factors.$inferSelect;
