import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgEnum, pgTable, unique } from 'drizzle-orm/pg-core';
import {
  attachmentTypes,
  type ChallengeSource,
  type CustomCategory,
  challengeCategories,
  challengeTypes,
  flagMatches,
  type Hint,
  type Requirement,
  scoreCurves,
} from '../enums/challenge';
import { type ContainerOptions, networkModes, type SolverSettings } from '../enums/container';
import { createdAt, id, instant, updatedAt, version } from './columns';
import { files } from './file';
import { gameId } from './game';

export const challengeCategoryEnum = pgEnum('challenge_category', challengeCategories);
export const challengeTypeEnum = pgEnum('challenge_type', challengeTypes);
export const scoreCurveEnum = pgEnum('score_curve', scoreCurves);
export const attachmentTypeEnum = pgEnum('attachment_type', attachmentTypes);
export const networkModeEnum = pgEnum('network_mode', networkModes);

export const attachments = pgTable(
  'attachments',
  (t) => ({
    id: id(),
    type: attachmentTypeEnum('type').notNull(),
    remoteUrl: t.text('remote_url'),
    fileHash: t.varchar('file_hash', { length: 64 }).references(() => files.hash),
    fileName: t.text('file_name'),
    /** The first of its list, which is that of a challenge or flag; null for the first. They are in the order of their ids. */
    firstId: t.integer('first_id').references((): AnyPgColumn => attachments.id, { onDelete: 'cascade' }),
  }),
  (table) => [
    index('attachments_first_id_idx').on(table.firstId),
    index('attachments_file_hash_idx').on(table.fileHash),
    check(
      'attachments_target_check',
      sql`(${table.type} = 'Local') = (${table.fileHash} is not null) and (${table.type} = 'Remote') = (${table.remoteUrl} is not null)`,
    ),
  ],
);

export const challenges = pgTable(
  'challenges',
  (t) => ({
    id: id(),
    gameId: gameId(),
    title: t.text('title').notNull(),
    content: t.text('content').notNull().default(''),
    /** Read with `connectionLines`. */
    connection: t.text('connection').notNull().default(''),
    author: t.text('author').notNull().default(''),
    tags: t.jsonb('tags').$type<string[]>().notNull().default([]),
    /** For staff only. */
    topics: t.jsonb('topics').$type<string[]>().notNull().default([]),
    category: challengeCategoryEnum('category').notNull().default('Misc'),
    /** As the game has it, which changes this copy with its own. */
    customCategory: t.jsonb('custom_category').$type<CustomCategory>(),
    type: challengeTypeEnum('type').notNull().default('StaticAttachment'),
    /** The texts of those in `hintList` that are free and released, as the wire format shows them. */
    hints: t.jsonb('hints').$type<string[]>().notNull().default([]),
    /** Read with `readHints`. */
    hintList: t.jsonb('hint_list').$type<Hint[]>().notNull().default([]),
    /** Ids are not used again, or teams would own a hint that they have not taken. */
    lastHintId: t.integer('last_hint_id').notNull().default(0),
    /** When a worker releases the next hint; those planned before it are released. */
    hintDueAt: instant('hint_due_at'),
    isEnabled: t.boolean('is_enabled').notNull().default(false),
    requires: t.jsonb('requires').$type<Requirement>(),
    /** Suggested after a solve. */
    nextId: t.integer('next_id'),
    /** When a worker enables the challenge; null once it has, and where nothing is planned. */
    releaseAt: instant('release_at'),
    /** Within its category; null comes last, by title. */
    position: t.integer('position'),
    deadlineAt: instant('deadline_at'),
    submissionLimit: t.integer('submission_limit').notNull().default(0),
    curve: scoreCurveEnum('curve').notNull().default('Exponential'),
    originalScore: t.integer('original_score').notNull().default(1000),
    /** Of the exponential curve, as is the difficulty. */
    minScoreRate: t.doublePrecision('min_score_rate').notNull().default(0.25),
    difficulty: t.doublePrecision('difficulty').notNull().default(5),
    /** Of the linear and the logarithmic curve, as is the decay. */
    minimumScore: t.integer('minimum_score').notNull().default(100),
    decay: t.integer('decay').notNull().default(20),
    disableBloodBonus: t.boolean('disable_blood_bonus').notNull().default(false),
    attachmentId: t.integer('attachment_id').references(() => attachments.id, { onDelete: 'set null' }),
    fileName: t.text('file_name').notNull().default('attachment'),
    flagTemplateSealed: t.text('flag_template_sealed'),
    containerImage: t.text('container_image').notNull().default(''),
    memoryLimitMiB: t.integer('memory_limit_mib').notNull().default(64),
    cpuTenths: t.integer('cpu_tenths').notNull().default(1),
    storageLimitMiB: t.integer('storage_limit_mib').notNull().default(256),
    exposePort: t.integer('expose_port').notNull().default(80),
    /** Read-only image; three in-memory directories stay writable, each of `tmpfsMiB`. */
    readOnlyRoot: t.boolean('read_only_root').notNull().default(false),
    tmpfsMiB: t.integer('tmpfs_mib').notNull().default(16),
    networkMode: networkModeEnum('network_mode').notNull().default('Open'),
    enableTrafficCapture: t.boolean('enable_traffic_capture').notNull().default(false),
    /** Read with `readContainerOptions`: absent members have their defaults. */
    containerOptions: t.jsonb('container_options').$type<Partial<ContainerOptions>>().notNull().default({}),
    /** Null where no solver checks the challenge. */
    solver: t.jsonb('solver').$type<SolverSettings>(),
    /** Sealed, because it shows the solution. */
    solverScriptSealed: t.text('solver_script_sealed'),
    /** What the folder that it came from knows it by; null where it was made in a browser. */
    sourceKey: t.text('source_key'),
    source: t.jsonb('source').$type<ChallengeSource>(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  }),
  (table) => [
    // Lets tables with a game id prove by foreign key that the challenge belongs to that game.
    unique('challenges_id_game_id_key').on(table.id, table.gameId),
    unique('challenges_game_id_source_key_key').on(table.gameId, table.sourceKey),
    index('challenges_game_id_idx').on(table.gameId),
    index('challenges_requires_idx').on(table.gameId).where(sql`${table.requires} is not null`),
    index('challenges_attachment_id_idx').on(table.attachmentId),
    index('challenges_release_at_idx').on(table.releaseAt).where(sql`${table.releaseAt} is not null`),
    index('challenges_hint_due_at_idx').on(table.hintDueAt).where(sql`${table.hintDueAt} is not null`),
    check('challenges_title_check', sql`btrim(${table.title}) <> ''`),
    check('challenges_min_score_rate_check', sql`${table.minScoreRate} between 0 and 1`),
    check('challenges_difficulty_check', sql`${table.difficulty} > 0`),
    check('challenges_minimum_score_check', sql`${table.minimumScore} >= 0`),
    check('challenges_decay_check', sql`${table.decay} >= 0`),
    check('challenges_submission_limit_check', sql`${table.submissionLimit} between 0 and 10000`),
    check('challenges_expose_port_check', sql`${table.exposePort} between 1 and 65535`),
  ],
);

/** A keyed hash to compare and sealed text for the editor: a stolen dump reveals no flag. */
export const flagMatchEnum = pgEnum('flag_match', flagMatches);

export const flags = pgTable(
  'flags',
  (t) => ({
    id: id(),
    challengeId: t
      .integer('challenge_id')
      .notNull()
      .references(() => challenges.id, { onDelete: 'cascade' }),
    /** Of the sealed text. */
    hash: t.varchar('hash', { length: 64 }).notNull(),
    /** As `storedFlag` writes it, so that no answer has the hash of what is not compared as it is. */
    sealed: t.text('sealed').notNull(),
    match: flagMatchEnum('match').notNull().default('Exact'),
    /** A right answer to an expression. */
    exampleSealed: t.text('example_sealed'),
    /** A wrong answer that is reported. */
    isCanary: t.boolean('is_canary').notNull().default(false),
    attachmentId: t.integer('attachment_id').references(() => attachments.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  }),
  (table) => [
    unique('flags_id_challenge_id_key').on(table.id, table.challengeId),
    index('flags_challenge_id_hash_idx').on(table.challengeId, table.hash),
    index('flags_rules_idx').on(table.challengeId).where(sql`${table.match} <> 'Exact' or ${table.isCanary}`),
    index('flags_attachment_id_idx').on(table.attachmentId),
  ],
);

export type ChallengeRow = typeof challenges.$inferSelect;
export type NewChallengeRow = typeof challenges.$inferInsert;
export type AttachmentRow = typeof attachments.$inferSelect;
export type FlagRow = typeof flags.$inferSelect;
