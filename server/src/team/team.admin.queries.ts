import type { teamOrders } from '@vexil/contract/team-admin';
import type { Executor } from '@vexil/db';
import { type TeamRow, teams } from '@vexil/db/schema/team';
import { and, asc, count, desc, eq, getTableColumns, ilike, isNull, ne, or, type SQL, sql } from 'drizzle-orm';

const idMax = 2_147_483_647;

export interface TeamFilter {
  hint?: string | undefined;
  locked?: boolean | undefined;
  mergesWith?: number | undefined;
}

function hasHint(hint: string) {
  const pattern = `%${hint.replace(/[\\%_]/g, '\\$&')}%`;
  const id = /^\d{1,10}$/.test(hint.trim()) ? Number(hint) : 0;
  return or(ilike(teams.name, pattern), id > 0 && id <= idMax ? eq(teams.id, id) : undefined);
}

// Columns of the only table of a statement are written without its name, which these would take as their own.
const memberCount = sql`(select count(*) from team_members m where m.team_id = teams.id)`;
const gameCount = sql<number>`(select count(*)::int from participations p where p.team_id = teams.id)`;

/** Another team, which has joined no game of the given one. */
const canMergeWith = (teamId: number) =>
  and(
    ne(teams.id, teamId),
    sql`not exists (select from participations one join participations other using (game_id)
      where one.team_id = teams.id and other.team_id = ${teamId})`,
  );

const fits = ({ hint, locked, mergesWith }: TeamFilter) =>
  and(
    isNull(teams.soloOf),
    hint ? hasHint(hint) : undefined,
    locked === undefined ? undefined : eq(teams.locked, locked),
    mergesWith === undefined ? undefined : canMergeWith(mergesWith),
  );

const orders: Record<(typeof teamOrders)[number], SQL> = {
  id: sql`${teams.id}`,
  name: sql`lower(${teams.name})`,
  members: memberCount,
  games: gameCount,
};

export interface TeamPageQuery extends TeamFilter {
  count: number;
  skip: number;
  order: (typeof teamOrders)[number];
  descending: boolean;
}

export function listTeamPage(db: Executor, { count: limit, skip, order, descending, ...filter }: TeamPageQuery) {
  const direction = descending ? desc : asc;
  return db
    .select({ ...getTableColumns(teams), gameCount })
    .from(teams)
    .where(fits(filter))
    .orderBy(direction(orders[order]), asc(teams.id))
    .limit(limit)
    .offset(skip);
}

export async function findTeamWithGames(
  db: Executor,
  id: number,
): Promise<(TeamRow & { gameCount: number }) | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(teams), gameCount })
    .from(teams)
    .where(and(eq(teams.id, id), isNull(teams.soloOf)));
  return row;
}

export async function countTeams(db: Executor, filter: TeamFilter = {}): Promise<number> {
  const [row] = await db.select({ total: count() }).from(teams).where(fits(filter));
  return row?.total ?? 0;
}

export function findTeamsByHint(db: Executor, hint: string, limit: number): Promise<TeamRow[]> {
  return db.select().from(teams).where(fits({ hint })).orderBy(asc(teams.id)).limit(limit);
}
