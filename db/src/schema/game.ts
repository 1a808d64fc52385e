import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, pgEnum, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import type { CustomCategory, FolderSource } from '../enums/challenge';
import { type BloodPoints, boardVisibilities, staffRoles } from '../enums/game';
import type { OwnField } from '../enums/own-field';
import { accountId, accounts } from './account';
import { createdAt, id, instant, updatedAt, version } from './columns';
import { files } from './file';

export const staffRoleEnum = pgEnum('staff_role', staffRoles);

export const boardVisibilityEnum = pgEnum('board_visibility', boardVisibilities);

export const gameConstraints = {
  period: 'games_period_check',
  staff: 'game_staff_pkey',
  checkOnce: 'games_check_of_key',
} as const;

export const games = pgTable(
  'games',
  (t) => ({
    id: id(),
    title: t.text('title').notNull(),
    summary: t.text('summary').notNull().default(''),
    content: t.text('content').notNull().default(''),
    publicKey: t.text('public_key').notNull(),
    /** Ed25519 seed. */
    privateKeySealed: t.text('private_key_sealed').notNull(),
    hidden: t.boolean('hidden').notNull().default(false),
    practiceMode: t.boolean('practice_mode').notNull().default(true),
    acceptWithoutReview: t.boolean('accept_without_review').notNull().default(false),
    writeupRequired: t.boolean('writeup_required').notNull().default(false),
    writeupDeadline: instant('writeup_deadline').notNull(),
    writeupNote: t.text('writeup_note').notNull().default(''),
    inviteCode: t.varchar('invite_code', { length: 32 }),
    teamMemberCountLimit: t.integer('team_member_count_limit').notNull().default(0),
    containerCountLimit: t.integer('container_count_limit').notNull().default(3),
    /** Of all teams together; 0 is no limit. */
    containerTotalLimit: t.integer('container_total_limit').notNull().default(0),
    posterHash: t.varchar('poster_hash', { length: 64 }).references(() => files.hash),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** Null once it was revealed, so whatever enforces a freeze finds none. */
    freezeAt: instant('freeze_at'),
    revealedFreezeAt: instant('revealed_freeze_at'),
    revealedAt: instant('revealed_at'),
    /** Of the pause that is on, for every call that asks for the time of the game; null while it runs. */
    pausedAt: instant('paused_at'),
    statementsHidden: t.boolean('statements_hidden').notNull().default(false),
    bloodBonus: t.bigint('blood_bonus', { mode: 'number' }).notNull().default(52459530),
    /** Null where `bloodBonus` counts. */
    bloodBonusPoints: t.jsonb('blood_bonus_points').$type<BloodPoints>(),
    boardVisibility: boardVisibilityEnum('board_visibility').notNull().default('Everyone'),
    customCategories: t.jsonb('custom_categories').$type<CustomCategory[]>().notNull().default([]),
    hintsMayGoBelowZero: t.boolean('hints_may_go_below_zero').notNull().default(false),
    /** Accounts join without a team. */
    individual: t.boolean('individual').notNull().default(false),
    /** Who joins accepts them; empty for none. */
    rules: t.text('rules').notNull().default(''),
    /** Who joins answers them. */
    fields: t.jsonb('fields').$type<OwnField[]>().notNull().default([]),
    /** Whether players may use the tools of `/mcp`. */
    allowsMcp: t.boolean('allows_mcp').notNull().default(false),
    /** Days after the end; null keeps them. */
    addressesKeptDays: t.integer('addresses_kept_days'),
    capturesKeptDays: t.integer('captures_kept_days'),
    writeupsKeptDays: t.integer('writeups_kept_days'),
    /** The game whose copy this is, for the time of a check; in no list, and no webhook reports of it. */
    checkOf: t.integer('check_of').references((): AnyPgColumn => games.id, { onDelete: 'cascade' }),
    /** Null until a folder with settings of the game is applied. */
    source: t.jsonb('source').$type<FolderSource>(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  }),
  (table) => [
    index('games_start_at_idx').on(table.startAt, table.id),
    index('games_end_at_idx').on(table.endAt),
    unique(gameConstraints.checkOnce).on(table.checkOf),
    check(gameConstraints.period, sql`${table.endAt} > ${table.startAt}`),
    check('games_paused_check', sql`${table.pausedAt} is not null or not ${table.statementsHidden}`),
    check('games_limits_check', sql`${table.teamMemberCountLimit} >= 0 and ${table.containerCountLimit} >= 0`),
    check('games_title_check', sql`btrim(${table.title}) <> ''`),
  ],
);

/** Of what goes with its game. */
export const gameId = () =>
  integer('game_id')
    .notNull()
    .references(() => games.id, { onDelete: 'cascade' });

export const gameStaff = pgTable(
  'game_staff',
  (t) => ({
    gameId: gameId(),
    accountId: accountId(),
    role: staffRoleEnum('role').notNull(),
    addedById: t.uuid('added_by_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** The provider whose groups say so at each sign-in; null for people. */
    grantedBy: t.varchar('granted_by', { length: 32 }),
    createdAt: createdAt(),
  }),
  (table) => [
    primaryKey({ name: gameConstraints.staff, columns: [table.gameId, table.accountId] }),
    index('game_staff_account_id_idx').on(table.accountId),
  ],
);

export type GameRow = typeof games.$inferSelect;
export type NewGameRow = typeof games.$inferInsert;
export type GameStaffRow = typeof gameStaff.$inferSelect;
