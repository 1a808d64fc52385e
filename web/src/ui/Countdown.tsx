import { useContext, useEffect, useRef } from 'react';
import { useText } from '../i18n/use-text';
import { isoDuration, splitCountdown } from './duration';
import { StoppedClock } from './stopped-clock';
import { useNow } from './use-now';

/** Seconds after zero at which the callback comes again: our clock and the server's may differ by a part of a second. */
const callsAfterZero = [0, 2, 5];

export type CountdownProps = {
  /** Unix milliseconds by the server's clock. */
  until: number;
  /** Comes at zero, and twice more shortly after while the same moment is still shown; let it refetch, not toggle. */
  onZero?: () => void;
  className?: string;
};

/** The time since a moment, ticking once per second. */
export function Elapsed({ since, className }: { since: number; className?: string }) {
  const passed = useNow() - since;
  return (
    <time className={`figures ${className ?? ''}`} dateTime={isoDuration(passed)} role="timer" aria-live="off">
      {splitCountdown(passed).clock}
    </time>
  );
}

/** The time left until a moment, ticking once per second unless the clock is stopped; stays at zero afterwards. */
export function Countdown({ until, onZero, className }: CountdownProps) {
  const t = useText();
  const left = until - Math.min(useNow(), useContext(StoppedClock) ?? Number.POSITIVE_INFINITY);
  const { days, clock } = splitCountdown(left);
  const calls = useRef({ until, made: 0 });
  if (calls.current.until !== until) calls.current = { until, made: 0 };

  useEffect(() => {
    const due = callsAfterZero[calls.current.made];
    if (due === undefined || left > -due * 1000) return;
    calls.current.made += 1;
    onZero?.();
  }, [left, onZero]);

  return (
    <time className={`figures ${className ?? ''}`} dateTime={isoDuration(left)} role="timer" aria-live="off">
      {days > 0 ? t('ui.countdown', { days, clock }) : clock}
    </time>
  );
}
