import { useLanguage } from '../i18n/use-text';
import { formatRelative, formatTime, type TimeFormat, zoneName } from './format-time';
import { Hint } from './Hint';
import { useTextOfNow } from './use-now';

type TimeProps = {
  /** Unix milliseconds. */
  at: number;
  format?: TimeFormat;
  /** Writes the zone beside the time as well; for moments that people plan by. */
  withZone?: boolean;
  className?: string;
};

/** A moment in the reader's zone and language; the tooltip has all of it. */
export function Time({ at, format = 'moment', withZone = false, className }: TimeProps) {
  const language = useLanguage();
  return (
    <Hint label={formatTime(at, 'full', language)}>
      <time className={`figures ${className ?? ''}`} dateTime={new Date(at).toISOString()}>
        {formatTime(at, format, language)}
        {withZone && ` ${zoneName(at, language)}`}
      </time>
    </Hint>
  );
}

/** How long ago or ahead a moment is; keeps itself right. */
export function RelativeTime({ at, className }: { at: number; className?: string }) {
  const language = useLanguage();
  const text = useTextOfNow((now) => formatRelative(at, now, language));
  return (
    <Hint label={formatTime(at, 'full', language)}>
      <time className={`figures ${className ?? ''}`} dateTime={new Date(at).toISOString()}>
        {text}
      </time>
    </Hint>
  );
}
