import type { FoundMatch, Matcher } from './matcher';

/** Exact bytes of a text in UTF-8. */
export function createTextMatcher(text: string): Matcher {
  const needle = Buffer.from(text);
  return {
    overlapBytes: needle.length - 1,
    find(window) {
      const found: FoundMatch[] = [];
      for (let start = window.indexOf(needle); start >= 0; start = window.indexOf(needle, start + needle.length)) {
        found.push({ start, end: start + needle.length });
      }
      return found;
    },
    close: () => {},
  };
}
