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
  varchar,
} from 'drizzle-orm/pg-core';
import { allPermissions, divisionKinds } from '../enums/division';
import { challenges } from './challenge';
import { id, version } from './columns';
import { games } from './game';

export const divisionKindEnum = pgEnum('division_kind', divisionKinds);

export const divisionConstraints = {
  challengeOfGame: 'division_challenges_challenge_fkey',
  challengeTwice: 'division_challenges_pkey',
} as const;

export const divisions = pgTable(
  'divisions',
  {
    id: id(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 31 }).notNull(),
    inviteCode: varchar('invite_code', { length: 32 }),
    defaultPermissions: integer('default_permissions').notNull().default(allPermissions),
    kind: divisionKindEnum('kind'),
    /** Who joins accepts it; empty for none. */
    ruleText: text('rule_text').notNull().default(''),
    /** Its teams have values, bloods and ranks of their own. */
    scoresAlone: boolean('scores_alone').notNull().default(false),
    version: version(),
  },
  (table) => [
    unique('divisions_id_game_id_key').on(table.id, table.gameId),
    index('divisions_game_id_idx').on(table.gameId),
  ],
);

/** A mask here replaces the division's default for that challenge. */
export const divisionChallenges = pgTable(
  'division_challenges',
  {
    divisionId: integer('division_id').notNull(),
    challengeId: integer('challenge_id').notNull(),
    gameId: integer('game_id').notNull(),
    permissions: integer('permissions').notNull().default(allPermissions),
  },
  (table) => [
    primaryKey({ name: divisionConstraints.challengeTwice, columns: [table.divisionId, table.challengeId] }),
    foreignKey({
      name: 'division_challenges_division_fkey',
      columns: [table.divisionId, table.gameId],
      foreignColumns: [divisions.id, divisions.gameId],
    }).onDelete('cascade'),
    foreignKey({
      name: divisionConstraints.challengeOfGame,
      columns: [table.challengeId, table.gameId],
      foreignColumns: [challenges.id, challenges.gameId],
    }).onDelete('cascade'),
    index('division_challenges_challenge_id_idx').on(table.challengeId),
  ],
);

export type DivisionRow = typeof divisions.$inferSelect;
export type DivisionChallengeRow = typeof divisionChallenges.$inferSelect;
