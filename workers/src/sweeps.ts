import { accountJobs } from '@vexil/contract/account';
import { assetJobs } from '@vexil/contract/asset';
import { captureJobs } from '@vexil/contract/capture-search';
import { challengeJobs } from '@vexil/contract/challenge';
import { containerJobs } from '@vexil/contract/container';
import { gameCheckJobs } from '@vexil/contract/game-check';
import type { EngineJob, Job } from '@vexil/contract/job';
import { logJobs } from '@vexil/contract/log';
import { mailJobs } from '@vexil/contract/mail';
import { noticeJobs } from '@vexil/contract/notice';
import { ownDataJobs } from '@vexil/contract/own-data';
import { rejudgingJobs } from '@vexil/contract/rejudging';
import { retentionJobs } from '@vexil/contract/retention';
import { solverJobs } from '@vexil/contract/solver';
import { submissionJobs } from '@vexil/contract/submission';
import { webhookJobs } from '@vexil/contract/webhook';
import { diskCheckEveryMs } from '@vexil/rules/container.rules';
import { clockSkewMsMax } from '@vexil/runtime/database-clock';
import { addEngineJob, addJob } from '@vexil/runtime/queues';
import type { Queue } from 'bullmq';
import type { WorkerDeps } from './deps';
import type { Handler } from './run-job';

interface Sweep {
  job: Job;
  everyMs: number;
}

/** Repeated, because a crash can fall between any commit and what follows it. */
const sweeps: readonly Sweep[] = [
  { job: submissionJobs.sweep, everyMs: 5_000 },
  { job: noticeJobs.sweep, everyMs: 5_000 },
  { job: rejudgingJobs.sweep, everyMs: 10_000 },
  { job: challengeJobs.release, everyMs: 5_000 },
  { job: webhookJobs.sweep, everyMs: 2_000 },
  { job: gameCheckJobs.sweep, everyMs: 30_000 },
  { job: captureJobs.sweep, everyMs: 5_000 },
  { job: accountJobs.sweep, everyMs: 3_600_000 },
  { job: retentionJobs.sweep, everyMs: 3_600_000 },
  { job: ownDataJobs.sweepErasures, everyMs: 3_600_000 },
  { job: ownDataJobs.sweepExports, everyMs: 60_000 },
  { job: mailJobs.sweep, everyMs: 60_000 },
  { job: logJobs.sweep, everyMs: 3_600_000 },
  { job: assetJobs.sweep, everyMs: 3_600_000 },
  { job: solverJobs.sweep, everyMs: 5_000 },
  { job: containerJobs.reconcile, everyMs: 15_000 },
  { job: containerJobs.place, everyMs: 2_000 },
  { job: containerJobs.keep, everyMs: 10_000 },
];

/** For each engine that this worker reaches, in the queue of the engine. */
const engineSweeps: readonly { job: EngineJob; everyMs: number }[] = [
  { job: containerJobs.checkDisk, everyMs: diskCheckEveryMs },
];

/** Schedules of earlier releases, which stay in Redis. */
const retired = ['sweep-scoreboards', 'check-container-disk'];

const checkEveryMsDefault = 10_000;

/**
 * The schedules are in Redis, so any number of workers sweeps as often as one. Redis may be flushed, so each worker
 * checks for them from a timer.
 */
export async function startSweeps(
  deps: WorkerDeps,
  handlers: readonly Handler[],
  checkEveryMs = checkEveryMsDefault,
): Promise<() => void> {
  const isHandled = ({ job }: { job: Job | EngineJob }) => handlers.some((handler) => handler.job === job);
  const handled = sweeps.filter(isHandled);
  const engines = [...deps.engines.keys()];
  const ofEngines = engineSweeps.filter(isHandled).flatMap((sweep) => engines.map((engine) => ({ ...sweep, engine })));
  const check = () => scheduleMissing(deps, handled, ofEngines);
  const timer = setInterval(check, checkEveryMs);
  await check();
  await Promise.all([
    ...handled.map(({ job }) => addJob(deps, job, {}).catch((error) => warn(deps, error))),
    ...ofEngines.map(({ job, engine }) =>
      addEngineJob(deps, engine, job, { engine }).catch((error) => warn(deps, error)),
    ),
  ]);
  return () => clearInterval(timer);
}

async function scheduleMissing(
  deps: WorkerDeps,
  wanted: readonly Sweep[],
  ofEngines: readonly { job: EngineJob; everyMs: number; engine: string }[],
): Promise<void> {
  try {
    for (const name of retired) await deps.queues.sweep.removeJobScheduler(name);
    for (const { job, everyMs } of wanted) await schedule(deps, deps.queues[job.queue], { job, everyMs, data: {} });
    for (const { job, everyMs, engine } of ofEngines) {
      await schedule(deps, deps.queues.ofEngine(engine), { job, everyMs, data: { engine } });
    }
  } catch (error) {
    warn(deps, error);
  }
}

interface Schedule {
  job: Job | EngineJob;
  everyMs: number;
  data: object;
}

async function schedule({ clock }: Pick<WorkerDeps, 'clock'>, queue: Queue, { job, everyMs, data }: Schedule) {
  const { name, attempts } = job;
  const latest = clock.now().getTime() + 2 * everyMs + clockSkewMsMax;
  const known = await queue.getJobScheduler(name);
  // Upserting a schedule while its job runs would add a second one. One that a worker with a clock ahead has left would
  // not run before that time.
  if (known && (known.next ?? 0) <= latest) return;
  if (known) await queue.removeJobScheduler(name);
  const opts = { attempts, removeOnComplete: true, removeOnFail: true };
  await queue.upsertJobScheduler(name, { every: everyMs }, { name, data, opts });
}

function warn(deps: WorkerDeps, error: unknown): void {
  deps.log.warn({ event: 'sweep.schedule_failed', err: error }, 'Scheduling the sweeps failed, retrying in 10 s');
}
