// The administrators' log: every line of the logger from `Information` up is buffered, then stored and published in
// batches. Standard output has each line at once and whole, so lines lost here are lost to the log page only.

import { type LogLine, readLogLine } from './log-line.rules';

/** Both may fail, and neither may log. */
interface LogTarget {
  store(lines: LogLine[]): Promise<unknown>;
  publish(line: LogLine): Promise<unknown>;
}

export interface LogSinkOptions {
  /** This many lines are stored without waiting for the interval. */
  batchSize?: number;
  intervalMs?: number;
  /** Size of the buffer; further lines are dropped and counted. */
  linesMax?: number;
  /** Time limit of `close`. */
  closeWithinMs?: number;
}

export interface LogSink {
  /** Accepts one line of the logger, JSON text. */
  write(text: string): void;
  /** Sets the target; earlier lines are buffered until then. */
  open(target: LogTarget): void;
  /** Stores and publishes buffered lines; resolves when that is done or has failed. */
  flush(): Promise<void>;
  /** Stores buffered lines within `closeWithinMs` and accepts no more. */
  close(): Promise<void>;
}

const storedAtOnceMax = 500;

interface Waiting {
  line: LogLine;
  isPublished: boolean;
}

function droppedLine(count: number): LogLine {
  return {
    time: new Date(),
    level: 'Warning',
    status: 'Degraded',
    userName: 'System',
    ip: null,
    message: `${count} log lines were dropped while the database did not answer`,
  };
}

export function createLogSink(options: LogSinkOptions = {}): LogSink {
  const { batchSize = 50, intervalMs = 1000, linesMax = 5000, closeWithinMs = 2000 } = options;
  const waiting: Waiting[] = [];
  let target: LogTarget | undefined;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  let isFailing = false;

  function schedule(): void {
    if (timer || !target || isClosed) return;
    timer = setTimeout(() => void flush(), intervalMs);
    timer.unref();
  }

  function publish(lines: readonly Waiting[], to: LogTarget): Promise<unknown> {
    const unpublished = lines.filter(({ isPublished }) => !isPublished);
    for (const one of unpublished) one.isPublished = true;
    return Promise.allSettled(unpublished.map(async ({ line }) => to.publish(line)));
  }

  /** false when the lines could not be stored; they stay in the buffer. */
  async function storeBatch(to: LogTarget): Promise<boolean> {
    const batch = waiting.slice(0, storedAtOnceMax);
    const published = publish(batch, to);
    try {
      await to.store(batch.map(({ line }) => line));
    } catch {
      return false;
    } finally {
      await published;
    }
    waiting.splice(0, batch.length);
    return true;
  }

  async function run(to: LogTarget): Promise<void> {
    while (waiting.length > 0) {
      isFailing = !(await storeBatch(to));
      if (isFailing) return;
      if (dropped > 0 && waiting.length < linesMax) {
        waiting.push({ line: droppedLine(dropped), isPublished: false });
        dropped = 0;
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!target) return Promise.resolve();
    running ??= Promise.resolve(target)
      .then(run)
      .finally(() => {
        running = undefined;
        if (waiting.length > 0) schedule();
      });
    return running;
  }

  return {
    write(text) {
      const line = isClosed ? null : readLogLine(text);
      if (!line) return;
      if (waiting.length >= linesMax) dropped += 1;
      else waiting.push({ line, isPublished: false });
      // While storing fails, only the interval triggers a retry.
      if (waiting.length >= batchSize && !isFailing) void flush();
      else schedule();
    },
    open(to) {
      target = to;
      if (waiting.length > 0) schedule();
    },
    flush,
    async close() {
      let limit: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, closeWithinMs);
      });
      // A flush that is under way may have begun before the last lines arrived.
      await Promise.race([flush().then(flush), enough]);
      clearTimeout(limit);
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
