import type { Executor } from '@vexil/db';
import { type TeamRow, teams } from '@vexil/db/schema/team';
import { and, asc, count, eq, ilike, or } from 'drizzle-orm';

const idMax = 2_147_483_647;

export interface TeamFilter {
  hint?: string | undefined;
  locked?: boolean | undefined;
}

function hasHint(hint: string) {
  const pattern = `%${hint.replace(/[\\%_]/g, '\\$&')}%`;
  const id = /^\d{1,10}$/.test(hint.trim()) ? Number(hint) : 0;
  return or(ilike(teams.name, pattern), id > 0 && id <= idMax ? eq(teams.id, id) : undefined);
}

const fits = ({ hint, locked }: TeamFilter) =>
  and(hint ? hasHint(hint) : undefined, locked === undefined ? undefined : eq(teams.locked, locked));

export const listTeamPage = (
  db: Executor,
  { count: limit, skip, ...filter }: TeamFilter & { count: number; skip: number },
): Promise<TeamRow[]> => db.select().from(teams).where(fits(filter)).orderBy(asc(teams.id)).limit(limit).offset(skip);

export async function countTeams(db: Executor, filter: TeamFilter = {}): Promise<number> {
  const [row] = await db.select({ total: count() }).from(teams).where(fits(filter));
  return row?.total ?? 0;
}

export function findTeamsByHint(db: Executor, hint: string, limit: number): Promise<TeamRow[]> {
  return db.select().from(teams).where(hasHint(hint)).orderBy(asc(teams.id)).limit(limit);
}
