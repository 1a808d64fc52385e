import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { accountId, accounts } from './account';
import { createdAt, id, updatedAt } from './columns';
import { files } from './file';

export const teamConstraints = {
  member: 'team_members_pkey',
  name: 'teams_name_check',
  captain: 'teams_captain_id_accounts_id_fk',
} as const;

export const teams = pgTable(
  'teams',
  (t) => ({
    id: id(),
    name: t.varchar('name', { length: 20 }).notNull(),
    bio: t.varchar('bio', { length: 72 }),
    avatarHash: t.varchar('avatar_hash', { length: 64 }).references(() => files.hash),
    locked: t.boolean('locked').notNull().default(false),
    inviteToken: t.varchar('invite_token', { length: 32 }).notNull(),
    captainId: t
      .uuid('captain_id')
      .notNull()
      .references(() => accounts.id),
    /** The account that this team stands for in a game that is joined alone; such a team is shown nowhere as one. */
    soloOf: t.uuid('solo_of').references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  }),
  (table) => [
    index('teams_captain_id_idx').on(table.captainId),
    index('teams_solo_of_idx').on(table.soloOf).where(sql`${table.soloOf} is not null`),
    check(teamConstraints.name, sql`btrim(${table.name}) <> ''`),
  ],
);

export const teamMembers = pgTable(
  'team_members',
  (t) => ({
    teamId: t
      .integer('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    accountId: accountId(),
    joinedAt: createdAt(),
  }),
  (table) => [
    primaryKey({ name: teamConstraints.member, columns: [table.teamId, table.accountId] }),
    index('team_members_account_id_idx').on(table.accountId),
  ],
);

export type TeamRow = typeof teams.$inferSelect;
export type NewTeamRow = typeof teams.$inferInsert;
export type TeamMemberRow = typeof teamMembers.$inferSelect;
