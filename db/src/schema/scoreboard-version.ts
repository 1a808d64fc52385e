// Each committed change that a scoreboard shows has a number, the same in every process: servers bring their own copy of
// a board to a version by reading the facts of the versions that it lacks. The row of the game is locked from the number
// to the commit, so the versions that can be seen have no gap. It has to be the last lock that a transaction takes.

import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import type { Executor, SqlTx } from '..';
import { instant } from './columns';
import { games } from './game';

export const scoreboardVersions = pgTable('scoreboard_versions', {
  gameId: integer('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  /** The same without the batches of solves that a freeze hides. */
  publicVersion: integer('public_version').notNull(),
  /** The last version that is more than added solves: older copies are rebuilt from all facts. */
  rebuildVersion: integer('rebuild_version').notNull(),
  rebuiltAt: instant('rebuilt_at').notNull(),
  /** No earlier than any of its solves and rebuilds, so that times of boards never go back. */
  changedAt: instant('changed_at').notNull(),
  /** The game's, repeated here because a judge waits for this row and has to see the freeze of the version before its own. */
  freezeAt: instant('freeze_at'),
});

/** What a change of a board made of its versions. */
export interface BoardChange {
  gameId: number;
  version: number;
  publicVersion: number;
  /** Whether the public board changed; while it is frozen, later solves do not change it. */
  isPublic: boolean;
  /** Whether staff may have a board of their own. */
  hasFreeze: boolean;
}

/**
 * Gives new solves of a game, already stored, their common version; null when there are none. `firstAt` and
 * `lastAt` are the earliest and the latest of their times, Unix milliseconds.
 */
export async function numberSolves(
  tx: SqlTx,
  gameId: number,
  { submissionIds, firstAt, lastAt }: { submissionIds: readonly number[]; firstAt: number; lastAt: number },
): Promise<BoardChange | null> {
  const rows = await tx<BoardChange[]>`
    with numbered as (
      insert into scoreboard_versions as v
        (game_id, version, public_version, rebuild_version, rebuilt_at, changed_at, freeze_at)
      select id, 1, case when ${firstAt}::float8 > extract(epoch from freeze_at) * 1000 then 0 else 1 end,
        0, 'epoch', to_timestamp(${lastAt}::float8 / 1000), freeze_at
      from games where id = ${gameId}
      on conflict (game_id) do update set version = v.version + 1, public_version = v.public_version
        + case when ${firstAt}::float8 > extract(epoch from v.freeze_at) * 1000 then 0 else 1 end,
        changed_at = greatest(v.changed_at, excluded.changed_at)
      returning *
    ), stored as (
      update solves s set board_version = n.version from numbered n
      where s.submission_id = any(${submissionIds as number[]}::int[])
    )
    select game_id as "gameId", version, public_version as "publicVersion", freeze_at is not null as "hasFreeze",
      coalesce(${firstAt}::float8 <= extract(epoch from freeze_at) * 1000, true) as "isPublic"
    from numbered`;
  return rows[0] ?? null;
}

/**
 * Gives boards a version that is to be rebuilt from all facts, in the transaction that changes these and as its last
 * statement. `freezeChanged` where their freeze is not what it was. Games that do not exist are left out.
 */
export async function numberRebuilds(
  tx: Executor,
  gameIds: readonly number[],
  { freezeChanged = false }: { freezeChanged?: boolean } = {},
): Promise<BoardChange[]> {
  if (gameIds.length === 0) return [];
  // Only the transaction that changes the freeze can be sure that what it reads of it is not older than the row.
  const freezeAt = freezeChanged ? sql`excluded.freeze_at` : sql`v.freeze_at`;
  const ids = sql.join(
    gameIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = await tx.execute<Omit<BoardChange, 'isPublic'> & Record<string, unknown>>(sql`
    insert into scoreboard_versions as v
      (game_id, version, public_version, rebuild_version, rebuilt_at, changed_at, freeze_at)
    select id, 1, 1, 1, now, now, freeze_at
    from games, (select clock_timestamp() as now) clock where id in (${ids}) order by id
    on conflict (game_id) do update set version = v.version + 1, public_version = v.public_version + 1,
      rebuild_version = v.version + 1,
      rebuilt_at = greatest(excluded.rebuilt_at, v.changed_at + interval '1 ms'),
      changed_at = greatest(excluded.rebuilt_at, v.changed_at + interval '1 ms'),
      freeze_at = ${freezeAt}
    returning game_id as "gameId", version, public_version as "publicVersion", freeze_at is not null as "hasFreeze"`);
  return [...rows].map((row) => ({ ...row, isPublic: true }));
}
