import { pgTable } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** Which version applied migrations and when, so that a refused downgrade can name the version that it needs. */
export const schemaUpgrades = pgTable('schema_upgrades', (t) => ({
  id: id(),
  version: t.text('version').notNull(),
  /** How many migrations the database had afterwards. */
  migrations: t.integer('migrations').notNull(),
  upgradedAt: instant('upgraded_at').notNull().defaultNow(),
}));
