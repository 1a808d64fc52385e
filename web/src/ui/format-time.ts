import { fallbackLanguage, isLanguageTag, languages, type ShortDate } from '../i18n/languages';

export type TimeFormat = 'moment' | 'date' | 'clock' | 'short' | 'exact' | 'weekday' | 'full';

const formats: Record<Exclude<TimeFormat, 'short'>, Intl.DateTimeFormatOptions> = {
  moment: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
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

function formatterOf(key: string, language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formatters.get(`${language} ${key}`);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(language, options);
  formatters.set(`${language} ${key}`, formatter);
  return formatter;
}

/** A moment (Unix milliseconds) in the reader's zone and language; hours from 00 to 23. */
export function formatTime(at: number, format: TimeFormat, language: string): string {
  if (format === 'short') return formatShort(at, language);
  return formatterOf(format, language, { ...formats[format], hourCycle: 'h23' }).format(at);
}

const shortDates: Record<ShortDate, (month: number, day: number) => string> = {
  'month/day': (month, day) => `${month}/${day}`,
  'day.month': (month, day) => `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}`,
  'day/month': (month, day) => `${day}/${month}`,
};

/**
 * `11/23 04:05`, in German and Russian `23.11 04:05`. Without `Intl`: most pages show no other kind of time, and the first
 * formatter of a page takes as long as a third of its rendering.
 */
function formatShort(at: number, language: string): string {
  const date = new Date(at);
  const { shortDate, clock } = languages[isLanguageTag(language) ? language : fallbackLanguage];
  const two = (value: number) => String(value).padStart(2, '0');
  const day = shortDates[shortDate](date.getMonth() + 1, date.getDate());
  return `${day} ${two(date.getHours())}${clock}${two(date.getMinutes())}`;
}

/** The reader's zone as people name it: `GMT+8`. */
export function zoneName(at: number, language: string): string {
  const parts = formatterOf('zone', language, { timeZoneName: 'short' }).formatToParts(at);
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
