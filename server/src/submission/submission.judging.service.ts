import { setTimeout as delay } from 'node:timers/promises';
import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import type { Deps } from '@vexil/http/deps';
import { batchFor } from '@vexil/http/reads/batch';
import { addJob } from '@vexil/runtime/queues';

const pauseMsEach = 5;
const pauseMsMax = 50;

type JudgingDeps = Pick<Deps, 'queues' | 'log'>;

const enqueue = batchFor((deps: JudgingDeps) => ({
  sizeMax: Number.POSITIVE_INFINITY,
  // The next batch waits for this one and is enqueued after it: a job that is already running may have read its rows
  // before the submissions of the next batch were committed.
  inFlightMax: 1,
  async run(submissions: readonly { gameId: number; challengeId: number; traceparent: string | undefined }[]) {
    const wanted = submissions.map(({ gameId, challengeId, traceparent }) => ({
      payload: { gameId, partition: judgePartition(challengeId) },
      traceparent,
    }));
    const distinct = new Map(wanted.map((one) => [`${one.payload.gameId} ${one.payload.partition}`, one]));
    const added = [...distinct.values()].map(({ payload, traceparent }) =>
      addJob(deps, submissionJobs.judge, payload, { traceparent }).catch((error) =>
        deps.log.warn(
          { event: 'submission.enqueue_failed', err: error, ...payload },
          'Enqueuing a judging job failed, the sweep will do it',
        ),
      ),
    );
    await Promise.all(added);
    // Under load fewer jobs judge larger batches at the same cost; a single submission is not delayed.
    await delay(Math.min(pauseMsMax, pauseMsEach * submissions.length));
    return submissions.map(() => undefined);
  },
}));

/** Enqueues judging of a committed submission without waiting for Redis; the sweep finds it when this fails. */
export function requestJudging(deps: JudgingDeps, submission: { gameId: number; challengeId: number }): void {
  void enqueue(deps, { ...submission, traceparent: deps.queues.traceparent() });
}

export const untilJudgingRequested = (deps: JudgingDeps): Promise<void> => enqueue.idle(deps);
