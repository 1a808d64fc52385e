import { sql } from 'drizzle-orm';
import { index, pgEnum, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { type RejudgingEffect, type RejudgingState, rejudgingStates, type TeamEffect } from '../enums/rejudging';
import { accounts } from './account';
import { challenges } from './challenge';
import { createdAt, id, inGame, instant } from './columns';
import { gameId } from './game';
import { participations } from './participation';
import { answerResultEnum, submissions } from './submission';

export const rejudgingStateEnum = pgEnum('rejudging_state', rejudgingStates);

export const rejudgingConstraints = { openOnce: 'rejudgings_open_key' } as const;

/** A draft of new verdicts, and once applied the reason of those that changed. */
export const rejudgings = pgTable(
  'rejudgings',
  (t) => ({
    id: id(),
    gameId: gameId(),
    state: rejudgingStateEnum('state').$type<RejudgingState>().notNull().default('Computing'),
    reason: t.varchar('reason', { length: 200 }).notNull(),
    challengeId: t.integer('challenge_id'),
    participationId: t.integer('participation_id'),
    /** Bounds of the arrival, both included. */
    fromAt: instant('from_at'),
    untilAt: instant('until_at'),
    /** Whether what was right and is wrong now is lost. */
    takesBack: t.boolean('takes_back').notNull(),
    /** Of all that the verdicts follow from. */
    digest: t.varchar('digest', { length: 64 }),
    effect: t.jsonb('effect').$type<RejudgingEffect>(),
    /** Apart, because lists do not need them. */
    teams: t.jsonb('teams').$type<TeamEffect[]>(),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    computedAt: instant('computed_at'),
    closedAt: instant('closed_at'),
    closedById: t.uuid('closed_by_id').references(() => accounts.id, { onDelete: 'set null' }),
  }),
  (table) => [
    inGame('rejudgings_challenge_fkey', [table.challengeId, table.gameId], challenges),
    inGame('rejudgings_participation_fkey', [table.participationId, table.gameId], participations),
    uniqueIndex(rejudgingConstraints.openOnce)
      .on(table.gameId)
      .where(sql`${table.state} in ('Computing', 'Ready', 'Outdated')`),
    index('rejudgings_game_id_idx').on(table.gameId, table.id),
    index('rejudgings_challenge_id_idx').on(table.challengeId),
    index('rejudgings_participation_id_idx').on(table.participationId),
    index('rejudgings_account_id_idx').on(table.accountId),
    index('rejudgings_closed_by_id_idx').on(table.closedById),
  ],
);

/** A submission whose verdict a re-judging changes. */
export const rejudgingVerdicts = pgTable(
  'rejudging_verdicts',
  (t) => ({
    rejudgingId: t
      .integer('rejudging_id')
      .notNull()
      .references(() => rejudgings.id, { onDelete: 'cascade' }),
    submissionId: t
      .integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    before: answerResultEnum('before').notNull(),
    after: answerResultEnum('after').notNull(),
    /** Whose flag it is, where the verdict is CheatDetected. */
    ownerId: t.integer('owner_id').references(() => participations.id, { onDelete: 'cascade' }),
    isCanary: t.boolean('is_canary').notNull(),
  }),
  (table) => [
    primaryKey({ name: 'rejudging_verdicts_pkey', columns: [table.rejudgingId, table.submissionId] }),
    index('rejudging_verdicts_submission_id_idx').on(table.submissionId),
    index('rejudging_verdicts_owner_id_idx').on(table.ownerId),
  ],
);

export type RejudgingRow = typeof rejudgings.$inferSelect;
export type NewRejudgingRow = typeof rejudgings.$inferInsert;
