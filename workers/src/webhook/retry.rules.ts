const minuteMs = 60_000;
const delaysMs = [5_000, 15_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs];
const delayMsMax = 60 * minuteMs;
const giveUpAfterMs = 24 * 60 * minuteMs;

/** The receiver takes no other body from a retry: it refuses the message, not the moment. */
const finalStatuses: readonly number[] = [400, 410, 413, 422];

export interface FailedAttempt {
  /** This one included. */
  attempts: number;
  createdAt: Date;
  now: Date;
  status: number | null;
  retryAfterSeconds: number | null;
}

/** When to try again; null to give up. */
export function nextAttempt({ attempts, createdAt, now, status, retryAfterSeconds }: FailedAttempt): Date | null {
  if (status !== null && finalStatuses.includes(status)) return null;
  if (now.getTime() - createdAt.getTime() >= giveUpAfterMs) return null;
  const delayMs = Math.max(delaysMs[attempts - 1] ?? delayMsMax, (retryAfterSeconds ?? 0) * 1000);
  return new Date(now.getTime() + delayMs);
}
