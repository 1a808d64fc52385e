import { pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { healthConditions } from '../enums/health-alert';
import { instant } from './columns';

/** Conditions that were reported and are not over. */
export const healthAlerts = pgTable(
  'health_alerts',
  (t) => ({
    condition: t.varchar('condition', { length: 32, enum: healthConditions }).notNull(),
    /** Engine, queue or machine; empty for what there is once. */
    subject: t.varchar('subject', { length: 255 }).notNull(),
    raisedAt: instant('raised_at').notNull(),
    /** When a server last found it. */
    seenAt: instant('seen_at').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.condition, table.subject] })],
);

/** One row: the server that watches what all servers share. */
export const healthWatch = pgTable('health_watch', (t) => ({
  id: smallint('id').primaryKey(),
  holder: t.uuid('holder').notNull(),
  leasedUntil: instant('leased_until').notNull(),
}));
