import type { Executor } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { divisions } from '@vexil/db/schema/division';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { cheatFindings, submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';

/** A re-judging may have found that it was none. */
export const listFindings = (db: Executor, gameId: number) =>
  db
    .select({
      submissionId: cheatFindings.submissionId,
      submitId: cheatFindings.submitParticipationId,
      sourceId: cheatFindings.sourceParticipationId,
    })
    .from(cheatFindings)
    .innerJoin(submissions, eq(submissions.id, cheatFindings.submissionId))
    .where(and(eq(cheatFindings.gameId, gameId), eq(submissions.status, 'CheatDetected')))
    .orderBy(desc(cheatFindings.submissionId));

export async function listTeamsInGame(db: Executor, participationIds: readonly number[]) {
  if (participationIds.length === 0) return [];
  return db
    .select({
      id: participations.id,
      status: participations.status,
      divisionId: participations.divisionId,
      division: divisions.name,
      teamId: teams.id,
      teamName: teams.name,
      avatarHash: teams.avatarHash,
    })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .where(inArray(participations.id, [...participationIds]));
}

export async function listMembersInGame(db: Executor, participationIds: readonly number[]) {
  if (participationIds.length === 0) return [];
  return db
    .select({
      participationId: participationMembers.participationId,
      id: accounts.id,
      name: accounts.userName,
      avatarHash: accounts.avatarHash,
      role: accounts.role,
    })
    .from(participationMembers)
    .innerJoin(accounts, eq(accounts.id, participationMembers.accountId))
    .where(inArray(participationMembers.participationId, [...participationIds]))
    .orderBy(asc(participationMembers.createdAt), asc(accounts.id));
}

export type MemberInGame = Awaited<ReturnType<typeof listMembersInGame>>[number];

export type TeamInGame = Awaited<ReturnType<typeof listTeamsInGame>>[number];
