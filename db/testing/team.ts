import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Executor } from '../src/index';
import { type AccountRow, accounts } from '../src/schema/account';
import { type NewTeamRow, type TeamRow, teamMembers, teams } from '../src/schema/team';
import { buildAccount } from './account';
import { nextNumber } from './sequence';

export interface BuiltTeam {
  team: TeamRow;
  captain: AccountRow;
  /** All members, the captain first. */
  members: AccountRow[];
}

/** A team with its captain and as many further members as asked for. */
export async function buildTeam(
  db: Executor,
  values: Partial<NewTeamRow> & { membersCount?: number } = {},
): Promise<BuiltTeam> {
  const { membersCount = 1, ...row } = values;
  const captain = row.captainId
    ? (await db.select().from(accounts).where(eq(accounts.id, row.captainId)))[0]
    : await buildAccount(db);
  if (!captain) throw new Error('The captain does not exist.');
  const [team] = await db
    .insert(teams)
    .values({
      name: `team${nextNumber()}`,
      inviteToken: randomBytes(16).toString('hex'),
      ...row,
      captainId: captain.id,
    })
    .returning();
  if (!team) throw new Error('The team was not stored.');
  const members = [captain];
  while (members.length < membersCount) members.push(await buildAccount(db));
  await db.insert(teamMembers).values(members.map((member) => ({ teamId: team.id, accountId: member.id })));
  return { team, captain, members };
}
