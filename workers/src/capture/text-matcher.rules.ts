import type { FoundMatch, Matcher } from './matcher';

/** Exact bytes of a text in UTF-8, or in any case of its letters. */
export function createTextMatcher(text: string, { ignoreCase = false } = {}): Matcher {
  const fold = (bytes: Buffer) => (ignoreCase ? Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1') : bytes);
  const needle = fold(Buffer.from(text));
  return {
    find(window, seenBytes) {
      const bytes = fold(window);
      const found: FoundMatch[] = [];
      let start = bytes.indexOf(needle, Math.max(0, seenBytes - needle.length + 1));
      while (start >= 0) {
        found.push({ start, end: start + needle.length });
        start = bytes.indexOf(needle, start + needle.length);
      }
      return found;
    },
  };
}
