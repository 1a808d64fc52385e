// What administrators read comes from the logger itself: every line from `Information` up is kept for a moment and then
// stored and told together with others. The log of the process (standard output) has each line at once and whole, so
// whatever is lost here, for want of a database, is lost to the log page alone.

import { type LogLine, readLogLine } from './log-line.rules';

/** Where lines go; both may fail, and neither may log. */
interface LogTarget {
  store(lines: LogLine[]): Promise<unknown>;
  tell(line: LogLine): Promise<unknown>;
}

export interface LogSinkOptions {
  /** So many lines leave without waiting for the time. */
  batchSize?: number;
  intervalMs?: number;
  /** What may wait; later lines are counted and given up. */
  linesMax?: number;
  /** How long `close` tries to store what waits. */
  closeWithinMs?: number;
}

export interface LogSink {
  /** Takes one line of the logger, JSON text. */
  write(text: string): void;
  /** Names where lines go; what came before has waited for it. */
  open(target: LogTarget): void;
  /** Stores and tells what waits; resolves when that is done or has failed. */
  flush(): Promise<void>;
  /** Stores what waits, within a limit of time, and takes nothing more. */
  close(): Promise<void>;
}

const storedAtOnceMax = 500;

interface Waiting {
  line: LogLine;
  isTold: boolean;
}

function lostLine(count: number): LogLine {
  return {
    time: new Date(),
    level: 'Warning',
    status: 'Degraded',
    userName: 'System',
    ip: null,
    message: `${count} lines of the log were given up while the database did not answer`,
  };
}

export function createLogSink(options: LogSinkOptions = {}): LogSink {
  const { batchSize = 50, intervalMs = 1000, linesMax = 5000, closeWithinMs = 2000 } = options;
  const waiting: Waiting[] = [];
  let target: LogTarget | undefined;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  let isFailing = false;

  function schedule(): void {
    if (timer || !target || isClosed) return;
    timer = setTimeout(() => void flush(), intervalMs);
    timer.unref();
  }

  function tell(lines: readonly Waiting[], to: LogTarget): Promise<unknown> {
    const untold = lines.filter(({ isTold }) => !isTold);
    for (const one of untold) one.isTold = true;
    return Promise.allSettled(untold.map(async ({ line }) => to.tell(line)));
  }

  /** false when the lines could not be stored; they stay and are tried again. */
  async function leave(to: LogTarget): Promise<boolean> {
    const batch = waiting.slice(0, storedAtOnceMax);
    const told = tell(batch, to);
    try {
      await to.store(batch.map(({ line }) => line));
    } catch {
      return false;
    } finally {
      await told;
    }
    waiting.splice(0, batch.length);
    return true;
  }

  async function run(to: LogTarget): Promise<void> {
    while (waiting.length > 0) {
      isFailing = !(await leave(to));
      if (isFailing) return;
      if (lost > 0 && waiting.length < linesMax) {
        waiting.push({ line: lostLine(lost), isTold: false });
        lost = 0;
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
      if (waiting.length >= linesMax) lost += 1;
      else waiting.push({ line, isTold: false });
      // While nothing can be stored, the time alone says when to try again.
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
      // The one that is under way may have begun before the last lines came.
      await Promise.race([flush().then(flush), enough]);
      clearTimeout(limit);
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
