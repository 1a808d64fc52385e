// Buffers lines from `Information` up, then stores and publishes them in batches. Standard output has every line.

import { type LogLine, readLogLine } from './log-line.rules';

/** May fail, must not log. */
interface LogTarget {
  store(lines: LogLine[]): Promise<unknown>;
  publish(line: LogLine): Promise<unknown>;
}

export interface LogSinkOptions {
  /** Stored without waiting for the interval. */
  batchSize?: number;
  intervalMs?: number;
  /** Further lines are dropped and counted. */
  linesMax?: number;
  closeWithinMs?: number;
}

export interface LogSink {
  write(text: string): void;
  /** Earlier lines are buffered. */
  open(target: LogTarget): void;
  /** Never rejects. */
  flush(): Promise<void>;
  /** Flushes within `closeWithinMs` and accepts no more. */
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
    kind: 'platform',
    gameId: null,
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

  /** false: the lines stay in the buffer. */
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
      // After a failure only the interval retries.
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
      // A running flush may miss the last lines.
      await Promise.race([flush().then(flush), enough]);
      clearTimeout(limit);
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
