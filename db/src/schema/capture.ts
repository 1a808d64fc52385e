import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgEnum, pgTable, unique, varchar } from 'drizzle-orm/pg-core';
import { captureSearchKinds, captureSearchStates, captureSides, captureStates } from '../enums/capture';
import { accounts } from './account';
import { createdAt, id, inGame, instant, uuidId } from './columns';
import { gameId } from './game';
import { participations } from './participation';

export const captureStateEnum = pgEnum('capture_state', captureStates);
export const captureSearchKindEnum = pgEnum('capture_search_kind', captureSearchKinds);
export const captureSearchStateEnum = pgEnum('capture_search_state', captureSearchStates);
export const captureSideEnum = pgEnum('capture_side', captureSides);

/**
 * One row per capture file. Without foreign keys: the files outlive what they are of. Files that were put into the
 * storage by hand have no row.
 */
export const captures = pgTable(
  'captures',
  (t) => ({
    id: id(),
    gameId: t.integer('game_id').notNull(),
    challengeId: t.integer('challenge_id').notNull(),
    /** 0 for a container that all teams share. */
    participationId: t.integer('participation_id').notNull(),
    fileName: t.varchar('file_name', { length: 128 }).notNull(),
    /** Equal in the files that one recording was divided into; `part` counts them from 1. */
    recording: t.varchar('recording', { length: 64 }).notNull(),
    part: t.integer('part').notNull().default(1),
    state: captureStateEnum('state').notNull().default('open'),
    /** Process that writes it. */
    serverId: t.uuid('server_id').notNull(),
    /** Written so far while it is open, then as stored. */
    sizeBytes: t.bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    /** Relayed but not recorded. */
    missingBytes: t.bigint('missing_bytes', { mode: 'number' }).notNull().default(0),
    connections: t.integer('connections').notNull().default(0),
    /** Addresses of clients, the first ones. */
    clients: t.jsonb('clients').$type<string[]>().notNull().default([]),
    startedAt: instant('started_at').notNull(),
    /** Of the last byte while it is open, then when it was stored. */
    updatedAt: instant('updated_at').notNull(),
    /** Its server is to end the file and go on in the next one. */
    cutAt: instant('cut_at'),
    /** Deleted while it was open: its server discards it. */
    deletedAt: instant('deleted_at'),
    /** When it was searched for flags of other teams. */
    checkedAt: instant('checked_at'),
  }),
  (table) => [
    unique('captures_file_key').on(table.challengeId, table.participationId, table.fileName),
    index('captures_game_id_idx').on(table.gameId),
    index('captures_server_id_idx').on(table.serverId).where(sql`${table.state} = 'open'`),
    index('captures_updated_at_idx').on(table.updatedAt).where(sql`${table.state} = 'stored'`),
    index('captures_unchecked_idx').on(table.id).where(sql`${table.state} = 'stored' and ${table.checkedAt} is null`),
  ],
);

/** Where bytes are in a capture: file, stream, side and offset, and the packet that they begin in. */
const place = () => ({
  challengeId: integer('challenge_id').notNull(),
  participationId: integer('participation_id').notNull(),
  fileName: varchar('file_name', { length: 128 }).notNull(),
  /** As Wireshark counts streams. */
  stream: integer('stream').notNull(),
  clientPort: integer('client_port').notNull(),
  side: captureSideEnum('side').notNull(),
  offset: bigint('stream_offset', { mode: 'number' }).notNull(),
  length: integer('length').notNull(),
  packet: integer('packet').notNull(),
  happenedAt: instant('happened_at').notNull(),
});

/** Files in the order in which a search reads them; the parts of a recording follow each other. */
export interface CaptureCursor {
  challengeId: number;
  participationId: number;
  recording: string;
  part: number;
}

/** Searches of staff through the captures of a game, kept for some days. */
export const captureSearches = pgTable(
  'capture_searches',
  (t) => ({
    id: uuidId(),
    gameId: gameId(),
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    kind: captureSearchKindEnum('kind').notNull(),
    /** It may be a flag, so it is sealed; null for a search for flags. */
    patternSealed: t.text('pattern_sealed'),
    ignoreCase: t.boolean('ignore_case').notNull().default(false),
    /** null for all. */
    challengeId: t.integer('challenge_id'),
    participationId: t.integer('participation_id'),
    state: captureSearchStateEnum('state').notNull().default('waiting'),
    /** A stable code, for a failed one. */
    error: t.varchar('error', { length: 64 }),
    filesTotal: t.integer('files_total').notNull().default(0),
    filesDone: t.integer('files_done').notNull().default(0),
    /** Of another format, or deleted meanwhile. */
    filesUnread: t.integer('files_unread').notNull().default(0),
    bytesRead: t.bigint('bytes_read', { mode: 'number' }).notNull().default(0),
    matchCount: t.integer('match_count').notNull().default(0),
    /** Whether matches beyond the limit were left out. */
    isTruncated: t.boolean('is_truncated').notNull().default(false),
    /** The last file that was read. */
    cursor: t.jsonb('cursor').$type<CaptureCursor>(),
    createdAt: createdAt(),
    /** When a worker last reported. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  }),
  (table) => [index('capture_searches_game_id_idx').on(table.gameId, table.createdAt)],
);

export const captureMatches = pgTable(
  'capture_matches',
  (t) => ({
    id: id(),
    searchId: t
      .uuid('search_id')
      .notNull()
      .references(() => captureSearches.id, { onDelete: 'cascade' }),
    ...place(),
    /** Whose flag it is. */
    ownerParticipationId: t.integer('owner_participation_id'),
    /** Sealed bytes around it, because they may contain flags; null for a flag. */
    excerptSealed: t.text('excerpt_sealed'),
  }),
  (table) => [index('capture_matches_search_id_idx').on(table.searchId, table.id)],
);

/** Flags of another team in the traffic of a team, found in complete captures. The evidence outlives the file. */
export const captureFindings = pgTable(
  'capture_findings',
  (t) => ({
    id: id(),
    gameId: t.integer('game_id').notNull(),
    ...place(),
    sourceParticipationId: t.integer('source_participation_id').notNull(),
    createdAt: createdAt(),
  }),
  (table) => [
    inGame('capture_findings_participation_fkey', [table.participationId, table.gameId], participations),
    inGame('capture_findings_source_fkey', [table.sourceParticipationId, table.gameId], participations),
    // One for each flag in a stream, however often it is repeated there.
    unique('capture_findings_place_key').on(
      table.challengeId,
      table.participationId,
      table.fileName,
      table.stream,
      table.side,
      table.sourceParticipationId,
    ),
    index('capture_findings_game_id_idx').on(table.gameId, table.id),
  ],
);

export type CaptureRow = typeof captures.$inferSelect;
export type NewCaptureRow = typeof captures.$inferInsert;
export type CaptureSearchRow = typeof captureSearches.$inferSelect;
export type CaptureMatchRow = typeof captureMatches.$inferSelect;
export type NewCaptureMatchRow = typeof captureMatches.$inferInsert;
export type CaptureFindingRow = typeof captureFindings.$inferSelect;
export type NewCaptureFindingRow = typeof captureFindings.$inferInsert;
