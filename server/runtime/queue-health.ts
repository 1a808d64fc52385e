import { type QueueName, queueNames } from '@vexil/contract/job';
import type { Backlog } from '@vexil/db/backlog';
import { type LiveContainerState, liveContainerStates } from '@vexil/db/enums/container';
import type { Redis } from 'ioredis';
import type { Clock } from './clock';
import { countLivingWorkers } from './heartbeat';
import type { Queues } from './queues';

export interface QueueHealth {
  workers: number;
  /** Whole seconds; 0 for none. */
  oldestWaitingAnswerSeconds: number;
  unsentMails: number;
  /** Containers that are alive, by state. */
  containers: Record<LiveContainerState, number>;
  jobs: Record<QueueName, { waiting: number; delayed: number; failed: number }>;
}

export interface QueueHealthDeps {
  redis: Redis;
  queues: Queues;
  keyPrefix: string;
  clock: Clock;
  readBacklog(now: Date): Promise<Backlog>;
}

async function readQueueHealth(deps: QueueHealthDeps): Promise<QueueHealth> {
  const now = deps.clock.now();
  const [workers, { oldestWaitingAnswerAt, unsentMails, containers }, counts] = await Promise.all([
    countLivingWorkers(deps.redis, deps.keyPrefix),
    deps.readBacklog(now),
    Promise.all(queueNames.map((queue) => deps.queues[queue].getJobCounts('waiting', 'delayed', 'failed'))),
  ]);
  const ageMs = oldestWaitingAnswerAt ? now.getTime() - oldestWaitingAnswerAt.getTime() : 0;
  const jobs = queueNames.map((queue, at) => {
    const { waiting = 0, delayed = 0, failed = 0 } = counts[at] ?? {};
    return [queue, { waiting, delayed, failed }] as const;
  });
  return {
    workers,
    oldestWaitingAnswerSeconds: Math.max(0, Math.floor(ageMs / 1000)),
    unsentMails,
    containers,
    jobs: Object.fromEntries(jobs) as QueueHealth['jobs'],
  };
}

const ageMsMax = 1000;

/** Cached for a second. Rejects when the database or Redis is unreachable. */
export function createQueueHealth(deps: QueueHealthDeps): () => Promise<QueueHealth> {
  let known: { at: number; health: Promise<QueueHealth> } | undefined;
  return () => {
    const now = deps.clock.now().getTime();
    // Survives a clock that is set back.
    if (!known || Math.abs(now - known.at) >= ageMsMax) known = { at: now, health: readQueueHealth(deps) };
    return known.health;
  };
}

export interface QueueGauge {
  name: string;
  help: string;
  labelNames: readonly ('queue' | 'state')[];
  samples(health: QueueHealth): { labels: Record<string, string>; value: number }[];
}

const single = (name: string, help: string, read: (health: QueueHealth) => number): QueueGauge => ({
  name,
  help,
  labelNames: [],
  samples: (health) => [{ labels: {}, value: read(health) }],
});

export const queueGauges: readonly QueueGauge[] = [
  single('workers_living', 'Workers with a heartbeat in the last 15 seconds', ({ workers }) => workers),
  single(
    'oldest_waiting_answer_seconds',
    'Age of the answer that has waited longest for its verdict',
    (health) => health.oldestWaitingAnswerSeconds,
  ),
  single('mails_unsent', 'Mails that can still be sent and were not yet', ({ unsentMails }) => unsentMails),
  {
    name: 'containers',
    help: 'Containers that are alive, by state',
    labelNames: ['state'],
    samples: ({ containers }) => liveContainerStates.map((state) => ({ labels: { state }, value: containers[state] })),
  },
  {
    name: 'queue_jobs',
    help: 'Jobs by queue and state: waiting, delayed or failed',
    labelNames: ['queue', 'state'],
    samples: ({ jobs }) =>
      queueNames.flatMap((queue) =>
        Object.entries(jobs[queue]).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
  },
];
