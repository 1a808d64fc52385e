import { DomainError } from '@vexil/contract/errors';
import { stopContainers } from '@vexil/data/container/stop.queries';
import type { Executor, Tx } from '@vexil/db';
import type { FieldValues } from '@vexil/db/enums/own-field';
import { violatedConstraint } from '@vexil/db/errors';
import { accounts } from '@vexil/db/schema/account';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { type DivisionRow, divisions } from '@vexil/db/schema/division';
import {
  type NewParticipationRow,
  type ParticipationRow,
  participationConstraints,
  participationMembers,
  participations,
} from '@vexil/db/schema/participation';
import { accountLinks } from '@vexil/db/schema/sign-in';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { and, asc, count, eq, ne } from 'drizzle-orm';
import { isInvited, readOwn } from '../play/caller.queries';

export async function findParticipation(db: Executor, id: number): Promise<ParticipationRow | undefined> {
  const [row] = await db.select().from(participations).where(eq(participations.id, id));
  return row;
}

/** Locked until the transaction ends. Lock order: the team first. */
export async function findParticipationLocked(
  tx: Tx,
  id: number,
  strength: 'no key update' | 'update',
): Promise<ParticipationRow | undefined> {
  const [row] = await tx.select().from(participations).where(eq(participations.id, id)).for(strength);
  return row;
}

export async function findTeamParticipationLocked(
  tx: Tx,
  gameId: number,
  teamId: number,
): Promise<ParticipationRow | undefined> {
  const [row] = await tx
    .select()
    .from(participations)
    .where(and(eq(participations.gameId, gameId), eq(participations.teamId, teamId)))
    .for('no key update');
  return row;
}

/** Prevents deletion of the divisions until the transaction ends. */
export function lockDivisions(tx: Tx, gameId: number): Promise<DivisionRow[]> {
  return tx.select().from(divisions).where(eq(divisions.gameId, gameId)).orderBy(asc(divisions.id)).for('key share');
}

export async function findOwnParticipation(
  db: Executor,
  gameId: number,
  accountId: string,
): Promise<ParticipationRow | undefined> {
  const [row] = await db
    .select({ participation: participations })
    .from(participationMembers)
    .innerJoin(participations, eq(participations.id, participationMembers.participationId))
    .where(and(eq(participationMembers.gameId, gameId), eq(participationMembers.accountId, accountId)));
  return row?.participation;
}

export const listRuleTexts = (db: Executor, gameId: number): Promise<{ ruleText: string }[]> =>
  db.select({ ruleText: divisions.ruleText }).from(divisions).where(eq(divisions.gameId, gameId));

/** Empty for none. */
export async function readRuleText(db: Executor, divisionId: number): Promise<string> {
  const [row] = await db.select({ ruleText: divisions.ruleText }).from(divisions).where(eq(divisions.id, divisionId));
  return row?.ruleText ?? '';
}

/** Of all games; a division that is gone has no row to meet. */
export async function listOpenDivisions(db: Executor, accountId: string): Promise<number[]> {
  const rows = await db
    .select({ divisionIds: accountLinks.divisionIds })
    .from(accountLinks)
    .where(eq(accountLinks.accountId, accountId));
  return rows.flatMap(({ divisionIds }) => divisionIds);
}

export async function insertParticipation(tx: Tx, values: NewParticipationRow): Promise<ParticipationRow> {
  const [row] = await tx.insert(participations).values(values).returning();
  if (!row) throw new Error('The participation was not stored.');
  return row;
}

export async function updateParticipationRow(
  tx: Tx,
  id: number,
  values: Partial<NewParticipationRow>,
): Promise<ParticipationRow> {
  const [row] = await tx.update(participations).set(values).where(eq(participations.id, id)).returning();
  if (!row) throw new DomainError('participation.notFound');
  return row;
}

export async function deleteParticipation(tx: Tx, id: number): Promise<void> {
  await tx.delete(participations).where(eq(participations.id, id));
}

export async function insertRegistration(
  tx: Tx,
  values: { gameId: number; accountId: string; participationId: number; fields: FieldValues },
): Promise<void> {
  try {
    await tx.insert(participationMembers).values(values);
  } catch (error) {
    if (violatedConstraint(error) !== participationConstraints.accountOnce) throw error;
    throw new DomainError('participation.alreadyJoined', { cause: error });
  }
}

const isMember = (gameId: number, accountId: string) =>
  and(eq(participationMembers.gameId, gameId), eq(participationMembers.accountId, accountId));

export async function findMemberFieldsLocked(
  tx: Tx,
  gameId: number,
  accountId: string,
): Promise<FieldValues | undefined> {
  const { fields } = participationMembers;
  const [row] = await tx
    .select({ fields })
    .from(participationMembers)
    .where(isMember(gameId, accountId))
    .for('no key update');
  return row?.fields;
}

export async function updateMemberFields(
  tx: Tx,
  gameId: number,
  accountId: string,
  fields: FieldValues,
): Promise<void> {
  await tx.update(participationMembers).set({ fields }).where(isMember(gameId, accountId));
}

/** Of the members of one team or all teams on the scoreboard: what they answered to the platform and to the game. */
export const listTeamFields = (db: Executor, gameId: number, teamId?: number) =>
  db
    .select({
      ...{ teamId: participations.teamId, userName: accounts.userName },
      ...{ ofAccount: accounts.fields, ofGame: participationMembers.fields },
    })
    .from(participationMembers)
    .innerJoin(participations, eq(participations.id, participationMembers.participationId))
    .innerJoin(accounts, eq(accounts.id, participationMembers.accountId))
    .where(
      and(
        eq(participations.gameId, gameId),
        teamId === undefined ? undefined : eq(participations.teamId, teamId),
        eq(participations.status, 'Accepted'),
      ),
    )
    .orderBy(asc(participationMembers.createdAt), asc(accounts.id));

export async function deleteRegistration(tx: Tx, gameId: number, accountId: string): Promise<void> {
  await tx.delete(participationMembers).where(isMember(gameId, accountId));
}

export async function countRegisteredOthers(tx: Tx, participationId: number, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ value: count() })
    .from(participationMembers)
    .where(
      and(eq(participationMembers.participationId, participationId), ne(participationMembers.accountId, accountId)),
    );
  return row?.value ?? 0;
}

export interface JoinFacts {
  /** null when there is no such game. */
  hidden: boolean | null;
  isInvited: boolean;
  joinedTeams: { id: number; division: number }[] | null;
  divisions: (Pick<DivisionRow, 'id' | 'defaultPermissions'> & { isOpen: boolean })[] | null;
}

/** Plan: primary keys, team_members_account_id_idx, divisions_game_id_idx and links of the account per caller. */
export const findJoinFacts = readOwn<JoinFacts>(
  (sql) => sql`
    select c.*, g.hidden, coalesce(g.hidden and ${isInvited(sql)}, false) as "isInvited",
      (
        select json_agg(j order by j.id) from (
          select p.team_id as id, p.division_id as division
          from team_members m join participations p on p.team_id = m.team_id and p.game_id = c."gameId"
          where m.account_id = c.id and p.division_id is not null
        ) j
      ) as "joinedTeams",
      (
        select json_agg(d order by d.id) from (
          select id, default_permissions as "defaultPermissions", exists (
            select from account_links l where l.account_id = c.id and divisions.id = any(l.division_ids)
          ) as "isOpen"
          from divisions where game_id = c."gameId"
        ) d
      ) as divisions
    from callers c left join lateral (select id, hidden from games where id = c."gameId" limit 1) g on true`,
);

export const listParticipationsWithTeam = (db: Executor, gameId: number) =>
  db
    .select({ participation: participations, team: teams })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .where(eq(participations.gameId, gameId))
    .orderBy(asc(participations.teamId));

export const listMemberProfiles = (db: Executor, gameId: number) =>
  db
    .select({
      teamId: teamMembers.teamId,
      profile: {
        id: accounts.id,
        role: accounts.role,
        userName: accounts.userName,
        email: accounts.email,
        bio: accounts.bio,
        phone: accounts.phone,
        realName: accounts.realName,
        stdNumber: accounts.stdNumber,
        avatarHash: accounts.avatarHash,
        fields: accounts.fields,
      },
    })
    .from(participations)
    .innerJoin(teamMembers, eq(teamMembers.teamId, participations.teamId))
    .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
    .where(eq(participations.gameId, gameId))
    .orderBy(asc(teamMembers.joinedAt), asc(accounts.id));

export const listRegistrations = (db: Executor, gameId: number) =>
  db
    .select()
    .from(participationMembers)
    .where(eq(participationMembers.gameId, gameId))
    .orderBy(asc(participationMembers.createdAt), asc(participationMembers.accountId));

export const stopContainersOf = (tx: Tx, participationId: number): Promise<ContainerRow[]> =>
  stopContainers(tx, eq(containers.participationId, participationId), 'participation');
