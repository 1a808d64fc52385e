import { isLanguageTag, languages, type ShortDate } from '../i18n/languages';

export type TimeFormat = 'moment' | 'date' | 'clock' | 'short' | 'exact' | 'weekday' | 'full';

const formats: Record<TimeFormat, Intl.DateTimeFormatOptions> = {
  moment: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  short: { hour: '2-digit', minute: '2-digit' },
  exact: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  weekday: {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  full: { dateStyle: 'full', timeStyle: 'long' },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A moment (Unix milliseconds) in the reader's zone and language; hours from 00 to 23. */
export function formatTime(at: number, format: TimeFormat, language: string): string {
  const key = `${language} ${format}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(language, { ...formats[format], hourCycle: 'h23' });
    formatters.set(key, formatter);
  }
  const text = formatter.format(at);
  return format === 'short' ? `${formatShortDate(at, language)} ${text}` : text;
}

const shortDates: Record<ShortDate, (month: number, day: number) => string> = {
  'month/day': (month, day) => `${month}/${day}`,
  'day.month': (month, day) => `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}`,
  'day/month': (month, day) => `${day}/${month}`,
};

/** `11/23`, in German and Russian `23.11`. */
function formatShortDate(at: number, language: string): string {
  const date = new Date(at);
  const order = isLanguageTag(language) ? languages[language].shortDate : 'month/day';
  return shortDates[order](date.getMonth() + 1, date.getDate());
}

/** The reader's zone as people name it: `GMT+8`. */
export function zoneName(at: number, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** `3 minutes ago`, `in 2 hours`. */
export function formatRelative(at: number, now: number, language: string): string {
  const distance = at - now;
  // A little less than three hours are three, and a little less than one is no 60 minutes.
  const chosen = steps.find(([, size], index) => {
    const finer = steps[index + 1]?.[1] ?? 1;
    return Math.abs(Math.round(distance / finer)) * finer >= size;
  });
  const [unit, size] = chosen ?? (['second', 1000] as const);
  let formatter = relativeFormatters.get(language);
  if (!formatter) {
    formatter = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    relativeFormatters.set(language, formatter);
  }
  return formatter.format(Math.round(distance / size), unit);
}
