import { EngineError } from './engine';

/** The starts of this process that are under way, by id. */
export interface Pending<T> {
  has(id: string): boolean;
  /** Joins the start of this id, or begins it. Aborted by `signal`, `cancel` and `close`. */
  share(id: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Resolves when the start has ended, however. */
  cancel(id: string): Promise<void>;
  /** Aborts with any of the signals, or when the engine is closed. */
  untilClosed(...signals: (AbortSignal | undefined)[]): AbortSignal;
  close(): Promise<void>;
}

export function createPending<T>(): Pending<T> {
  const starts = new Map<string, { started: Promise<T>; canceller: AbortController }>();
  const closed = new AbortController();
  const untilClosed = (...signals: (AbortSignal | undefined)[]) =>
    AbortSignal.any([closed.signal, ...signals.filter((one) => one !== undefined)]);
  return {
    has: (id) => starts.has(id),
    share: (id, signal, start) => {
      const present = starts.get(id);
      if (present !== undefined) return present.started;
      const canceller = new AbortController();
      const started = start(untilClosed(signal, canceller.signal)).finally(() => starts.delete(id));
      starts.set(id, { started, canceller });
      return started;
    },
    cancel: async (id) => {
      const start = starts.get(id);
      start?.canceller.abort();
      await start?.started.catch(() => undefined);
    },
    untilClosed,
    close: async () => {
      closed.abort(new EngineError('aborted', 'The container engine was closed.'));
      await Promise.allSettled([...starts.values()].map(({ started }) => started));
    },
  };
}
