import { sql } from 'drizzle-orm';
import { foreignKey, index, pgEnum, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { answerResults, vias } from '../enums/submission';
import { accounts } from './account';
import { challenges, flags } from './challenge';
import { createdAt, id, inGame, instant } from './columns';
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
  (t) => ({
    participationId: t.integer('participation_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    gameId: t.integer('game_id').notNull(),
    submissionCount: t.integer('submission_count').notNull().default(0),
    /** When the flag was handed out. */
    loadedAt: instant('loaded_at'),
    flagId: t.integer('flag_id'),
    /** Keyed hash of this team's flag; its index finds whose flag was submitted. */
    flagHash: t.varchar('flag_hash', { length: 64 }),
    flagSealed: t.text('flag_sealed'),
    lastContainerOperationAt: instant('last_container_operation_at'),
  }),
  (table) => [
    primaryKey({ name: 'team_challenges_pkey', columns: [table.participationId, table.challengeId] }),
    inGame('team_challenges_participation_fkey', [table.participationId, table.gameId], participations),
    inGame('team_challenges_challenge_fkey', [table.challengeId, table.gameId], challenges),
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
  (t) => ({
    id: id(),
    participationId: t.integer('participation_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    flagHash: t.varchar('flag_hash', { length: 64 }).notNull(),
    flagSealed: t.text('flag_sealed').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  }),
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
  (t) => ({
    id: id(),
    gameId: t.integer('game_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    participationId: t.integer('participation_id').notNull(),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    answerHash: t.varchar('answer_hash', { length: 64 }).notNull(),
    /** A correct submission is a flag, so it is sealed like one. */
    answerSealed: t.text('answer_sealed').notNull(),
    status: answerResultEnum('status').notNull().default('FlagSubmitted'),
    submittedAt: instant('submitted_at').notNull(),
    /** Cleared once the judge has logged it; the log has a retention. */
    ip: t.varchar('ip', { length: 45 }),
    judgedAt: instant('judged_at'),
    /** It was a canary flag. */
    isCanary: t.boolean('is_canary').notNull().default(false),
    via: viaEnum('via').notNull().default('Session'),
    /** Keyed hashes, of the game alone; null for submissions of earlier releases. */
    addressHash: t.varchar('address_hash', { length: 16 }),
    deviceHash: t.varchar('device_hash', { length: 16 }),
  }),
  (table) => [
    inGame('submissions_participation_fkey', [table.participationId, table.gameId], participations),
    inGame('submissions_challenge_fkey', [table.challengeId, table.gameId], challenges),
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
  (t) => ({
    id: id(),
    participationId: t.integer('participation_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    gameId: t.integer('game_id').notNull(),
    submissionId: t
      .integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    solvedAt: instant('solved_at').notNull(),
    /** Null for solves never added to a board on their own. */
    boardVersion: t.integer('board_version'),
    /** When a re-judging made it; null for a solve that was known from its arrival. */
    givenAt: instant('given_at'),
    /** When a re-judging took it back: since then it does not stand. */
    reversedAt: instant('reversed_at'),
  }),
  (table) => [
    uniqueIndex(submissionConstraints.solveOnce)
      .on(table.participationId, table.challengeId)
      .where(sql`${table.reversedAt} is null`),
    index('solves_submission_id_idx').on(table.submissionId),
    inGame('solves_participation_fkey', [table.participationId, table.gameId], participations),
    inGame('solves_challenge_fkey', [table.challengeId, table.gameId], challenges),
    index('solves_game_id_submission_id_idx').on(table.gameId, table.submissionId),
    index('solves_challenge_id_submission_id_idx').on(table.challengeId, table.submissionId),
    index('solves_game_id_board_version_idx').on(table.gameId, table.boardVersion),
  ],
);

export const cheatFindings = pgTable(
  'cheat_findings',
  (t) => ({
    submissionId: t
      .integer('submission_id')
      .primaryKey()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    gameId: t.integer('game_id').notNull(),
    submitParticipationId: t.integer('submit_participation_id').notNull(),
    sourceParticipationId: t.integer('source_participation_id').notNull(),
    createdAt: createdAt(),
  }),
  (table) => [
    inGame('cheat_findings_submit_fkey', [table.submitParticipationId, table.gameId], participations),
    inGame('cheat_findings_source_fkey', [table.sourceParticipationId, table.gameId], participations),
    index('cheat_findings_game_id_idx').on(table.gameId),
  ],
);

export type TeamChallengeRow = typeof teamChallenges.$inferSelect;
export type SubmissionRow = typeof submissions.$inferSelect;
export type NewSubmissionRow = typeof submissions.$inferInsert;
export type SolveRow = typeof solves.$inferSelect;
export type CheatFindingRow = typeof cheatFindings.$inferSelect;
