/** With at most one digit behind the decimal sign of the page's language. */
export const formatNumber = (value: number): string =>
  value.toLocaleString(document.documentElement.lang || undefined, { maximumFractionDigits: 1, useGrouping: false });
