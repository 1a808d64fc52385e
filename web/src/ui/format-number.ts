import { currentLanguage } from '../i18n/translate';

/** `12,345`. */
export const formatCount = (value: number, language: string = currentLanguage()): string =>
  new Intl.NumberFormat(language).format(value);

/** With at most one digit behind the decimal sign of the page's language. */
export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(document.documentElement.lang || undefined, {
    maximumFractionDigits: 1,
    useGrouping: false,
  }).format(value);
