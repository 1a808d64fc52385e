import type { Job, PayloadOf } from '@vexil/contract/job';
import type { LiveTarget, PublishedPayload, Room } from '@vexil/contract/live';
import type { Tx } from '@vexil/db';
import { isRetryable } from '@vexil/db/errors';
import { numberRebuilds } from '@vexil/db/schema/scoreboard-version';
import { advanceTopics, type Topic } from '@vexil/db/schema/topic-version';
import type { BaseDeps } from './deps';
import { publish, publishAccessChanged } from './live';
import { addJob, type EnqueueOptions } from './queues';
import { publishTopics } from './topics';

export type WorkDeps = Pick<BaseDeps, 'db' | 'log' | 'redis' | 'keyPrefix' | 'queues' | 'topics'>;

/** A transaction and what leaves after its commit, in the order in which it was asked for. */
export interface Work {
  readonly tx: Tx;
  /** Every process drops the answers that it holds about these. */
  changes(...topics: readonly Topic[]): void;
  /** Marks boards for a rebuild, `factAt` as `numberRebuilds` has it. Unknown games are left out. */
  scoreboards(gameIds: readonly number[], options?: { freezeChanged?: boolean; factAt?: number }): void;
  job<J extends Job>(job: J, payload: PayloadOf<J>, options?: EnqueueOptions): void;
  event<T extends LiveTarget>(room: Room, target: T, payload: PublishedPayload<T>): void;
  /** Of these accounts, of a game by `gameSubject`, or of all by `everySubject`. */
  accessChanged(subjects: readonly string[]): void;
  after(next: () => Promise<unknown>): void;
}

const attemptsMax = 3;

/**
 * Retries serialization failures and deadlocks. What fails after the commit is logged and left to sweeps.
 *
 * Versions of topics, then those of boards are the last locks that a transaction takes, in one order everywhere. Their
 * messages are the first to leave, because clients ask again for what the other messages are about.
 */
export async function inTransaction<T>(deps: WorkDeps, run: (work: Work) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const later: (() => Promise<unknown>)[] = [];
    try {
      const result = await deps.db.transaction((tx) => runIn(deps, tx, later, run));
      for (const next of later) await runAfterCommit(deps, next);
      return result;
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error;
    }
  }
}

async function runIn<T>(
  deps: WorkDeps,
  tx: Tx,
  later: (() => Promise<unknown>)[],
  run: (work: Work) => Promise<T>,
): Promise<T> {
  const topics = new Set<Topic>();
  const boards = new Set<number>();
  let freezeChanged = false;
  let factAt = Number.POSITIVE_INFINITY;
  const after = (next: () => Promise<unknown>) => void later.push(next);
  const result = await run({
    tx,
    changes(...changed) {
      for (const topic of changed) topics.add(topic);
    },
    scoreboards(gameIds, options) {
      for (const id of gameIds) boards.add(id);
      freezeChanged ||= options?.freezeChanged === true;
      factAt = Math.min(factAt, options?.factAt ?? 0);
    },
    job: (job, payload, options) => after(() => addJob(deps, job, payload, options)),
    event: (room, target, payload) => after(() => publish(deps, room, target, payload)),
    accessChanged: (subjects) => after(() => publishAccessChanged(deps, subjects)),
    after,
  });
  const versions = await advanceTopics(tx, [...topics]);
  versions.push(...(await numberRebuilds(tx, [...boards], { freezeChanged, factAt })));
  later.unshift(() => publishTopics(deps, versions));
  return result;
}

async function runAfterCommit(deps: Pick<WorkDeps, 'log'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn(
      { event: 'transaction.after_commit_failed', err: error },
      'Work after a commit failed; a sweep will do it',
    );
  }
}
