import type { Job, PayloadOf } from '@vexil/contract/job';
import { describeError } from '@vexil/runtime/error-log';
import { type Job as QueuedJob, UnrecoverableError } from 'bullmq';
import type { WorkerDeps } from './deps';

/** What a handler may know about the run it is in. */
export interface JobRun {
  /** Whether an earlier run of this job began and may have done part of the work. */
  repeated: boolean;
  /** Aborts when the process has to end before the handler did; the job then runs again elsewhere. */
  signal: AbortSignal;
}

export interface Handler<J extends Job = Job> {
  job: J;
  run(deps: WorkerDeps, payload: PayloadOf<J>, run: JobRun): Promise<void>;
}

/** Binds a declared job to the function that does it. */
export function handle<J extends Job>(job: J, run: Handler<J>['run']): Handler {
  return { job, run: run as Handler['run'] };
}

/**
 * Does one queued job. A job nobody handles and a payload that does not fit are not tried again; any other failure is,
 * as often as the job's declaration says. Payloads are not logged beyond the ids they consist of, and without those that
 * open something.
 */
export async function runJob(
  deps: WorkerDeps,
  handlers: readonly Handler[],
  queued: Pick<QueuedJob, 'id' | 'name' | 'data' | 'attemptsMade' | 'stalledCounter'>,
  signal: AbortSignal,
): Promise<void> {
  const handler = handlers.find(({ job }) => job.name === queued.name);
  if (!handler) throw new UnrecoverableError(`No handler does ${queued.name}`);
  const payload = handler.job.payload.safeParse(queued.data);
  if (!payload.success) throw new UnrecoverableError(`The payload of ${queued.name} does not fit its schema`);

  const log = deps.log.child({ job: queued.name, jobId: queued.id, payload: loggable(payload.data) });
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    await handler.run({ ...deps, log }, payload.data, {
      repeated: queued.attemptsMade > 0 || queued.stalledCounter > 0,
      signal,
    });
    deps.metrics.jobs.observe({ job: queued.name, outcome: 'done' }, elapsedMs() / 1000);
    log.debug({ elapsedMs: elapsedMs() }, 'A job is done');
  } catch (error) {
    deps.metrics.jobs.observe({ job: queued.name, outcome: 'failed' }, elapsedMs() / 1000);
    // What was logged where it happened, such as an outage that fails every job alike, is not logged with each of them.
    const level = (error as { isLogged?: boolean }).isLogged ? 'debug' : 'error';
    log[level]({ err: error, attempt: queued.attemptsMade + 1, elapsedMs: elapsedMs() }, 'A job failed');
    if (error instanceof UnrecoverableError) throw error;
    // The queue keeps what it is thrown, and an error of the database can name the values of its statement.
    throw new Error(describeError(error).message);
  }
}

/** Whoever knows a container's id may open its proxy's address. */
function loggable(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { containerId: _, ...ids } = payload as Record<string, unknown>;
  return ids;
}
