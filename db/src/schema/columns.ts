import { type AnyPgColumn, foreignKey, integer, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

export const uuidId = () => uuid('id').primaryKey().$defaultFn(uuidv7);

/** Whole milliseconds, the precision of the wire. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => instant('created_at').notNull().defaultNow();

/**
 * Counts the saves of a row, so that an editor's save on an old state is found out. Statements of version 0.2.0 would
 * take a column `version` for that of `scoreboard_versions`.
 */
export const version = () => integer('edit_version').notNull().default(1);

export const updatedAt = () =>
  instant('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdateFn(() => new Date());

/** Proves by foreign key that a row and its parent are of the same game; the row goes with its parent. */
export const inGame = (
  name: string,
  columns: [id: AnyPgColumn, gameId: AnyPgColumn],
  parent: { id: AnyPgColumn; gameId: AnyPgColumn },
) => foreignKey({ name, columns, foreignColumns: [parent.id, parent.gameId] }).onDelete('cascade');
