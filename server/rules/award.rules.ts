/** What players read and can check: positive with its sign. */
export const signedPoints = (points: number): string => (points > 0 ? `+${points}` : `${points}`);

/** Unix milliseconds: when an award counts. Null outside of the game so far. */
export function awardTime(
  { start, end }: { start: number; end: number },
  wanted: number | null | undefined,
  now: number,
): number | null {
  // After the end nothing could count later, so a fine after the writeups needs no time of its own.
  const at = Math.min(wanted ?? now, end);
  return at < start || (wanted ?? now) > now ? null : at;
}
