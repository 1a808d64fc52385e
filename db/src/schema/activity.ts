import { index, pgEnum, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { activityTypes } from '../enums/activity';
import { accounts } from './account';
import { id, instant } from './columns';
import { gameId } from './game';
import { participations } from './participation';
import { answerResultEnum, submissions } from './submission';

export const activityTypeEnum = pgEnum('activity_type', activityTypes);

/** The submitted text is read through the submission, so no plain text is stored here. */
export const activities = pgTable(
  'activities',
  (t) => ({
    id: id(),
    gameId: gameId(),
    type: activityTypeEnum('type').notNull(),
    values: t.jsonb('values').$type<string[]>().notNull().default([]),
    participationId: t.integer('participation_id').references(() => participations.id, { onDelete: 'cascade' }),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    submissionId: t.integer('submission_id').references(() => submissions.id, { onDelete: 'cascade' }),
    /** The first verdict: cheating shows as WrongAnswer. */
    result: answerResultEnum('result'),
    happenedAt: instant('happened_at').notNull().defaultNow(),
  }),
  (table) => [
    index('activities_game_id_idx').on(table.gameId, table.id),
    index('activities_participation_id_idx').on(table.participationId),
    // One event per verdict, however often judging is retried.
    uniqueIndex('activities_submission_key').on(table.submissionId, table.type),
  ],
);

export type ActivityRow = typeof activities.$inferSelect;
export type NewActivityRow = typeof activities.$inferInsert;
