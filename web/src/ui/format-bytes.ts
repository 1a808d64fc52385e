import { formatNumber } from './format-number';

const units = ['B', 'KiB', 'MiB', 'GiB'];

/** `3 MiB`, `1.5 KiB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${formatNumber(bytes / 1024 ** power)} ${units[power]}`;
}
