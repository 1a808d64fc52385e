const pad = (value: number) => String(value).padStart(2, '0');

/** `02:14:09`, and `3d 02:14:09` from a day on; never negative. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(':');
  return days > 0 ? `${days}d ${clock}` : clock;
}

/** ISO 8601, for the `datetime` of a timer. */
export const isoDuration = (milliseconds: number): string => `PT${Math.max(0, Math.ceil(milliseconds / 1000))}S`;
