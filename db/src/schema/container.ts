import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  type ContainerPort,
  containerKinds,
  containerStates,
  engineKinds,
  engineStates,
  imageStates,
  solverResults,
} from '../enums/container';
import { accounts } from './account';
import { challenges } from './challenge';
import { createdAt, id, inGame, instant, uuidId } from './columns';
import { participations } from './participation';
import { viaEnum } from './submission';

export const containerStateEnum = pgEnum('container_state', containerStates);
export const containerKindEnum = pgEnum('container_kind', containerKinds);
export const engineKindEnum = pgEnum('engine_kind', engineKinds);
export const engineStateEnum = pgEnum('engine_state', engineStates);
export const imageStateEnum = pgEnum('image_state', imageStates);
export const solverResultEnum = pgEnum('solver_result', solverResults);

export const containerConstraints = {
  teamOnce: 'containers_live_team_key',
  testOnce: 'containers_live_test_key',
  sharedOnce: 'containers_live_shared_key',
} as const;

export interface ContainerEndDetail {
  exitCode?: number;
  /** Last output of a test container, bounded and without its flag; never stored for a team's. */
  lastLines?: string;
  writtenMiB?: number;
  limitMiB?: number;
  /** How long its service was waited for. */
  seconds?: number;
  field?: string;
  code?: string;
  params?: Record<string, string | number>;
}

const live = sql.raw(`('requested', 'starting', 'running', 'stopping')`);

/** What containers run on. Workers that reach an engine register it and repeat `seenAt`. */
export const engines = pgTable('engines', (t) => ({
  name: t.varchar('name', { length: 63 }).primaryKey(),
  kind: engineKindEnum('kind').notNull(),
  state: engineStateEnum('state').notNull().default('active'),
  isUp: t.boolean('is_up').notNull().default(true),
  /** Of the last failed check; null while it is up. */
  lastError: t.text('last_error'),
  /** What may be given to containers; null where neither the settings nor the engine say. */
  memoryMiB: t.integer('memory_mib'),
  cpuTenths: t.integer('cpu_tenths'),
  /** Whether memory and processor bound what is placed; otherwise they only rank the engines. */
  isLimited: t.boolean('is_limited').notNull().default(false),
  /** Starts at the same time. */
  startsMax: t.integer('starts_max').notNull().default(4),
  runtimes: t.jsonb('runtimes').$type<string[]>().notNull().default([]),
  seenAt: instant('seen_at').notNull().defaultNow(),
  createdAt: createdAt(),
}));

/** Images that challenges need, per engine. One that is present and has a percentage is pulled again. */
export const engineImages = pgTable(
  'engine_images',
  (t) => ({
    engine: t
      .varchar('engine', { length: 63 })
      .notNull()
      .references(() => engines.name, { onDelete: 'cascade' }),
    image: t.text('image').notNull(),
    state: imageStateEnum('state').notNull(),
    /** 0 to 100 while it is pulled. */
    percent: t.integer('percent'),
    /** Of the last pull: a code, and behind a colon what the engine said where no code says more. */
    error: t.text('error'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  }),
  (table) => [primaryKey({ columns: [table.engine, table.image] })],
);

/** Desired state that workers reconcile the engine with; ended rows stay as history. */
export const containers = pgTable(
  'containers',
  (t) => ({
    id: uuidId(),
    kind: containerKindEnum('kind').notNull(),
    gameId: t.integer('game_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    participationId: t.integer('participation_id'),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    state: containerStateEnum('state').notNull().default('requested'),
    image: t.text('image').notNull(),
    /** The challenge's id for a container that all teams share; else null. */
    sharedChallengeId: t.integer('shared_challenge_id'),
    /** Name of the engine; null while it waits for one. */
    engine: t.varchar('engine', { length: 63 }),
    engineId: t.text('engine_id'),
    /** What it may use, companions included, as counted by the placement; null for rows of earlier releases. */
    memoryMiB: t.integer('memory_mib'),
    cpuTenths: t.integer('cpu_tenths'),
    ports: t.jsonb('ports').$type<ContainerPort[]>().notNull().default([]),
    /** Unguessable part of its host names. */
    hostToken: t.varchar('host_token', { length: 32 }),
    /** Of the settings it was started with; null where nothing compares them. */
    specHash: t.varchar('spec_hash', { length: 64 }),
    internalHost: t.text('internal_host'),
    internalPort: t.integer('internal_port'),
    /** For players; a null host means the host of the player's own request. */
    publicHost: t.text('public_host'),
    publicPort: t.integer('public_port'),
    isProxy: t.boolean('is_proxy').notNull().default(false),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    placedAt: instant('placed_at'),
    startedAt: instant('started_at'),
    /** Starts on an engine, retries included. */
    attempts: t.integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: t.text('end_reason'),
    endDetail: t.jsonb('end_detail').$type<ContainerEndDetail>(),
    /** Of its start. */
    via: viaEnum('via').notNull().default('Session'),
  }),
  (table) => [
    inGame('containers_challenge_fkey', [table.challengeId, table.gameId], challenges),
    inGame('containers_participation_fkey', [table.participationId, table.gameId], participations),
    uniqueIndex(containerConstraints.teamOnce)
      .on(table.participationId, table.challengeId)
      .where(sql`${table.kind} = 'Team' and ${table.state} in ${live}`),
    uniqueIndex(containerConstraints.testOnce)
      .on(table.challengeId)
      .where(sql`${table.kind} = 'Test' and ${table.state} in ${live}`),
    uniqueIndex(containerConstraints.sharedOnce).on(table.sharedChallengeId).where(sql`${table.state} in ${live}`),
    unique('containers_host_token_key').on(table.hostToken),
    index('containers_waiting_idx')
      .on(table.requestedAt, table.id)
      .where(sql`${table.state} = 'requested' and ${table.engine} is null`),
    index('containers_challenge_started_idx')
      .on(table.challengeId, table.startedAt)
      .where(sql`${table.startedAt} is not null`),
    index('containers_started_idx').on(table.startedAt).where(sql`${table.startedAt} is not null`),
    index('containers_live_idx').on(table.state, table.expiresAt).where(sql`${table.state} in ${live}`),
    index('containers_game_id_idx').on(table.gameId),
    index('containers_ended_team_idx')
      .on(table.participationId, table.challengeId, table.requestedAt)
      .where(sql`${table.kind} = 'Team' and ${table.state} in ('destroyed', 'failed')`),
    check('containers_kind_check', sql`(${table.kind} = 'Team') = (${table.participationId} is not null)`),
  ],
);

export const solverCheckConstraints = { runningOnce: 'solver_checks_running_key' } as const;

/** Runs of a challenge's solver against a fresh instance. */
export const solverChecks = pgTable(
  'solver_checks',
  (t) => ({
    id: id(),
    gameId: t.integer('game_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    /** Who asked for it; null for a scheduled one. */
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    containerId: t.uuid('container_id'),
    image: t.text('image').notNull(),
    result: solverResultEnum('result').notNull().default('running'),
    /** Sealed, because it may show the flag; bounded. */
    outputSealed: t.text('output_sealed'),
    /** A code of `containers.end_reason` or of the engine's errors. */
    error: t.text('error'),
    exitCode: t.integer('exit_code'),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    /** When the instance was ready and the solver began. */
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** Instances that were asked for; a second one after a worker was lost. */
    attempts: t.integer('attempts').notNull().default(1),
  }),
  (table) => [
    inGame('solver_checks_challenge_fkey', [table.challengeId, table.gameId], challenges),
    uniqueIndex(solverCheckConstraints.runningOnce).on(table.challengeId).where(sql`${table.result} = 'running'`),
    index('solver_checks_challenge_idx').on(table.challengeId, table.id),
    index('solver_checks_running_idx').on(table.requestedAt).where(sql`${table.result} = 'running'`),
  ],
);

export type EngineRow = typeof engines.$inferSelect;
export type EngineImageRow = typeof engineImages.$inferSelect;
export type SolverCheckRow = typeof solverChecks.$inferSelect;
export type ContainerRow = typeof containers.$inferSelect;
export type NewContainerRow = typeof containers.$inferInsert;
