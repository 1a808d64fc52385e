import type { CheckCode, CheckedPart, CheckState, WorkerFindings } from '@vexil/contract/doctor';
import type { HealthCondition } from '@vexil/db/enums/health-alert';
import type { Deps } from '@vexil/http/deps';
import type { Check } from '@vexil/rules/checks/check';
import type { QueueHealth } from '@vexil/runtime/queue-health';

export interface Finding {
  code: CheckCode;
  state: CheckState;
  params?: Record<string, string | number>;
}

/** Parts that a server cannot do without. */
export type ProbedPart = 'database' | 'migrations' | 'redis' | 'storage';

/** `full`: without space to write. */
export type PartState = 'ok' | 'full' | 'failed';

/** What several checks read, once for all of them. */
export interface PlatformFacts {
  deps: Deps;
  queueHealth(): Promise<QueueHealth>;
  /** What one worker answers; null when none runs or answers. */
  worker(): Promise<WorkerFindings | null>;
}

export interface WatchedFacts extends Pick<PlatformFacts, 'deps' | 'queueHealth'> {
  partStates(): Promise<Record<ProbedPart, PartState>>;
}

/** Where a condition holds, with what a message says of it: by engine, queue or machine, or by '' for what there is once. */
export type Subjects = ReadonlyMap<string, string | null>;

export type Observation = ReadonlyMap<HealthCondition, Subjects>;

/** A question that throws is a fault of its part. */
export interface PlatformCheck extends Check<PlatformFacts, Promise<Finding[]>> {
  name: CheckedPart;
  audience: 'platform';
  /** What the readiness probe asks every second: only whether it answers. */
  probe?(deps: Deps): Promise<unknown>;
  /** What webhooks report, of what all servers share. A condition that cannot be found out now is left out. */
  watch?(facts: WatchedFacts): Promise<Observation>;
}

export const holdsIf = (isTrue: boolean, detail: string | null = null): Subjects =>
  new Map(isTrue ? [['', detail]] : []);

export const ok = (code: CheckCode, params?: Finding['params']): Finding => ({ code, state: 'ok', params });
export const warning = (code: CheckCode, params?: Finding['params']): Finding => ({ code, state: 'warning', params });
export const fault = (code: CheckCode, params?: Finding['params']): Finding => ({ code, state: 'fault', params });
export const unknown = (code: CheckCode, params?: Finding['params']): Finding => ({ code, state: 'unknown', params });

const reasonLengthMax = 300;

/** The error of ioredis for a command that had no connection; it names an option of the library and not the reason. */
export const isWithoutRedis = (error: unknown): boolean =>
  error instanceof Error && error.name === 'MaxRetriesPerRequestError';

/** One line. Errors of drivers name hosts and ports, never passwords. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, reasonLengthMax);
  if (isWithoutRedis(error)) return 'no connection to Redis';
  const code = 'code' in error ? String(error.code) : '';
  const [line = ''] = (error.message || code || error.name).split('\n');
  return line.slice(0, reasonLengthMax);
}

export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: Math.round((performance.now() - startedAt) * 10) / 10 };
}

const pings = 3;

/** The fastest of several, because all checks run at once and wait for each other. */
export async function fastestMs(work: () => Promise<unknown>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < pings; count += 1) fastest = Math.min(fastest, (await timed(work)).ms);
  return fastest;
}

export const gib = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
