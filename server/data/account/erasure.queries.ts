import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

/** The name of a team that the account leads in a running game; its captain has to stay, unless there is no one else. */
export async function findPlayingTeam(db: Executor, accountId: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ name: teams.name })
    .from(teams)
    .innerJoin(participations, and(eq(participations.teamId, teams.id), eq(participations.status, 'Accepted')))
    .innerJoin(games, eq(games.id, participations.gameId))
    .where(
      and(
        eq(teams.captainId, accountId),
        isNull(teams.soloOf),
        lte(games.startAt, now),
        or(gt(games.endAt, now), isNotNull(games.pausedAt)),
        isNull(games.checkOf),
      ),
    )
    .orderBy(asc(teams.id))
    .limit(1);
  return row?.name;
}

export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.role, 'Admin'))
    .orderBy(asc(accounts.id))
    .for('no key update');
  return rows.map(({ id }) => id);
}

/** The owner may register again, and must not enter with the old ones. */
export async function renewInvitesOf(tx: Tx, accountId: string): Promise<void> {
  const own = tx.select({ id: teamMembers.teamId }).from(teamMembers).where(eq(teamMembers.accountId, accountId));
  const inviteToken = sql`replace(gen_random_uuid()::text, '-', '')`;
  await tx.update(teams).set({ inviteToken }).where(inArray(teams.id, own));
}
