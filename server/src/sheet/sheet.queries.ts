import type { Executor } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { asc, eq } from 'drizzle-orm';

export const listCaptains = (db: Executor, gameId: number) =>
  db
    .select({ teamId: teams.id, userName: accounts.userName })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .innerJoin(accounts, eq(accounts.id, teams.captainId))
    .where(eq(participations.gameId, gameId));

export const listCrews = (db: Executor, gameId: number) =>
  db
    .select({
      teamId: participations.teamId,
      userName: accounts.userName,
      realName: accounts.realName,
      email: accounts.email,
      stdNumber: accounts.stdNumber,
      phone: accounts.phone,
      ofAccount: accounts.fields,
      ofGame: participationMembers.fields,
    })
    .from(participationMembers)
    .innerJoin(participations, eq(participations.id, participationMembers.participationId))
    .innerJoin(accounts, eq(accounts.id, participationMembers.accountId))
    .where(eq(participationMembers.gameId, gameId))
    .orderBy(asc(participationMembers.createdAt), asc(accounts.id));

export type CrewMember = Awaited<ReturnType<typeof listCrews>>[number];
