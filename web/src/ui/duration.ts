const pad = (value: number) => String(value).padStart(2, '0');

/** What is left of a span: whole days, and `02:14:09` beyond them; never negative. */
export function splitCountdown(milliseconds: number): { days: number; clock: string } {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(':');
  return { days: Math.floor(seconds / 86_400), clock };
}

/** ISO 8601, for the `datetime` of a timer. */
export const isoDuration = (milliseconds: number): string => `PT${Math.max(0, Math.ceil(milliseconds / 1000))}S`;
