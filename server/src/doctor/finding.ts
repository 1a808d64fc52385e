import type { CheckCode, CheckState } from '@vexil/contract/doctor';
import type { Deps } from '@vexil/http/deps';
import type { WorkerAnswer } from './ask-worker';

export interface Finding {
  code: CheckCode;
  state: CheckState;
  params?: Record<string, string | number>;
}

export interface CheckContext {
  /** Asks one worker, once for all checks. */
  worker(): Promise<WorkerAnswer | null>;
}

/** May throw: then the part is a fault. */
export type Check = (deps: Deps, context: CheckContext) => Promise<Finding[]>;

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
