import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

/** Integer identity, as the wire format knows ids. */
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** Time-ordered UUID, made by the application so that older PostgreSQL versions serve as well. */
export const uuidId = () => uuid('id').primaryKey().$defaultFn(uuidv7);

/** Instant in whole milliseconds, the precision of the wire. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => instant('created_at').notNull().defaultNow();

export const updatedAt = () =>
  instant('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdateFn(() => new Date());
