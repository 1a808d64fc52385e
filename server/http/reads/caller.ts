// What a route reads about its caller comes with the session, in one prepared statement that concurrent calls share.
// Nothing is cached, so a ban, a kick or a changed role acts on the next request of every server.

import type { Database } from '@vexil/db';
import type { Role } from '@vexil/db/enums/account';
import { type BatchGroup, batchFor, createBatchGroup, type OwnedBatcher } from './batch';

/** Path parameters that a statement can read of its callers `c`. */
export interface PathIds {
  gameId?: number;
  challengeId?: number;
  submissionId?: number;
}

export type CallerQuery = PathIds & ({ sessionHash: string } | { accountId: string });

export interface Caller {
  id: string;
  userName: string;
  role: Role;
  /** Unix milliseconds. */
  expiresAt: number;
  /** Unix milliseconds; null before the first request. */
  lastSeenAt: number | null;
  /** Unix milliseconds; stored once an hour. */
  sessionSeenAt: number;
  deviceHash: string | null;
}

export interface CallerWithOwn<Own> {
  /** null for a call by account id. */
  caller: Caller | null;
  own: Own;
}

/** undefined when there is no such session or account. */
export type OwnReader<Own> = OwnedBatcher<Database, CallerQuery, CallerWithOwn<Own> | undefined>;

export const isBySession = (call: CallerQuery) => 'sessionHash' in call;

const groups = new WeakMap<Database, BatchGroup>();

function groupOf(database: Database): BatchGroup {
  const group = groups.get(database) ?? createBatchGroup();
  groups.set(database, group);
  return group;
}

/**
 * Statements of all readers start together on one connection: they leave in one write, and PostgreSQL wakes one process.
 * Beside a slow one they take other connections.
 *
 * @param read gives what it found for each call, in their order
 */
export const readForCallers = <Own>(
  read: (sql: Database['sql'], calls: readonly CallerQuery[]) => Promise<(CallerWithOwn<Own> | undefined)[]>,
): OwnReader<Own> =>
  batchFor((database: Database) => ({
    group: groupOf(database),
    run: (calls: readonly CallerQuery[], isBeside) => read(isBeside ? database.sql : database.readingSql, calls),
  }));
