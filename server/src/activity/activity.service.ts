import type { Activity } from '../contract/activity';
import type { Deps } from '../deps';
import { listActivitiesByIds, listSubmissionsByIds } from './activity.queries';
import { viewActivity, viewSubmission } from './activity.view';

type ReadDeps = Pick<Deps, 'db' | 'sealing'>;

/** Events by id as monitors see them; those that are gone are left out. */
export async function readActivities(deps: ReadDeps, ids: readonly number[]): Promise<Map<number, Activity>> {
  const rows = await listActivitiesByIds(deps.db, ids);
  return new Map(rows.map((row) => [row.id, viewActivity(row, deps.sealing)]));
}

/** Submissions by id as monitors see them; those that are gone are left out. */
export async function readSubmissions(deps: ReadDeps, ids: readonly number[]) {
  const rows = await listSubmissionsByIds(deps.db, ids);
  return new Map(rows.map((row) => [row.id, viewSubmission(row, deps.sealing)]));
}
