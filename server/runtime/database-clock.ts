// The time of PostgreSQL for all processes. Phases of games, sessions and expiries are compared with times that other
// machines have stored, so a machine whose clock is wrong by minutes would open a game too early, or end sessions and
// containers at once. Between readings a monotonic clock goes on, which no one sets.

import type { Clock } from './clock';

const readEveryMs = 10_000;
/** The first reading may have waited for a connection. */
const firstReadings = 3;
/** A machine that differs by more is reported. NTP keeps within some milliseconds. */
export const clockSkewMsMax = 2000;

export interface DatabaseClock extends Clock {
  /** How far the clock of this machine is ahead of PostgreSQL's, negative when it is behind; null before a reading. */
  skewMs(): number | null;
  /** Reads the time of PostgreSQL once, within the limits that the duration of the statement sets. */
  read(): Promise<void>;
  /** Reads now and from then on. Until a reading succeeds the time is that of this machine. */
  start(): Promise<void>;
  stop(): void;
}

export interface DatabaseClockOptions {
  /** Unix milliseconds of the machine. */
  systemNow?: () => number;
  /** Milliseconds of a clock that is never set. */
  steadyNow?: () => number;
}

/** @param readTime Unix milliseconds by PostgreSQL */
export function createDatabaseClock(
  readTime: () => Promise<number>,
  { systemNow = Date.now, steadyNow = () => performance.now() }: DatabaseClockOptions = {},
): DatabaseClock {
  /** Time of PostgreSQL less that of the steady clock. */
  let offset: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function read(): Promise<void> {
    const askedAt = steadyNow();
    const time = await readTime();
    // PostgreSQL read its clock at some moment between the two.
    const [lowest, highest] = [time - steadyNow(), time - askedAt];
    offset = offset === null ? (lowest + highest) / 2 : Math.min(highest, Math.max(lowest, offset));
  }
  const readOrKeep = () => read().catch(() => undefined);

  return {
    now: () => new Date(offset === null ? systemNow() : Math.round(offset + steadyNow())),
    skewMs: () => (offset === null ? null : Math.round(systemNow() - offset - steadyNow())),
    read,
    async start() {
      for (let count = 0; count < firstReadings; count += 1) await readOrKeep();
      timer ??= setInterval(() => void readOrKeep(), readEveryMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
