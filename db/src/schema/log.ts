import { index, pgEnum, pgTable } from 'drizzle-orm/pg-core';
import { logKinds, logLevels, taskStatuses } from '../enums/log';
import { instant } from './columns';

export const logLevelEnum = pgEnum('log_level', logLevels);
export const logKindEnum = pgEnum('log_kind', logKinds);
export const taskStatusEnum = pgEnum('task_status', taskStatuses);

/** Never holds a submitted text, a flag or a token. */
export const logs = pgTable(
  'logs',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    time: instant('time').notNull().defaultNow(),
    level: logLevelEnum('level').notNull(),
    status: taskStatusEnum('status'),
    userName: t.varchar('user_name', { length: 16 }),
    ip: t.varchar('ip', { length: 45 }),
    message: t.text('message').notNull(),
    /** null in lines of earlier versions. */
    kind: logKindEnum('kind'),
    /** No key: lines outlive their games. */
    gameId: t.integer('game_id'),
  }),
  (table) => [
    index('logs_time_idx').on(table.time, table.id),
    index('logs_level_time_idx').on(table.level, table.time, table.id),
  ],
);

export type LogRow = typeof logs.$inferSelect;
