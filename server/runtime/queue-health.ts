import { engineQueueName, queueNames } from '@vexil/contract/job';
import type { Backlog } from '@vexil/data/health/backlog.queries';
import type { LiveContainerState } from '@vexil/db/enums/container';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Clock } from './clock';
import { countLivingWorkers } from './heartbeat';
import type { Queues } from './queues';
import { shareFor } from './within';

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
export const createQueueHealth = (deps: QueueHealthDeps): (() => Promise<QueueHealth>) =>
  shareFor(
    ageMsMax,
    () => readQueueHealth(deps),
    () => deps.clock.now().getTime(),
  );
