import type { Executor } from '@vexil/db';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { accounts } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { challenges } from '@vexil/db/schema/challenge';
import { participations } from '@vexil/db/schema/participation';
import { submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { and, desc, eq, inArray, lt, notInArray } from 'drizzle-orm';

const selectActivities = (db: Executor) =>
  db
    .select({
      id: activities.id,
      type: activities.type,
      values: activities.values,
      result: activities.result,
      happenedAt: activities.happenedAt,
      userName: accounts.userName,
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
      userName: accounts.userName,
      email: accounts.email,
      teamName: teams.name,
      challengeTitle: challenges.title,
    })
    .from(submissions)
    .leftJoin(accounts, eq(accounts.id, submissions.accountId))
    .leftJoin(participations, eq(participations.id, submissions.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(challenges, eq(challenges.id, submissions.challengeId));

export type MonitoredSubmission = Awaited<ReturnType<typeof selectSubmissions>>[number];

export async function listActivitiesByIds(db: Executor, ids: readonly number[]): Promise<MonitoredActivity[]> {
  if (ids.length === 0) return [];
  return selectActivities(db).where(inArray(activities.id, [...ids]));
}

export async function listSubmissionsByIds(db: Executor, ids: readonly number[]): Promise<MonitoredSubmission[]> {
  if (ids.length === 0) return [];
  return selectSubmissions(db).where(inArray(submissions.id, [...ids]));
}

type Page = { count: number; skip: number };

/** By id descending, so that pages are stable while new rows arrive and the index gives the order. */
export function listActivities(
  db: Executor,
  gameId: number,
  { hideContainer, count, skip }: Page & { hideContainer: boolean },
): Promise<MonitoredActivity[]> {
  const shown = hideContainer ? notInArray(activities.type, ['ContainerStart', 'ContainerDestroy']) : undefined;
  return selectActivities(db)
    .where(and(eq(activities.gameId, gameId), shown))
    .orderBy(desc(activities.id))
    .limit(count)
    .offset(skip);
}

export interface SubmissionFilter {
  gameId: number;
  status?: AnswerResult | undefined;
  beforeId?: number | undefined;
}

export function listSubmissions(
  db: Executor,
  { gameId, status, beforeId }: SubmissionFilter,
  { count, skip }: Page,
): Promise<MonitoredSubmission[]> {
  return selectSubmissions(db)
    .where(
      and(
        eq(submissions.gameId, gameId),
        status && eq(submissions.status, status),
        beforeId === undefined ? undefined : lt(submissions.id, beforeId),
      ),
    )
    .orderBy(desc(submissions.id))
    .limit(count)
    .offset(skip);
}
