// In a game that is joined alone an account plays in a team of its own, which has its name and picture and is no team to
// other accounts: no list has it, and it cannot be entered, changed or handed over.

import { freeTeamName, teamNameKey } from '@vexil/contract/name.rules';
import type { Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { participations } from '@vexil/db/schema/participation';
import { type TeamRow, teamMembers, teams } from '@vexil/db/schema/team';
import type { Random } from '@vexil/runtime/deps';
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';

/** Told apart from the accepted teams of the game by a number. */
async function nameIn(tx: Tx, gameId: number, wanted: string, teamId = 0): Promise<string> {
  const { status, nameKey } = participations;
  const accepted = and(eq(participations.gameId, gameId), eq(status, 'Accepted'), ne(participations.teamId, teamId));
  const rows = await tx.select({ nameKey }).from(participations).where(accepted);
  return freeTeamName(wanted, new Set(rows.flatMap((row) => row.nameKey ?? [])));
}

/** The one of an earlier request to join the game, or a new one. */
export async function lockSoloTeam(
  { random }: { random: Random },
  tx: Tx,
  { accountId, gameId, teamId }: { accountId: string; gameId: number; teamId: number | undefined },
): Promise<TeamRow> {
  const own = and(eq(teams.id, teamId ?? 0), eq(teams.soloOf, accountId));
  const [joined] = await tx.select().from(teams).where(own).for('no key update');
  if (joined) return joined;
  const { userName, avatarHash } = accounts;
  const [account] = await tx.select({ userName, avatarHash }).from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw new Error('The account is gone.');
  const name = await nameIn(tx, gameId, account.userName);
  const inviteToken = random.bytes(16).toString('hex');
  const values = { name, avatarHash: account.avatarHash, inviteToken, captainId: accountId, soloOf: accountId };
  const [founded] = await tx.insert(teams).values(values).returning();
  if (!founded) throw new Error('The team was not stored.');
  await tx.insert(teamMembers).values({ teamId: founded.id, accountId });
  return founded;
}

/** After a change of the accounts' names or pictures. Returns the games whose boards show them. */
export async function updateSoloTeams(tx: Tx, accountIds: readonly string[]): Promise<number[]> {
  const own = await tx
    .select({
      teamId: teams.id,
      gameId: participations.gameId,
      userName: accounts.userName,
      avatarHash: accounts.avatarHash,
    })
    .from(teams)
    .innerJoin(accounts, eq(accounts.id, teams.soloOf))
    .innerJoin(participations, eq(participations.teamId, teams.id))
    .where(inArray(teams.soloOf, [...accountIds]))
    .orderBy(teams.id);
  for (const { teamId, gameId, userName, avatarHash } of own) {
    const name = await nameIn(tx, gameId, userName, teamId);
    await tx.update(teams).set({ name, avatarHash }).where(eq(teams.id, teamId));
    await tx
      .update(participations)
      .set({ nameKey: teamNameKey(name) })
      .where(eq(participations.teamId, teamId));
  }
  return own.map(({ gameId }) => gameId);
}

/** Of an account that leaves its game; teams of several stay. */
export async function deleteSoloTeam(tx: Tx, teamId: number): Promise<void> {
  await tx.delete(teams).where(and(eq(teams.id, teamId), isNotNull(teams.soloOf)));
}
