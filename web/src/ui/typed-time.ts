import { hoursAndMinutes, languageOf, numericDate } from './format-time';

/** A moment as one types it into a field: `11/28/2026 6:00 PM`; without its time for a day. */
export function typedTime(at: number, language: string, withTime = true): string {
  const day = numericDate(at, language, true);
  return withTime ? `${day} ${hoursAndMinutes(at, language)}` : day;
}

const afterNoon = /p\.? ?m|下午|오후/i;
const beforeNoon = /a\.? ?m|上午|오전/i;
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/i;

/**
 * The moment that was typed or pasted, NaN where there is none: in the order of the language or with the year first, with
 * 12 or 24 hours.
 */
export function parseTime(text: string, language: string): number {
  if (iso.test(text.trim())) return Date.parse(text.trim());
  const [first = '', second, third, hour = '0', minute = '0', , ...rest] = text.match(/\d+/g) ?? [];
  const order = first.length === 4 ? 'year/month/day' : languageOf(language).date;
  const named = Object.fromEntries(
    order.split(/\W/).map((name, index) => [name, Number([first, second, third][index])]),
  );
  const { year = Number.NaN, month = 0, day = 0 } = named;
  const half = afterNoon.test(text) ? 12 : 0;
  const is12 = half > 0 || beforeNoon.test(text);
  const hours = is12 ? (Number(hour) % 12) + half : Number(hour);
  const date = new Date(year < 100 ? year + 2000 : year, month - 1, day, hours, Number(minute));
  const isReal = date.getMonth() === month - 1 && date.getDate() === day && date.getHours() === hours && year < 10_000;
  const fits = Number(minute) < 60 && (!is12 || (Number(hour) > 0 && Number(hour) <= 12)) && rest.length === 0;
  return isReal && fits ? date.getTime() : Number.NaN;
}
