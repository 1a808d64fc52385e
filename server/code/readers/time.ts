import type { Findings, Source } from './source';

const form =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?[ \t]*(Z|z|[-+]\d\d?(?::?\d\d)?)?)?$/;

/** A time of YAML or of JSON as ISO 8601 in UTC; one without offset is in UTC and a loss. */
export function readTime(source: Source, field: string, text: string, found: Findings): string | null {
  const parts = form.exec(text.trim());
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '0', zone] = parts ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (!parts || Number.isNaN(at) || new Date(at).getUTCDate() !== Number(day) || Number(month) > 12) {
    found.problems.push(source.remark(field, 'time.invalid', { value: text.slice(0, 100) }));
    return null;
  }
  if (!zone) found.losses.push(source.remark(field, 'time.zone', { value: text }));
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  return isoTime(at + milliseconds - offset(zone ?? 'Z'));
}

export const isoTime = (at: number): string => new Date(at).toISOString().replace('Z', '+00:00');

function offset(zone: string): number {
  const found = /^([-+])(\d\d?):?(\d\d)?$/.exec(zone);
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return (found[1] === '-' ? -minutes : minutes) * 60_000;
}
