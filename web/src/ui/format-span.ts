import { currentLanguage } from '../i18n/translate';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** A length of time in its largest unit: `4 minutes`. */
export function formatSpan(ms: number, language: string = currentLanguage()): string {
  const [unit, size] = units.find(([, each]) => ms >= each) ?? units[3];
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, options).format(ms / size);
}
