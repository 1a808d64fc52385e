import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from './engine';

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EngineError('aborted', 'The work was called off.');
}

/** Ends early when the signal aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, signal && { signal }).catch(() => undefined);

/** A signal that aborts after `timeoutMs`, or with `parent`; `end` lets go of both. */
export function startDeadline(
  timeoutMs: number,
  parent?: AbortSignal,
): { signal: AbortSignal; hasPassed: () => boolean; end: () => void } {
  const controller = new AbortController();
  let passed = false;
  const abort = () => controller.abort();
  const timer = setTimeout(() => {
    passed = true;
    abort();
  }, timeoutMs);
  if (parent?.aborted) abort();
  parent?.addEventListener('abort', abort);
  const end = () => {
    clearTimeout(timer);
    parent?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, hasPassed: () => passed, end };
}

/** Rejects with `aborted` when the signal does; the work itself continues. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  throwIfAborted(signal);
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new EngineError('aborted', 'The work was called off.'));
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
