import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { createdAt, id, updatedAt } from './columns';
import { files } from './file';

export const teamConstraints = {
  member: 'team_members_pkey',
  name: 'teams_name_check',
  captain: 'teams_captain_id_accounts_id_fk',
} as const;

export const teams = pgTable(
  'teams',
  {
    id: id(),
    name: varchar('name', { length: 20 }).notNull(),
    bio: varchar('bio', { length: 72 }),
    avatarHash: varchar('avatar_hash', { length: 64 }).references(() => files.hash),
    locked: boolean('locked').notNull().default(false),
    inviteToken: varchar('invite_token', { length: 32 }).notNull(),
    captainId: uuid('captain_id')
      .notNull()
      .references(() => accounts.id),
    /** The account that this team stands for in a game that is joined alone; such a team is shown nowhere as one. */
    soloOf: uuid('solo_of').references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('teams_captain_id_idx').on(table.captainId),
    index('teams_solo_of_idx').on(table.soloOf).where(sql`${table.soloOf} is not null`),
    check(teamConstraints.name, sql`btrim(${table.name}) <> ''`),
  ],
);

export const teamMembers = pgTable(
  'team_members',
  {
    teamId: integer('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    joinedAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: teamConstraints.member, columns: [table.teamId, table.accountId] }),
    index('team_members_account_id_idx').on(table.accountId),
  ],
);

export type TeamRow = typeof teams.$inferSelect;
export type NewTeamRow = typeof teams.$inferInsert;
export type TeamMemberRow = typeof teamMembers.$inferSelect;
