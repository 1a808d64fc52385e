import { engineQueueName, queueNames } from '@vexil/contract/job';
import type { Backlog } from '@vexil/data/health/backlog.queries';
import { type LiveContainerState, liveContainerStates } from '@vexil/db/enums/container';
import type { Queue } from 'bullmq';
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
  /** By name of the queue; each container engine has one. */
  jobs: Record<string, JobCounts>;
}

interface JobCounts {
  waiting: number;
  delayed: number;
  failed: number;
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
  const [workers, { oldestWaitingAnswerAt, unsentMails, containers, engines }] = await Promise.all([
    countLivingWorkers(deps.redis, deps.keyPrefix),
    deps.readBacklog(now),
  ]);
  const queues = [
    ...queueNames.map((name) => [name, deps.queues[name]] as const),
    ...engines.map((engine) => [engineQueueName(engine), deps.queues.ofEngine(engine)] as const),
  ];
  const jobs = await Promise.all(queues.map(async ([name, queue]) => [name, await countJobs(queue)] as const));
  const ageMs = oldestWaitingAnswerAt ? now.getTime() - oldestWaitingAnswerAt.getTime() : 0;
  return {
    workers,
    oldestWaitingAnswerSeconds: Math.max(0, Math.floor(ageMs / 1000)),
    unsentMails,
    containers,
    jobs: Object.fromEntries(jobs),
  };
}

async function countJobs(queue: Queue): Promise<JobCounts> {
  const { waiting = 0, delayed = 0, failed = 0 } = await queue.getJobCounts('waiting', 'delayed', 'failed');
  return { waiting, delayed, failed };
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
      Object.entries(jobs).flatMap(([queue, counts]) =>
        Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
  },
];
