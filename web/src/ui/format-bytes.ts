import { formatNumber } from './format-number';

const units = ['B', 'KiB', 'MiB', 'GiB'] as const;
type Unit = (typeof units)[number];

/** Of languages with words of their own. */
const ownUnits: Record<string, Record<Unit, string>> = {
  'fr-FR': { B: 'o', KiB: 'Kio', MiB: 'Mio', GiB: 'Gio' },
  'ru-RU': { B: 'Б', KiB: 'КиБ', MiB: 'МиБ', GiB: 'ГиБ' },
};

/** As the page's language writes it. */
export const byteUnit = (unit: Unit): string => ownUnits[document.documentElement.lang]?.[unit] ?? unit;

/** `3 MiB`, `1.5 KiB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${formatNumber(bytes / 1024 ** power)} ${byteUnit(units[power] ?? 'B')}`;
}
