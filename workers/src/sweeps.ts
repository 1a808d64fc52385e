import { accountJobs } from '@vexil/contract/account';
import { assetJobs } from '@vexil/contract/asset';
import { containerJobs } from '@vexil/contract/container';
import type { Job } from '@vexil/contract/job';
import { logJobs } from '@vexil/contract/log';
import { mailJobs } from '@vexil/contract/mail';
import { noticeJobs } from '@vexil/contract/notice';
import { submissionJobs } from '@vexil/contract/submission';
import { diskCheckEveryMs } from '@vexil/rules/container.rules';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from './deps';
import type { Handler } from './run-job';

interface Sweep {
  job: Job;
  everyMs: number;
}

/** What is looked for again and again, because a crash can fall between any commit and what follows it. */
const sweeps: readonly Sweep[] = [
  { job: submissionJobs.sweep, everyMs: 5_000 },
  { job: noticeJobs.sweep, everyMs: 5_000 },
  { job: accountJobs.sweep, everyMs: 3_600_000 },
  { job: mailJobs.sweep, everyMs: 60_000 },
  { job: logJobs.sweep, everyMs: 3_600_000 },
  { job: assetJobs.sweep, everyMs: 3_600_000 },
  { job: containerJobs.reconcile, everyMs: 15_000 },
  { job: containerJobs.checkDisk, everyMs: diskCheckEveryMs },
];

/** Schedules of earlier releases, which stay in Redis. */
const retired = ['sweep-scoreboards'];

const lookAgainMsDefault = 10_000;

/**
 * Keeps the sweeps repeating, and sweeps once at the start. The schedules lie in Redis, so that any number of workers
 * sweeps as often as one; Redis may be emptied, so each worker looks for them from a timer of its own.
 */
export async function startSweeps(
  deps: WorkerDeps,
  handlers: readonly Handler[],
  lookAgainMs = lookAgainMsDefault,
): Promise<() => void> {
  const handled = sweeps.filter(({ job }) => handlers.some((handler) => handler.job === job));
  const look = () => scheduleMissing(deps, handled);
  const timer = setInterval(look, lookAgainMs);
  await look();
  await Promise.all(handled.map(({ job }) => addJob(deps, job, {}).catch((error) => warn(deps, error))));
  return () => clearInterval(timer);
}

async function scheduleMissing(deps: WorkerDeps, wanted: readonly Sweep[]): Promise<void> {
  try {
    for (const name of retired) await deps.queues.sweep.removeJobScheduler(name);
    for (const { job, everyMs } of wanted) {
      const queue = deps.queues[job.queue];
      // Setting a schedule again while its job runs would add a second one beside it.
      if (await queue.getJobScheduler(job.name)) continue;
      await queue.upsertJobScheduler(
        job.name,
        { every: everyMs },
        { name: job.name, data: {}, opts: { attempts: job.attempts, removeOnComplete: true, removeOnFail: true } },
      );
    }
  } catch (error) {
    warn(deps, error);
  }
}

function warn(deps: WorkerDeps, error: unknown): void {
  deps.log.warn({ err: error }, 'The sweeps could not be scheduled');
}
