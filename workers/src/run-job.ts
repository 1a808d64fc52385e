import type { AnyJob, PayloadOf } from '@vexil/contract/job';
import { describeError } from '@vexil/runtime/error-log';
import { type Job as QueuedJob, UnrecoverableError } from 'bullmq';
import type { WorkerDeps } from './deps';

export interface JobRun {
  /** Whether an earlier run of this job may have done part of the work. */
  repeated: boolean;
  /** Aborts when the process has to end first; the job then runs again elsewhere. */
  signal: AbortSignal;
}

export interface Handler<J extends AnyJob = AnyJob> {
  job: J;
  run(deps: WorkerDeps, payload: PayloadOf<J>, run: JobRun): Promise<void>;
}

export function handle<J extends AnyJob>(job: J, run: Handler<J>['run']): Handler {
  return { job, run: run as Handler['run'] };
}

/** Unknown jobs and invalid payloads are not retried; other failures are, as the job declares. */
export async function runJob(
  deps: WorkerDeps,
  handlers: readonly Handler[],
  queued: Pick<QueuedJob, 'id' | 'name' | 'data' | 'attemptsMade' | 'stalledCounter'> &
    Partial<Pick<QueuedJob, 'opts'>>,
  signal: AbortSignal,
): Promise<void> {
  const traceparent = queued.opts?.telemetry?.metadata;
  const run = () => runHandler(deps, handlers, queued, signal);
  if (deps.tracing === null || traceparent === undefined) return run();
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.message.id': queued.id ?? '',
    'vexil.job': queued.name,
  };
  return deps.tracing.inJob({ name: `job ${queued.name}`, attributes }, traceparent, run);
}

async function runHandler(
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
    log.debug({ event: 'job.done', elapsedMs: elapsedMs() }, 'Job done');
  } catch (error) {
    deps.metrics.jobs.observe({ job: queued.name, outcome: 'failed' }, elapsedMs() / 1000);
    // What fails every job, or every run of one, is logged once where it is detected.
    const level = (error as { isLogged?: boolean }).isLogged ? 'debug' : 'error';
    const attempt = queued.attemptsMade + 1;
    log[level]({ event: 'job.failed', err: error, attempt, elapsedMs: elapsedMs() }, 'A job failed');
    if (error instanceof UnrecoverableError) throw error;
    // The queue stores the error, and one of the database can contain the values of its statement.
    throw new Error(describeError(error).message);
  }
}

/** The ids of a payload but for a container's, which gives access to its proxy. */
function loggable(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { containerId: _, ...ids } = payload as Record<string, unknown>;
  return ids;
}
