import type { PointerEvent } from 'react';
import { useLanguage } from '../i18n/use-text';
import { formatRelative, formatTime, isSameDay, type TimeFormat, zoneName } from './format-time';
import { useTextOfNow } from './use-now';

type TimeProps = {
  /** Unix milliseconds. */
  at: number;
  format?: TimeFormat;
  /** Writes the zone beside the time as well; for moments that people plan by. */
  withZone?: boolean;
  className?: string;
};

/** The tooltip of a moment, made when a pointer comes: pages show dozens of moments, and the long form is slow to make. */
const hintOf = (at: number, language: string) => ({
  onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.dataset.hint = formatTime(at, 'full', language);
  },
});

/** A moment in the reader's zone and language; the tooltip has all of it. */
export function Time({ at, format = 'moment', withZone = false, className }: TimeProps) {
  const language = useLanguage();
  return (
    <time className={`figures ${className ?? ''}`} dateTime={new Date(at).toISOString()} {...hintOf(at, language)}>
      {formatTime(at, format, language)}
      {withZone && ` ${zoneName(at, language)}`}
    </time>
  );
}

type TimeRangeProps = Omit<TimeProps, 'at'> & { from: number; to: number };

/** From one moment to another: the day once where both are on it, the zone once. */
export function TimeRange({ from, to, format = 'moment', withZone = false }: TimeRangeProps) {
  return (
    <>
      <Time at={from} format={format} className="nowrap" /> –{' '}
      <Time at={to} format={isSameDay(from, to) ? 'time' : format} withZone={withZone} className="nowrap" />
    </>
  );
}

/** The time of day, and of another day than today the date too. */
export function ClockTime({ at, className }: { at: number; className?: string }) {
  const format = useTextOfNow((now) => (isSameDay(at, now) ? 'clock' : 'short'));
  return <Time at={at} format={format} className={className} />;
}

/** How long ago or ahead a moment is; keeps itself right. */
export function RelativeTime({ at, className }: { at: number; className?: string }) {
  const language = useLanguage();
  const text = useTextOfNow((now) => formatRelative(at, now, language));
  return (
    <time className={`figures ${className ?? ''}`} dateTime={new Date(at).toISOString()} {...hintOf(at, language)}>
      {text}
    </time>
  );
}
