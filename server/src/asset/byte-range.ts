export interface ByteRange {
  start: number;
  /** Inclusive, as in the header. */
  end: number;
}

/**
 * undefined for the whole, null for an unsatisfiable range. Several ranges and other units get the whole (RFC 9110).
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | null | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? null : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? null : { start, end };
}
