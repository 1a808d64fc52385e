import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { containerKinds, containerStates } from '../enums/container';
import { accounts } from './account';
import { challenges } from './challenge';
import { instant, uuidId } from './columns';
import { participations } from './participation';

export const containerStateEnum = pgEnum('container_state', containerStates);
export const containerKindEnum = pgEnum('container_kind', containerKinds);

export const containerConstraints = {
  teamOnce: 'containers_live_team_key',
  testOnce: 'containers_live_test_key',
} as const;

export interface ContainerEndDetail {
  exitCode?: number;
  /** Last output of a test container, bounded and without its flag; never stored for a team's. */
  lastLines?: string;
  writtenMiB?: number;
  limitMiB?: number;
  field?: string;
  code?: string;
  params?: Record<string, string | number>;
}

const live = sql.raw(`('requested', 'starting', 'running', 'stopping')`);

/** Desired state that workers reconcile the engine with; ended rows stay as history. */
export const containers = pgTable(
  'containers',
  {
    id: uuidId(),
    kind: containerKindEnum('kind').notNull(),
    gameId: integer('game_id').notNull(),
    challengeId: integer('challenge_id').notNull(),
    participationId: integer('participation_id'),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    state: containerStateEnum('state').notNull().default('requested'),
    image: text('image').notNull(),
    engineId: text('engine_id'),
    internalHost: text('internal_host'),
    internalPort: integer('internal_port'),
    /** For players; a null host means the host of the player's own request. */
    publicHost: text('public_host'),
    publicPort: integer('public_port'),
    isProxy: boolean('is_proxy').notNull().default(false),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason'),
    endDetail: jsonb('end_detail').$type<ContainerEndDetail>(),
  },
  (table) => [
    foreignKey({
      name: 'containers_challenge_fkey',
      columns: [table.challengeId, table.gameId],
      foreignColumns: [challenges.id, challenges.gameId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'containers_participation_fkey',
      columns: [table.participationId, table.gameId],
      foreignColumns: [participations.id, participations.gameId],
    }).onDelete('cascade'),
    uniqueIndex(containerConstraints.teamOnce)
      .on(table.participationId, table.challengeId)
      .where(sql`${table.kind} = 'Team' and ${table.state} in ${live}`),
    uniqueIndex(containerConstraints.testOnce)
      .on(table.challengeId)
      .where(sql`${table.kind} = 'Test' and ${table.state} in ${live}`),
    index('containers_live_idx').on(table.state, table.expiresAt).where(sql`${table.state} in ${live}`),
    index('containers_game_id_idx').on(table.gameId),
    check('containers_kind_check', sql`(${table.kind} = 'Team') = (${table.participationId} is not null)`),
  ],
);

export type ContainerRow = typeof containers.$inferSelect;
export type NewContainerRow = typeof containers.$inferInsert;
