// The one place that writes moments: the same form for the same thing in one language, whatever the browser speaks.

import { fallbackLanguage, isLanguageTag, languages } from '../i18n/languages';
import { currentLanguage } from '../i18n/translate';

/** `short` in lists, `moment` where one plans by it, `exact` where seconds matter, `full` in tooltips. */
export type TimeFormat = 'short' | 'moment' | 'exact' | 'date' | 'day' | 'time' | 'clock' | 'weekday' | 'full';

const hours = { hour: 'numeric', minute: '2-digit' } as const;
const formats: Record<Exclude<TimeFormat, 'short' | 'day' | 'time'>, Intl.DateTimeFormatOptions> = {
  moment: { year: 'numeric', month: 'short', day: 'numeric', ...hours },
  exact: { month: 'short', day: 'numeric', ...hours, second: '2-digit' },
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  clock: { ...hours, second: '2-digit' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric', ...hours, timeZoneName: 'short' },
  full: { dateStyle: 'full', timeStyle: 'long' },
};

export const languageOf = (language: string) => languages[isLanguageTag(language) ? language : fallbackLanguage];

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(key: string, language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formatters.get(`${language} ${key}`);
  if (known) return known;
  const is24 = !languageOf(language).halves;
  const formatter = new Intl.DateTimeFormat(language, {
    ...options,
    ...(is24 && options.hour && { hour: '2-digit' }),
    ...(is24 && { hourCycle: 'h23' }),
  });
  formatters.set(`${language} ${key}`, formatter);
  return formatter;
}

/** A moment (Unix milliseconds) in the reader's zone and language. */
export function formatTime(at: number, format: TimeFormat, language: string = currentLanguage()): string {
  if (format === 'short') return `${numericDate(at, language, false)} ${hoursAndMinutes(at, language)}`;
  if (format === 'day') return numericDate(at, language, false);
  if (format === 'time') return hoursAndMinutes(at, language);
  return formatterOf(format, language, formats[format]).format(at);
}

const two = (value: number) => String(value).padStart(2, '0');

// Without `Intl`: most pages show no other kind of time, and the first formatter of a page takes as long as a third of
// its rendering.
export function numericDate(at: number, language: string, withYear: boolean): string {
  const date = new Date(at);
  const { date: order } = languageOf(language);
  const pad = order === 'day.month.year' ? two : String;
  return (withYear ? order : order.replace(/\Wyear|year\W/, ''))
    .replace('year', String(date.getFullYear()))
    .replace('month', pad(date.getMonth() + 1))
    .replace('day', pad(date.getDate()));
}

export function hoursAndMinutes(at: number, language: string): string {
  const date = new Date(at);
  const { clock, halves } = languageOf(language);
  const hour = date.getHours();
  const minutes = `${clock}${two(date.getMinutes())}`;
  if (!halves) return `${two(hour)}${minutes}`;
  return halves[hour < 12 ? 0 : 1].replace('#', `${hour % 12 || 12}${minutes}`);
}

export const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** The reader's zone as people name it: `GMT+8`. */
export function zoneName(at: number, language: string = currentLanguage()): string {
  const parts = formatterOf('zone', language, { timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** The days of a week: `Nov 23 – 29`. */
export const formatDays = (first: number, last: number, language: string): string =>
  formatterOf('days', language, { month: 'short', day: 'numeric' }).formatRange(first, last);

export const weekdayLetter = (at: number, language: string): string =>
  formatterOf('letter', language, { weekday: 'narrow' }).format(at);

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
