import { invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import type { ActivityType } from '@vexil/db/enums/activity';
import type { AnswerResult, Via } from '@vexil/db/enums/submission';
import { accounts } from '@vexil/db/schema/account';
import { activities, type NewActivityRow } from '@vexil/db/schema/activity';
import { challenges } from '@vexil/db/schema/challenge';
import { participations } from '@vexil/db/schema/participation';
import { submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { and, desc, eq, inArray, lt, notInArray, or, sql } from 'drizzle-orm';

const selectActivities = (db: Executor) =>
  db
    .select({
      id: activities.id,
      type: activities.type,
      values: activities.values,
      result: activities.result,
      happenedAt: activities.happenedAt,
      userName: accounts.userName,
      participationId: activities.participationId,
      teamId: teams.id,
      teamName: teams.name,
      answerSealed: submissions.answerSealed,
      challengeId: challenges.id,
      challengeTitle: challenges.title,
    })
    .from(activities)
    .leftJoin(accounts, eq(accounts.id, activities.accountId))
    .leftJoin(participations, eq(participations.id, activities.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(submissions, eq(submissions.id, activities.submissionId))
    .leftJoin(challenges, eq(challenges.id, submissions.challengeId));

export type MonitoredActivity = Awaited<ReturnType<typeof selectActivities>>[number];

const selectSubmissions = (db: Executor) =>
  db
    .select({
      id: submissions.id,
      answerSealed: submissions.answerSealed,
      status: submissions.status,
      submittedAt: submissions.submittedAt,
      via: submissions.via,
      accountId: submissions.accountId,
      userName: accounts.userName,
      email: accounts.email,
      participationId: submissions.participationId,
      teamId: teams.id,
      teamName: teams.name,
      challengeId: submissions.challengeId,
      challengeTitle: challenges.title,
    })
    .from(submissions)
    .leftJoin(accounts, eq(accounts.id, submissions.accountId))
    .innerJoin(participations, eq(participations.id, submissions.participationId))
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .innerJoin(challenges, eq(challenges.id, submissions.challengeId));

export type MonitoredSubmission = Awaited<ReturnType<typeof selectSubmissions>>[number];

export async function listActivitiesByIds(db: Executor, ids: readonly number[]): Promise<MonitoredActivity[]> {
  if (ids.length === 0) return [];
  return selectActivities(db).where(inArray(activities.id, [...ids]));
}

export async function listSubmissionsByIds(db: Executor, ids: readonly number[]): Promise<MonitoredSubmission[]> {
  if (ids.length === 0) return [];
  return selectSubmissions(db).where(inArray(submissions.id, [...ids]));
}

export interface Page {
  count: number;
  skip: number;
}

interface RowFilter {
  gameId: number;
  teamId?: number | undefined;
  challengeId?: number | undefined;
  beforeId?: number | undefined;
}

export interface ActivityFilter extends RowFilter {
  hideContainer: boolean;
  type?: ActivityType | undefined;
}

const containerTypes: ActivityType[] = ['ContainerStart', 'ContainerDestroy'];

const isOfTeam = (gameId: number, teamId: number | undefined) =>
  teamId === undefined ? undefined : and(eq(participations.gameId, gameId), eq(participations.teamId, teamId));

/** Container events carry the challenge in their values, the others in their submission. */
const isAboutChallenge = (challengeId: number | undefined) =>
  challengeId === undefined
    ? undefined
    : or(
        eq(submissions.challengeId, challengeId),
        and(inArray(activities.type, containerTypes), sql`${activities.values}->>0 = ${String(challengeId)}`),
      );

/** By id descending, so that pages are stable while new rows arrive and the index gives the order. */
export function listActivities(
  db: Executor,
  { gameId, teamId, challengeId, beforeId, hideContainer, type }: ActivityFilter,
  { count, skip }: Page,
): Promise<MonitoredActivity[]> {
  return selectActivities(db)
    .where(
      and(
        eq(activities.gameId, gameId),
        hideContainer ? notInArray(activities.type, containerTypes) : undefined,
        type && eq(activities.type, type),
        isOfTeam(gameId, teamId),
        isAboutChallenge(challengeId),
        beforeId === undefined ? undefined : lt(activities.id, beforeId),
      ),
    )
    .orderBy(desc(activities.id))
    .limit(count)
    .offset(skip);
}

export interface SubmissionFilter extends RowFilter {
  status?: AnswerResult | undefined;
  via?: Via | undefined;
}

export function listSubmissions(
  db: Executor,
  { gameId, teamId, challengeId, beforeId, status, via }: SubmissionFilter,
  { count, skip }: Page,
): Promise<MonitoredSubmission[]> {
  return selectSubmissions(db)
    .where(
      and(
        eq(submissions.gameId, gameId),
        status && eq(submissions.status, status),
        via && eq(submissions.via, via),
        isOfTeam(gameId, teamId),
        challengeId === undefined ? undefined : eq(submissions.challengeId, challengeId),
        beforeId === undefined ? undefined : lt(submissions.id, beforeId),
      ),
    )
    .orderBy(desc(submissions.id))
    .limit(count)
    .offset(skip);
}

export async function insertActivity(tx: Tx, values: NewActivityRow): Promise<number> {
  const [row] = await tx.insert(activities).values(values).returning({ id: activities.id });
  invariant(row, 'An inserted event is returned.');
  return row.id;
}
