import { accountJobs } from '@vexil/server/contract/account';
import { assetJobs } from '@vexil/server/contract/asset';
import { containerJobs } from '@vexil/server/contract/container';
import { diskCheckEveryMs } from '@vexil/server/contract/container.rules';
import type { Job } from '@vexil/server/contract/job';
import { logJobs } from '@vexil/server/contract/log';
import { mailJobs } from '@vexil/server/contract/mail';
import { noticeJobs } from '@vexil/server/contract/notice';
import { scoreboardJobs } from '@vexil/server/contract/scoreboard';
import { submissionJobs } from '@vexil/server/contract/submission';
import { addJob, type WorkerDeps } from './deps';
import type { Handler } from './run-job';

interface Sweep {
  job: Job;
  everyMs: number;
}

/** What is looked for again and again, because a crash can fall between any commit and what follows it. */
const sweeps: readonly Sweep[] = [
  { job: submissionJobs.sweep, everyMs: 5_000 },
  { job: noticeJobs.sweep, everyMs: 5_000 },
  { job: scoreboardJobs.sweep, everyMs: 30_000 },
  { job: accountJobs.sweep, everyMs: 3_600_000 },
  { job: mailJobs.sweep, everyMs: 60_000 },
  { job: logJobs.sweep, everyMs: 3_600_000 },
  { job: assetJobs.sweep, everyMs: 3_600_000 },
  { job: containerJobs.reconcile, everyMs: 15_000 },
  { job: containerJobs.checkDisk, everyMs: diskCheckEveryMs },
];

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
