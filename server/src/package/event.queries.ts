import type { Executor, Tx } from '@vexil/db';
import { auditEntries } from '@vexil/db/schema/audit';
import { awards } from '@vexil/db/schema/award';
import { challenges } from '@vexil/db/schema/challenge';
import { games } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { mapInTurns } from '@vexil/runtime/turns';
import { asc, desc, eq, sql } from 'drizzle-orm';

// Few enough that making them leaves the event loop to others in between.
const rowsPerInsert = 200;

/** With their ids, which `nextIds` gave. */
export const insertsInto = (tx: Tx) => {
  type New<T extends { $inferInsert: object }> = (T['$inferInsert'] & { id: number })[];
  return {
    teams: (rows: New<typeof teams>) => tx.insert(teams).overridingSystemValue().values(rows),
    participations: (rows: New<typeof participations>) =>
      tx.insert(participations).overridingSystemValue().values(rows),
    submissions: (rows: New<typeof submissions>) => tx.insert(submissions).overridingSystemValue().values(rows),
    teamMembers: (rows: (typeof teamMembers.$inferInsert)[]) => tx.insert(teamMembers).values(rows),
    participationMembers: (rows: (typeof participationMembers.$inferInsert)[]) =>
      tx.insert(participationMembers).values(rows),
    solves: (rows: (typeof solves.$inferInsert)[]) => tx.insert(solves).values(rows),
    awards: (rows: (typeof awards.$inferInsert)[]) => tx.insert(awards).values(rows),
  };
};

export async function insertParts<T, R>(
  list: readonly T[],
  rowOf: (one: T, index: number) => R,
  insert: (rows: R[]) => Promise<unknown>,
  onStored: (count: number) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < list.length; at += rowsPerInsert) {
    const rows = await mapInTurns(list.slice(at, at + rowsPerInsert), (one, index) => rowOf(one, at + index));
    await insert(rows);
    await onStored(rows.length);
  }
}

/** In ascending order, as rows that are inserted one after another would have them. */
export async function nextIds(
  tx: Tx,
  table: 'teams' | 'participations' | 'submissions',
  count: number,
): Promise<number[]> {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
  const rows = await tx.execute<{ id: number }>(
    sql`select nextval(${sequence})::int as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** In the order of the package. */
export async function listChallengeIds(tx: Tx, gameId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: challenges.id })
    .from(challenges)
    .where(eq(challenges.gameId, gameId))
    .orderBy(asc(challenges.id));
  return rows.map(({ id }) => id);
}

export async function enableChallenges(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`update challenges set is_enabled = true where id = any(${sql.param(ids)}::int[])`);
}

/** A board of the past, such as that of a freeze, has the rules that were known then. */
export async function backdateRules(tx: Tx, gameId: number): Promise<void> {
  await tx.execute(sql`update board_rules set since = 'epoch' where game_id = ${gameId}`);
}

/** The game that an export became last, while it is there. */
export async function findImported(db: Executor, exportHash: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: games.id })
    .from(auditEntries)
    .innerJoin(games, eq(games.id, auditEntries.gameId))
    .where(sql`${auditEntries.action} = 'game.import' and ${auditEntries.after} ->> 'export' = ${exportHash}`)
    .orderBy(desc(games.id))
    .limit(1);
  return row?.id;
}
