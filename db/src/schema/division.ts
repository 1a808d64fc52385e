import { index, pgEnum, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import { allPermissions, divisionKinds } from '../enums/division';
import { challenges } from './challenge';
import { id, inGame, version } from './columns';
import { gameId } from './game';

export const divisionKindEnum = pgEnum('division_kind', divisionKinds);

export const divisionConstraints = {
  challengeOfGame: 'division_challenges_challenge_fkey',
  challengeTwice: 'division_challenges_pkey',
} as const;

export const divisions = pgTable(
  'divisions',
  (t) => ({
    id: id(),
    gameId: gameId(),
    name: t.varchar('name', { length: 31 }).notNull(),
    inviteCode: t.varchar('invite_code', { length: 32 }),
    defaultPermissions: t.integer('default_permissions').notNull().default(allPermissions),
    kind: divisionKindEnum('kind'),
    /** Who joins accepts it; empty for none. */
    ruleText: t.text('rule_text').notNull().default(''),
    /** Its teams have values, bloods and ranks of their own. */
    scoresAlone: t.boolean('scores_alone').notNull().default(false),
    version: version(),
  }),
  (table) => [
    unique('divisions_id_game_id_key').on(table.id, table.gameId),
    index('divisions_game_id_idx').on(table.gameId),
  ],
);

/** A mask here replaces the division's default for that challenge. */
export const divisionChallenges = pgTable(
  'division_challenges',
  (t) => ({
    divisionId: t.integer('division_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    gameId: t.integer('game_id').notNull(),
    permissions: t.integer('permissions').notNull().default(allPermissions),
  }),
  (table) => [
    primaryKey({ name: divisionConstraints.challengeTwice, columns: [table.divisionId, table.challengeId] }),
    inGame('division_challenges_division_fkey', [table.divisionId, table.gameId], divisions),
    inGame(divisionConstraints.challengeOfGame, [table.challengeId, table.gameId], challenges),
    index('division_challenges_challenge_id_idx').on(table.challengeId),
  ],
);

export type DivisionRow = typeof divisions.$inferSelect;
export type DivisionChallengeRow = typeof divisionChallenges.$inferSelect;
