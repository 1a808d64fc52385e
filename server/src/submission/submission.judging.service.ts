import { setTimeout as delay } from 'node:timers/promises';
import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import { addJob } from '@vexil/runtime/queues';
import { batchFor } from '../batch';
import type { Deps } from '../deps';

const restMsEach = 5;
const restMsMax = 50;

type Waker = Pick<Deps, 'queues' | 'log'>;

const wake = batchFor((deps: Waker) => ({
  sizeMax: Number.POSITIVE_INFINITY,
  // While a wake-up is on its way the next one waits, for all answers that are stored meanwhile: a judge who has been
  // woken may have looked already.
  inFlightMax: 1,
  async run(answers: readonly { gameId: number; challengeId: number }[]) {
    const partitions = answers.map(({ gameId, challengeId }) => ({ gameId, partition: judgePartition(challengeId) }));
    const distinct = new Map(partitions.map((payload) => [`${payload.gameId} ${payload.partition}`, payload]));
    const added = [...distinct.values()].map((payload) =>
      addJob(deps, submissionJobs.judge, payload).catch((error) =>
        deps.log.warn({ err: error, ...payload }, 'Stored answers were left to the sweep'),
      ),
    );
    await Promise.all(added);
    // In a flood a judge who comes less often finds more, for the same price; a lone answer is not held up.
    await delay(Math.min(restMsMax, restMsEach * answers.length));
    return answers.map(() => undefined);
  },
}));

/**
 * Has a stored answer judged, after its commit. Nobody waits for it: the answer counts from its commit on, and the sweep
 * finds what is left when Redis is away.
 */
export function requestJudging(deps: Waker, answer: { gameId: number; challengeId: number }): void {
  void wake(deps, answer);
}

/** Resolves once every wake-up asked for is with Redis. */
export const untilJudgingRequested = (deps: Waker): Promise<void> => wake.idle(deps);
