import { DomainError } from '@vexil/contract/errors';
import type { OwnTeam } from '@vexil/contract/team';
import type { Executor, Tx } from '@vexil/db';
import { type StoredParticipationStatus, storedParticipationStatuses } from '@vexil/db/enums/participation';
import { violatedConstraint } from '@vexil/db/errors';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { games } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { type NewTeamRow, type TeamRow, teamConstraints, teamMembers, teams } from '@vexil/db/schema/team';
import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { readOwn } from '../play/caller.queries';

export type MemberRow = Pick<AccountRow, 'id' | 'userName' | 'bio' | 'avatarHash'> & { teamId: number };

/** Not one that stands for a single account. */
const isTeam = (teamId: number) => and(eq(teams.id, teamId), isNull(teams.soloOf));

async function findTeam(db: Executor, teamId: number): Promise<TeamRow | undefined> {
  const [row] = await db.select().from(teams).where(isTeam(teamId));
  return row;
}

export async function getTeam(db: Executor, teamId: number): Promise<TeamRow> {
  const row = await findTeam(db, teamId);
  if (!row) throw new DomainError('team.notFound');
  return row;
}

/** Changes of members, captain or lock take `no key update`; `share` is for concurrent readers. */
export async function findTeamLocked(
  tx: Tx,
  teamId: number,
  strength: 'no key update' | 'share' | 'update' = 'no key update',
): Promise<TeamRow | undefined> {
  const [row] = await tx.select().from(teams).where(isTeam(teamId)).for(strength);
  return row;
}

export async function insertTeam(tx: Tx, values: NewTeamRow): Promise<TeamRow> {
  const [row] = await tx.insert(teams).values(values).returning();
  if (!row) throw new Error('The team was not stored.');
  return row;
}

export async function updateTeamRow(tx: Executor, teamId: number, values: Partial<NewTeamRow>): Promise<TeamRow> {
  const [row] = await tx.update(teams).set(values).where(eq(teams.id, teamId)).returning();
  if (!row) throw new DomainError('team.notFound');
  return row;
}

export async function deleteTeamRow(tx: Tx, teamId: number): Promise<void> {
  await tx.delete(teams).where(eq(teams.id, teamId));
}

type OwnTeamRow = Pick<TeamRow, 'id' | 'name' | 'bio' | 'avatarHash' | 'locked' | 'captainId'> & {
  members: Omit<MemberRow, 'teamId'>[];
  held: OwnTeam['held'];
};

/** What it says of holds, leaving and disbanding decide anew. Plan: team_members_account_id_idx per caller, then keys. */
export const listOwnTeams = readOwn<{ teams: OwnTeamRow[] | null }>(
  (sql) => sql`
    select c.*, (
      select json_agg(t order by t.id) from (
        select t.id, t.name, t.bio, t.avatar_hash as "avatarHash", t.locked, t.captain_id as "captainId", (
            select case when t.locked then 'members' when bool_or(p.status in ('Accepted', 'Suspended')) then 'team' end
            from participations p join games g on g.id = p.game_id
            where p.team_id = t.id and g.end_at > coalesce(g.paused_at, now()) having count(*) > 0
          ) as held, (
          select json_agg(m order by m.created_at, m.id) from (
            select a.id, a.user_name as "userName", a.bio, a.avatar_hash as "avatarHash", m.created_at
            from team_members m join accounts a on a.id = m.account_id where m.team_id = t.id
          ) m
        ) as members
        from team_members own join teams t on t.id = own.team_id where own.account_id = c.id and t.solo_of is null
      ) t
    ) as teams
    from callers c`,
);

export function listMembers(db: Executor, teamIds: readonly number[]): Promise<MemberRow[]> {
  return db
    .select({
      teamId: teamMembers.teamId,
      id: accounts.id,
      userName: accounts.userName,
      bio: accounts.bio,
      avatarHash: accounts.avatarHash,
    })
    .from(teamMembers)
    .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
    .where(inArray(teamMembers.teamId, [...teamIds]))
    .orderBy(asc(teamMembers.joinedAt), asc(accounts.id));
}

export async function isTeamMember(db: Executor, teamId: number, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ accountId: teamMembers.accountId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.accountId, accountId)));
  return rows.length > 0;
}

/** Throws `team.alreadyMember`. */
export async function insertMember(tx: Tx, teamId: number, accountId: string): Promise<void> {
  try {
    await tx.insert(teamMembers).values({ teamId, accountId });
  } catch (error) {
    if (violatedConstraint(error) === teamConstraints.member)
      throw new DomainError('team.alreadyMember', { cause: error });
    throw error;
  }
}

export async function deleteMember(tx: Tx, teamId: number, accountId: string): Promise<boolean> {
  const rows = await tx
    .delete(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.accountId, accountId)))
    .returning({ accountId: teamMembers.accountId });
  return rows.length > 0;
}

export async function deleteRegistrations(tx: Tx, teamId: number, accountId: string): Promise<void> {
  const own = tx.select({ id: participations.id }).from(participations).where(eq(participations.teamId, teamId));
  await tx
    .delete(participationMembers)
    .where(and(eq(participationMembers.accountId, accountId), inArray(participationMembers.participationId, own)));
}

export async function countLedTeams(tx: Tx, accountId: string, exceptTeamId = 0): Promise<number> {
  const [row] = await tx
    .select({ value: count() })
    .from(teams)
    .where(and(eq(teams.captainId, accountId), ne(teams.id, exceptTeamId), isNull(teams.soloOf)));
  return row?.value ?? 0;
}

const isBeforeEnd = (now: Date) => sql`${games.endAt} > coalesce(${games.pausedAt}, ${now.toISOString()}::timestamptz)`;

export async function listOpenGamesOfTeam(
  db: Executor,
  teamId: number,
  now: Date,
  statuses: readonly StoredParticipationStatus[] = storedParticipationStatuses,
): Promise<number[]> {
  const rows = await db
    .select({ id: games.id })
    .from(participations)
    .innerJoin(games, eq(games.id, participations.gameId))
    .where(and(eq(participations.teamId, teamId), isBeforeEnd(now), inArray(participations.status, [...statuses])));
  return rows.map(({ id }) => id);
}

export async function listGamesOfTeam(db: Executor, teamId: number): Promise<number[]> {
  const rows = await db
    .select({ id: participations.gameId })
    .from(participations)
    .where(eq(participations.teamId, teamId));
  return rows.map(({ id }) => id);
}
