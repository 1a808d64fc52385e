import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { answerResults, vias } from '../enums/submission';
import { accounts } from './account';
import { challenges, flags } from './challenge';
import { createdAt, id, instant } from './columns';
import { participations } from './participation';

export const answerResultEnum = pgEnum('answer_result', answerResults);
export const viaEnum = pgEnum('via', vias);

export const submissionConstraints = {
  solveOnce: 'solves_valid_key',
  flagOnce: 'team_challenges_flag_id_key',
} as const;

/** A team's flag of a challenge and its limit counters; inserted when first needed. */
export const teamChallenges = pgTable(
  'team_challenges',
  {
    participationId: integer('participation_id').notNull(),
    challengeId: integer('challenge_id').notNull(),
    gameId: integer('game_id').notNull(),
    submissionCount: integer('submission_count').notNull().default(0),
    /** When the flag was handed out. */
    loadedAt: instant('loaded_at'),
    flagId: integer('flag_id'),
    /** Keyed hash of this team's flag; its index finds whose flag was submitted. */
    flagHash: varchar('flag_hash', { length: 64 }),
    flagSealed: text('flag_sealed'),
    lastContainerOperationAt: instant('last_container_operation_at'),
  },
  (table) => [
    primaryKey({ name: 'team_challenges_pkey', columns: [table.participationId, table.challengeId] }),
    foreignKey({
      name: 'team_challenges_participation_fkey',
      columns: [table.participationId, table.gameId],
      foreignColumns: [participations.id, participations.gameId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'team_challenges_challenge_fkey',
      columns: [table.challengeId, table.gameId],
      foreignColumns: [challenges.id, challenges.gameId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'team_challenges_flag_fkey',
      columns: [table.flagId],
      foreignColumns: [flags.id],
    }).onDelete('set null'),
    unique(submissionConstraints.flagOnce).on(table.flagId),
    index('team_challenges_challenge_id_flag_hash_idx').on(table.challengeId, table.flagHash),
  ],
);

/** Flags of a team that a new instance has replaced. */
export const earlierFlags = pgTable(
  'earlier_flags',
  {
    id: id(),
    participationId: integer('participation_id').notNull(),
    challengeId: integer('challenge_id').notNull(),
    flagHash: varchar('flag_hash', { length: 64 }).notNull(),
    flagSealed: text('flag_sealed').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'earlier_flags_team_challenge_fkey',
      columns: [table.participationId, table.challengeId],
      foreignColumns: [teamChallenges.participationId, teamChallenges.challengeId],
    }).onDelete('cascade'),
    index('earlier_flags_challenge_id_flag_hash_idx').on(table.challengeId, table.flagHash),
    index('earlier_flags_participation_challenge_idx').on(table.participationId, table.challengeId),
  ],
);

export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    gameId: integer('game_id').notNull(),
    challengeId: integer('challenge_id').notNull(),
    participationId: integer('participation_id').notNull(),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    answerHash: varchar('answer_hash', { length: 64 }).notNull(),
    /** A correct submission is a flag, so it is sealed like one. */
    answerSealed: text('answer_sealed').notNull(),
    status: answerResultEnum('status').notNull().default('FlagSubmitted'),
    submittedAt: instant('submitted_at').notNull(),
    /** Cleared once the judge has logged it; the log has a retention. */
    ip: varchar('ip', { length: 45 }),
    judgedAt: instant('judged_at'),
    /** It was a canary flag. */
    isCanary: boolean('is_canary').notNull().default(false),
    via: viaEnum('via').notNull().default('Session'),
    /** Keyed hashes, of the game alone; null for submissions of earlier releases. */
    addressHash: varchar('address_hash', { length: 16 }),
    deviceHash: varchar('device_hash', { length: 16 }),
  },
  (table) => [
    foreignKey({
      name: 'submissions_participation_fkey',
      columns: [table.participationId, table.gameId],
      foreignColumns: [participations.id, participations.gameId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'submissions_challenge_fkey',
      columns: [table.challengeId, table.gameId],
      foreignColumns: [challenges.id, challenges.gameId],
    }).onDelete('cascade'),
    // The judge's query: pending submissions of a challenge by arrival.
    index('submissions_waiting_idx').on(table.challengeId, table.id).where(sql`${table.status} = 'FlagSubmitted'`),
    index('submissions_game_id_idx').on(table.gameId, table.id),
    index('submissions_findings_idx')
      .on(table.gameId, table.id)
      .where(sql`${table.isCanary} or ${table.status} = 'CheatDetected'`),
    index('submissions_participation_challenge_idx').on(table.participationId, table.challengeId, table.id),
    index('submissions_challenge_id_idx').on(table.challengeId),
    index('submissions_account_id_idx').on(table.accountId),
  ],
);

/** A team's first accepted submission on a challenge. Rows are only added, and taken back once. */
export const solves = pgTable(
  'solves',
  {
    id: id(),
    participationId: integer('participation_id').notNull(),
    challengeId: integer('challenge_id').notNull(),
    gameId: integer('game_id').notNull(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    solvedAt: instant('solved_at').notNull(),
    /** Null for solves never added to a board on their own. */
    boardVersion: integer('board_version'),
    /** When a re-judging made it; null for a solve that was known from its arrival. */
    givenAt: instant('given_at'),
    /** When a re-judging took it back: since then it does not stand. */
    reversedAt: instant('reversed_at'),
  },
  (table) => [
    uniqueIndex(submissionConstraints.solveOnce)
      .on(table.participationId, table.challengeId)
      .where(sql`${table.reversedAt} is null`),
    index('solves_submission_id_idx').on(table.submissionId),
    foreignKey({
      name: 'solves_participation_fkey',
      columns: [table.participationId, table.gameId],
      foreignColumns: [participations.id, participations.gameId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'solves_challenge_fkey',
      columns: [table.challengeId, table.gameId],
      foreignColumns: [challenges.id, challenges.gameId],
    }).onDelete('cascade'),
    index('solves_game_id_submission_id_idx').on(table.gameId, table.submissionId),
    index('solves_challenge_id_submission_id_idx').on(table.challengeId, table.submissionId),
    index('solves_game_id_board_version_idx').on(table.gameId, table.boardVersion),
  ],
);

export const cheatFindings = pgTable(
  'cheat_findings',
  {
    submissionId: integer('submission_id')
      .primaryKey()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    gameId: integer('game_id').notNull(),
    submitParticipationId: integer('submit_participation_id').notNull(),
    sourceParticipationId: integer('source_participation_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'cheat_findings_submit_fkey',
      columns: [table.submitParticipationId, table.gameId],
      foreignColumns: [participations.id, participations.gameId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'cheat_findings_source_fkey',
      columns: [table.sourceParticipationId, table.gameId],
      foreignColumns: [participations.id, participations.gameId],
    }).onDelete('cascade'),
    index('cheat_findings_game_id_idx').on(table.gameId),
  ],
);

export type TeamChallengeRow = typeof teamChallenges.$inferSelect;
export type SubmissionRow = typeof submissions.$inferSelect;
export type NewSubmissionRow = typeof submissions.$inferInsert;
export type SolveRow = typeof solves.$inferSelect;
export type CheatFindingRow = typeof cheatFindings.$inferSelect;
