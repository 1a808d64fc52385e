import type { Executor } from '@vexil/db';
import { type TeamRow, teams } from '@vexil/db/schema/team';
import { asc, count, eq, ilike, or } from 'drizzle-orm';

const idMax = 2_147_483_647;

export const listTeamPage = (
  db: Executor,
  { count: limit, skip }: { count: number; skip: number },
): Promise<TeamRow[]> => db.select().from(teams).orderBy(asc(teams.id)).limit(limit).offset(skip);

export async function countTeams(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(teams);
  return row?.total ?? 0;
}

export function findTeamsByHint(db: Executor, hint: string, limit: number): Promise<TeamRow[]> {
  const pattern = `%${hint.replace(/[\\%_]/g, '\\$&')}%`;
  const id = /^\d{1,10}$/.test(hint.trim()) ? Number(hint) : 0;
  return db
    .select()
    .from(teams)
    .where(or(ilike(teams.name, pattern), id > 0 && id <= idMax ? eq(teams.id, id) : undefined))
    .orderBy(asc(teams.id))
    .limit(limit);
}
