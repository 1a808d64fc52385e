import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import type { FieldValues } from '../enums/own-field';
import { storedParticipationStatuses } from '../enums/participation';
import { accountId } from './account';
import { createdAt, id, inGame, instant, updatedAt } from './columns';
import { divisions } from './division';
import { files } from './file';
import { gameId } from './game';
import { teams } from './team';

export const participationStatusEnum = pgEnum('participation_status', storedParticipationStatuses);

export const participationConstraints = {
  teamOnce: 'participations_game_id_team_id_key',
  accountOnce: 'participation_members_pkey',
  nameOnce: 'participations_accepted_name_key',
} as const;

export const participations = pgTable(
  'participations',
  (t) => ({
    id: id(),
    gameId: gameId(),
    teamId: t
      .integer('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    divisionId: t.integer('division_id').references(() => divisions.id, { onDelete: 'set null' }),
    status: participationStatusEnum('status').notNull().default('Pending'),
    /** `{teamId}:{signature}`, the signed team token of the wire format. */
    token: t.text('token').notNull(),
    /** Equal for names that look alike; null until a server that knows it reads or stores the row. */
    nameKey: t.text('name_key'),
    writeupHash: t.varchar('writeup_hash', { length: 64 }).references(() => files.hash),
    writeupName: t.text('writeup_name'),
    writeupAt: instant('writeup_at'),
    /** Of the organisers; teams do not see the two. */
    writeupComment: t.text('writeup_comment').notNull().default(''),
    writeupGrade: t.integer('writeup_grade'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  }),
  (table) => [
    unique(participationConstraints.teamOnce).on(table.gameId, table.teamId),
    unique('participations_id_game_id_key').on(table.id, table.gameId),
    uniqueIndex(participationConstraints.nameOnce)
      .on(table.gameId, table.nameKey)
      .where(sql`${table.status} = 'Accepted'`),
    index('participations_unnamed_idx').on(table.gameId).where(sql`${table.nameKey} is null`),
    index('participations_team_id_idx').on(table.teamId),
    index('participations_division_id_idx').on(table.divisionId),
    check('participations_writeup_grade_check', sql`${table.writeupGrade} between 0 and 100`),
  ],
);

/** The key allows one team per account and game. */
export const participationMembers = pgTable(
  'participation_members',
  (t) => ({
    gameId: t.integer('game_id').notNull(),
    accountId: accountId(),
    participationId: t.integer('participation_id').notNull(),
    /** Of the game's own fields. */
    fields: t.jsonb('fields').$type<FieldValues>().notNull().default({}),
    createdAt: createdAt(),
  }),
  (table) => [
    primaryKey({ name: participationConstraints.accountOnce, columns: [table.gameId, table.accountId] }),
    inGame('participation_members_participation_fkey', [table.participationId, table.gameId], participations),
    index('participation_members_participation_id_idx').on(table.participationId),
    index('participation_members_account_id_idx').on(table.accountId),
  ],
);

/** The columns of a participation that has none. */
export const noWriteup = {
  writeupHash: null,
  writeupName: null,
  writeupAt: null,
  writeupComment: '',
  writeupGrade: null,
} as const;

export type ParticipationRow = typeof participations.$inferSelect;
export type NewParticipationRow = typeof participations.$inferInsert;
export type ParticipationMemberRow = typeof participationMembers.$inferSelect;
