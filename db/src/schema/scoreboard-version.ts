// Servers advance their copy of a board by the facts of the versions it lacks. The row of the game is locked from the
// number to the commit, so visible versions have no gap. It must be the last lock a transaction takes.

import { type SQL, sql } from 'drizzle-orm';
import { pgTable } from 'drizzle-orm/pg-core';
import type { Executor, SqlTx } from '..';
import { instant } from './columns';
import { games } from './game';
import type { TopicVersion } from './topic-version';

export const scoreboardVersions = pgTable('scoreboard_versions', (t) => ({
  gameId: t
    .integer('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  version: t.integer('version').notNull(),
  /** Leaves out batches of solves that a freeze hides. */
  publicVersion: t.integer('public_version').notNull(),
  /** The last version that is more than added solves: older copies are rebuilt. */
  rebuildVersion: t.integer('rebuild_version').notNull(),
  rebuiltAt: instant('rebuilt_at').notNull(),
  /** Never earlier than its solves and rebuilds, so board times never go back. */
  changedAt: instant('changed_at').notNull(),
  /** Copied from the game: a judge waiting for this row must see the freeze of the version before. */
  freezeAt: instant('freeze_at'),
}));

/**
 * Stores the solves of accepted submissions of a game under a common version; null for none. Times in Unix milliseconds.
 * One statement: rows that got their version afterwards took a sixth of what PostgreSQL does for a right flag.
 */
export async function storeSolves(
  tx: SqlTx,
  gameId: number,
  { submissionIds, firstAt, lastAt }: { submissionIds: readonly number[]; firstAt: number; lastAt: number },
): Promise<TopicVersion | null> {
  const rows = await tx<TopicVersion[]>`
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
      insert into solves
        (participation_id, challenge_id, game_id, submission_id, account_id, solved_at, board_version)
      select s.participation_id, s.challenge_id, s.game_id, s.id, s.account_id, s.submitted_at, n.version
      from numbered n join submissions s on s.id = any(${submissionIds as number[]}::int[])
      where s.game_id = n.game_id and s.status = 'Accepted'
      on conflict do nothing
    )
    select 'scoreboard:' || game_id as topic, version from numbered`;
  return rows[0] ?? null;
}

/**
 * Marks boards for a rebuild; must be the last statement of the transaction. Unknown games are left out. Where all that
 * changed is a fact of `factAt` (Unix milliseconds), a freeze before it leaves the public board as it is.
 */
export async function numberRebuilds(
  tx: Executor,
  gameIds: readonly number[],
  { freezeChanged = false, factAt = 0 }: { freezeChanged?: boolean; factAt?: number } = {},
): Promise<TopicVersion[]> {
  if (gameIds.length === 0) return [];
  // Only the transaction that changes the freeze reads it no older than the row.
  const freezeAt = freezeChanged ? sql`excluded.freeze_at` : sql`v.freeze_at`;
  const ids = sql.join(
    gameIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const isWithheld = (freeze: SQL) => sql`coalesce(${factAt}::float8 > extract(epoch from ${freeze}) * 1000, false)`;
  const rows = await tx.execute<TopicVersion & Record<string, unknown>>(sql`
    insert into scoreboard_versions as v
      (game_id, version, public_version, rebuild_version, rebuilt_at, changed_at, freeze_at)
    select id, 1, case when withheld then 0 else 1 end, 1, case when withheld then 'epoch' else now end, now, freeze_at
    from games, lateral (select ${isWithheld(sql`games.freeze_at`)} as withheld,
      greatest(clock_timestamp(), to_timestamp(${factAt}::float8 / 1000)) as now) clock
    where id in (${ids}) order by id
    on conflict (game_id) do update set version = v.version + 1,
      public_version = v.public_version + case when ${isWithheld(sql`v.freeze_at`)} then 0 else 1 end,
      rebuild_version = v.version + 1,
      rebuilt_at = case when ${isWithheld(sql`v.freeze_at`)} then v.rebuilt_at
        else greatest(excluded.changed_at, v.changed_at + interval '1 ms') end,
      changed_at = greatest(excluded.changed_at, v.changed_at + interval '1 ms'),
      freeze_at = ${freezeAt}
    returning 'scoreboard:' || game_id as topic, version`);
  return [...rows];
}
