import { useEffect, useReducer } from 'react';
import { serverNow } from '../api/clock';

/** The clock may still be learnt while one waits, so no sleep is longer than this. */
const longestSleepMs = 30_000;

/**
 * Whether a moment (Unix milliseconds by the server's clock) has come; renders again when it does, and not every second.
 * Null never comes, nor what is later than a stopped clock.
 */
export function useReached(time: number | null, stoppedAt: number | null = null): boolean {
  const moment = time !== null && stoppedAt !== null && time > stoppedAt ? null : time;
  const [wakes, wake] = useReducer((count: number) => count + 1, 0);
  const reached = moment !== null && serverNow() >= moment;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wake before the moment has to set the next alarm
  useEffect(() => {
    if (moment === null || reached) return;
    const timer = setTimeout(wake, Math.min(Math.max(0, moment - serverNow()) + 5, longestSleepMs));
    return () => clearTimeout(timer);
  }, [moment, reached, wakes]);
  return reached;
}
