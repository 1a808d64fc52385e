import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import { caseStates, traceKinds } from '../enums/evidence';
import { accounts } from './account';
import { challenges } from './challenge';
import { createdAt, id, inGame, instant } from './columns';
import { files } from './file';
import { participations } from './participation';

export const traceKindEnum = pgEnum('trace_kind', traceKinds);
export const caseStateEnum = pgEnum('case_state', caseStates);

export const evidenceConstraints = {
  caseOnce: 'cases_participation_id_key',
} as const;

/** The first time that a team opened a challenge, loaded its attachment, or connected to its instance. */
export const playTraces = pgTable(
  'play_traces',
  (t) => ({
    participationId: t.integer('participation_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    kind: traceKindEnum('kind').notNull(),
    gameId: t.integer('game_id').notNull(),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** Keyed hashes, of the game alone: equal ones are seen, and none is read. */
    addressHash: t.varchar('address_hash', { length: 16 }),
    deviceHash: t.varchar('device_hash', { length: 16 }),
    happenedAt: instant('happened_at').notNull(),
  }),
  (table) => [
    primaryKey({ name: 'play_traces_pkey', columns: [table.participationId, table.challengeId, table.kind] }),
    inGame('play_traces_participation_fkey', [table.participationId, table.gameId], participations),
    inGame('play_traces_challenge_fkey', [table.challengeId, table.gameId], challenges),
    index('play_traces_game_id_idx').on(table.gameId),
    index('play_traces_challenge_id_idx').on(table.challengeId),
    index('play_traces_account_id_idx').on(table.accountId),
  ],
);

/** One row: since when every connected server records traces. Games that began before have gaps. */
export const traceEpochs = pgTable(
  'trace_epochs',
  (t) => ({ id: t.integer('id').primaryKey().default(1), since: instant('since').notNull() }),
  (table) => [check('trace_epochs_one_check', sql`${table.id} = 1`)],
);

/** What staff look into about a team. Teams never see it, but for questions that were put to them. */
export const cases = pgTable(
  'cases',
  (t) => ({
    id: id(),
    gameId: t.integer('game_id').notNull(),
    participationId: t.integer('participation_id').notNull(),
    state: caseStateEnum('state').notNull().default('Open'),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** Of the last note, question, answer or decision. */
    updatedAt: instant('updated_at').notNull(),
  }),
  (table) => [
    inGame('cases_participation_fkey', [table.participationId, table.gameId], participations),
    unique(evidenceConstraints.caseOnce).on(table.participationId),
    index('cases_game_id_idx').on(table.gameId, table.updatedAt),
    index('cases_account_id_idx').on(table.accountId),
  ],
);

/** Of staff; one that decides names the state that it brought the case into. */
export const caseNotes = pgTable(
  'case_notes',
  (t) => ({
    id: id(),
    caseId: t
      .integer('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    text: t.text('text').notNull(),
    state: caseStateEnum('state'),
    createdAt: createdAt(),
  }),
  (table) => [
    index('case_notes_case_id_idx').on(table.caseId, table.id),
    index('case_notes_account_id_idx').on(table.accountId),
  ],
);

/** What a team is asked, and its answer. */
export const caseQuestions = pgTable(
  'case_questions',
  (t) => ({
    id: id(),
    caseId: t
      .integer('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    challengeId: t.integer('challenge_id').references(() => challenges.id, { onDelete: 'set null' }),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    text: t.text('text').notNull(),
    dueAt: instant('due_at').notNull(),
    createdAt: createdAt(),
    answer: t.text('answer'),
    answerHash: t.varchar('answer_hash', { length: 64 }).references(() => files.hash),
    answeredById: t.uuid('answered_by_id').references(() => accounts.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at'),
  }),
  (table) => [
    index('case_questions_case_id_idx').on(table.caseId, table.id),
    index('case_questions_challenge_id_idx').on(table.challengeId),
    index('case_questions_account_id_idx').on(table.accountId),
    index('case_questions_answered_by_id_idx').on(table.answeredById),
    index('case_questions_answer_hash_idx').on(table.answerHash),
  ],
);

export type PlayTraceRow = typeof playTraces.$inferSelect;
export type CaseRow = typeof cases.$inferSelect;
export type CaseNoteRow = typeof caseNotes.$inferSelect;
export type CaseQuestionRow = typeof caseQuestions.$inferSelect;
