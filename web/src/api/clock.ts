/** How far the server's clock is ahead of this machine's, in milliseconds. */
let offset = 0;
let bestUncertainty = Number.POSITIVE_INFINITY;
const errorMsMax = 2000;

/**
 * Learns from a reply's `Date` header, which has whole seconds: the true time lies within the second it names, and the
 * moment of sending within the call. The least uncertain reading so far is kept.
 */
export function learnClock(dateHeader: string | null, sentAt: number, receivedAt: number): void {
  const named = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (Number.isNaN(named)) return;
  const uncertainty = receivedAt - sentAt + 1000;
  const reading = named + 500 - (sentAt + receivedAt) / 2;
  // A machine that slept or was set has another offset than before, however good the old reading was.
  const moved = Math.abs(reading - offset) > uncertainty;
  if (uncertainty > bestUncertainty && !moved) return;
  offset = Math.abs(reading) < 500 ? 0 : reading;
  bestUncertainty = uncertainty;
}

/** How wrong `serverNow` may be, in milliseconds. */
export const clockErrorMs = (): number => Math.min(errorMsMax, bestUncertainty / 2);

/** Now by the server's clock, in Unix milliseconds. */
export const serverNow = (): number => Date.now() + offset;
