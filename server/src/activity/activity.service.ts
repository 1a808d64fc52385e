import type { Activity } from '@vexil/contract/activity';
import { Submission } from '@vexil/contract/submission';
import { z } from 'zod';
import type { Deps } from '../deps';
import { getStartedGame } from '../game/game.service';
import {
  listActivities,
  listActivitiesByIds,
  listSubmissions,
  listSubmissionsByIds,
  type MonitoredSubmission,
  type SubmissionFilter,
} from './activity.queries';
import { viewActivity, viewSubmission } from './activity.view';

type ReadDeps = Pick<Deps, 'db' | 'sealing'>;
type Page = { count: number; skip: number };

export async function readActivities(deps: ReadDeps, ids: readonly number[]): Promise<Map<number, Activity>> {
  const rows = await listActivitiesByIds(deps.db, ids);
  return new Map(rows.map((row) => [row.id, viewActivity(row, deps.sealing)]));
}

export async function readSubmissions(deps: ReadDeps, ids: readonly number[]) {
  const rows = await listSubmissionsByIds(deps.db, ids);
  return new Map(rows.map((row) => [row.id, viewSubmission(row, deps.sealing)]));
}

/** Newest first. Throws `game.notFound` or `game.notStarted`. */
export async function readGameActivities(
  deps: ReadDeps,
  gameId: number,
  page: Page & { hideContainer: boolean },
  at: Date,
): Promise<Activity[]> {
  await getStartedGame(deps.db, gameId, at);
  const rows = await listActivities(deps.db, gameId, page);
  return rows.map((row) => viewActivity(row, deps.sealing));
}

type Filter = Pick<SubmissionFilter, 'gameId' | 'status'>;

/** Newest first. Throws `game.notFound` or `game.notStarted`. */
export async function readGameSubmissions(deps: ReadDeps, filter: Filter, page: Page, at: Date): Promise<Submission[]> {
  await getStartedGame(deps.db, filter.gameId, at);
  const rows = await listSubmissions(deps.db, filter, page);
  return rows.map((row) => viewSubmission(row, deps.sealing));
}

const batchSize = 1000;

/** All submissions of a game, newest first, in batches: a large game has too many for memory. */
export async function* eachSubmissionBatch(
  deps: Pick<Deps, 'db'>,
  filter: Filter,
): AsyncGenerator<MonitoredSubmission[], void> {
  let beforeId: number | undefined;
  for (;;) {
    const rows = await listSubmissions(deps.db, { ...filter, beforeId }, { count: batchSize, skip: 0 });
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    beforeId = rows.at(-1)?.id;
  }
}

/** Throws `game.notFound` or `game.notStarted` before the first chunk. */
export async function streamSubmissions(deps: ReadDeps, filter: Filter, at: Date): Promise<AsyncIterable<string>> {
  await getStartedGame(deps.db, filter.gameId, at);
  const list = z.array(Submission);
  return (async function* () {
    let begin = '[';
    for await (const rows of eachSubmissionBatch(deps, filter)) {
      const page = list.parse(rows.map((row) => viewSubmission(row, deps.sealing)));
      yield begin + JSON.stringify(page).slice(1, -1);
      begin = ',';
    }
    yield begin === '[' ? '[]' : ']';
  })();
}
