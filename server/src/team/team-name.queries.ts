// Accepted teams of one game have names that do not look alike: a unique index settles it, on a key that the name gives.

import { DomainError } from '@vexil/contract/errors';
import { teamNameKey } from '@vexil/contract/name.rules';
import type { Tx } from '@vexil/db';
import { violatedConstraint } from '@vexil/db/errors';
import { participationConstraints } from '@vexil/db/schema/participation';
import { type TeamRow, teams } from '@vexil/db/schema/team';
import { sql } from 'drizzle-orm';

/**
 * Rows from before the rule, or of a server that does not know it yet, in the games of the team. Where two have one name
 * the first keeps it. In SQL, because the row itself stays as it was saved.
 */
async function nameUnnamed(tx: Tx, teamId: number): Promise<void> {
  const rows = await tx.execute<{ id: number; gameId: number; name: string }>(sql`
    select p.id, p.game_id as "gameId", t.name from participations p join teams t on t.id = p.team_id
    where p.name_key is null and p.status = 'Accepted' and p.team_id <> ${teamId}
      and p.game_id in (select game_id from participations where team_id = ${teamId}) order by p.id`);
  const named = new Set<string>();
  for (const { id, gameId, name } of rows) {
    const key = teamNameKey(name);
    const isFirst = named.size < named.add(`${gameId} ${key}`).size;
    await tx.execute(sql`
      update participations set name_key = case when ${isFirst} and not exists (
        select from participations o where o.game_id = ${gameId} and o.name_key = ${key} and o.status = 'Accepted'
      ) then ${key} else ${`#${id}`} end where id = ${id} and name_key is null`);
  }
}

/** After each change of a team's name or of what it has joined. Throws `team.nameTaken` about the given field. */
export async function claimTeamName(tx: Tx, { id, name }: Pick<TeamRow, 'id' | 'name'>, field: string): Promise<void> {
  await nameUnnamed(tx, id);
  try {
    await tx.execute(sql`update participations set name_key = ${teamNameKey(name)} where team_id = ${id}`);
  } catch (error) {
    if (violatedConstraint(error) !== participationConstraints.nameOnce) throw error;
    throw new DomainError('team.nameTaken', { field, cause: error });
  }
}

/** The keys of all teams. */
export async function listTeamNameKeys(tx: Tx): Promise<Set<string>> {
  return new Set((await tx.select({ name: teams.name }).from(teams)).map(({ name }) => teamNameKey(name)));
}
