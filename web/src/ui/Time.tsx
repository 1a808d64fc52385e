import type { PointerEvent } from 'react';
import { useLanguage } from '../i18n/use-text';
import { formatRelative, formatTime, type TimeFormat, zoneName } from './format-time';
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

const dayOf = (at: number) => new Date(at).toDateString();

/** The time of day, and of another day than today the date too. */
export function ClockTime({ at, className }: { at: number; className?: string }) {
  const format = useTextOfNow((now) => (dayOf(at) === dayOf(now) ? 'clock' : 'short'));
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
