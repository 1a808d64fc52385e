import type { Activity } from '@vexil/contract/activity';
import { Submission } from '@vexil/contract/submission';
import type { Deps } from '@vexil/http/deps';
import { z } from 'zod';
import { getStartedGame } from '../game/game.service';
import {
  type ActivityFilter,
  insertActivity,
  listActivities,
  listActivitiesByIds,
  listSubmissions,
  listSubmissionsByIds,
  type MonitoredActivity,
  type MonitoredSubmission,
  type Page,
  type SubmissionFilter,
} from './activity.queries';
import { viewActivity, viewSubmission } from './activity.view';
import { eachBatch, searchRows, textMatcher } from './search-rows';

export { insertActivity };

type ReadDeps = Pick<Deps, 'db' | 'sealing'>;

export async function readActivities(deps: ReadDeps, ids: readonly number[]): Promise<Map<number, Activity>> {
  const rows = await listActivitiesByIds(deps.db, ids);
  return new Map(rows.map((row) => [row.id, viewActivity(row, deps.sealing)]));
}

export async function readSubmissions(deps: ReadDeps, ids: readonly number[]) {
  const rows = await listSubmissionsByIds(deps.db, ids);
  return new Map(rows.map((row) => [row.id, viewSubmission(row, deps.sealing)]));
}

type TextFilter = { text?: string | undefined };

/** Newest first. Throws `game.notFound` or `game.notStarted`. */
export async function readGameActivities(
  deps: ReadDeps,
  { text, ...filter }: ActivityFilter & TextFilter,
  page: Page,
  at: Date,
): Promise<Activity[]> {
  await getStartedGame(deps.db, filter.gameId, at);
  const view = (row: MonitoredActivity) => viewActivity(row, deps.sealing);
  if (!text) return (await listActivities(deps.db, filter, page)).map(view);
  const matches = textMatcher(text);
  return searchRows(
    (beforeId, count) => listActivities(deps.db, { ...filter, beforeId }, { count, skip: 0 }),
    view,
    ({ user, team, challenge, values }) => matches([user, team, challenge, ...values]),
    { ...page, beforeId: filter.beforeId },
  );
}

const submissionMatcher = (text: string) => {
  const matches = textMatcher(text);
  return ({ user, team, challenge, answer }: Submission) => matches([user, team, challenge, answer]);
};

/** Newest first. Throws `game.notFound` or `game.notStarted`. */
export async function readGameSubmissions(
  deps: ReadDeps,
  { text, ...filter }: SubmissionFilter & TextFilter,
  page: Page,
  at: Date,
): Promise<Submission[]> {
  await getStartedGame(deps.db, filter.gameId, at);
  const view = (row: MonitoredSubmission) => viewSubmission(row, deps.sealing);
  if (!text) return (await listSubmissions(deps.db, filter, page)).map(view);
  return searchRows(submissionReader(deps, filter), view, submissionMatcher(text), {
    ...page,
    beforeId: filter.beforeId,
  });
}

const submissionReader =
  (deps: Pick<Deps, 'db'>, filter: SubmissionFilter) => (beforeId: number | undefined, count: number) =>
    listSubmissions(deps.db, { ...filter, beforeId }, { count, skip: 0 });

/** All submissions of a game, newest first. */
export const eachSubmissionBatch = (
  deps: Pick<Deps, 'db'>,
  filter: SubmissionFilter,
): AsyncGenerator<MonitoredSubmission[], void> => eachBatch(submissionReader(deps, filter), filter.beforeId);

/** Throws `game.notFound` or `game.notStarted` before the first chunk. */
export async function streamSubmissions(
  deps: ReadDeps,
  { text, ...filter }: SubmissionFilter & TextFilter,
  at: Date,
): Promise<AsyncIterable<string>> {
  await getStartedGame(deps.db, filter.gameId, at);
  const list = z.array(Submission);
  const matches = text ? submissionMatcher(text) : () => true;
  return (async function* () {
    let begin = '[';
    for await (const rows of eachSubmissionBatch(deps, filter)) {
      const page = list.parse(rows.map((row) => viewSubmission(row, deps.sealing)).filter(matches));
      if (page.length === 0) continue;
      yield begin + JSON.stringify(page).slice(1, -1);
      begin = ',';
    }
    yield begin === '[' ? '[]' : ']';
  })();
}
