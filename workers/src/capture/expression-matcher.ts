import { compileExpression } from '@vexil/runtime/capture-expression';
import { type FoundMatch, type Matcher, SlowPatternError } from './matcher';

/** More of one window say nothing that these do not. */
const foundMax = 1000;
/** For one window, which takes a usual expression some milliseconds: each match is found in linear time, all of them not. */
const timeMsDefault = 2000;

interface ExpressionOptions {
  ignoreCase: boolean;
  timeMs?: number;
}

/** Throws `capture.patternInvalid`. */
export function createExpressionMatcher(
  source: string,
  { ignoreCase, timeMs = timeMsDefault }: ExpressionOptions,
): Matcher {
  const expression = compileExpression(source, ignoreCase);
  return {
    find(window, seenBytes) {
      const found: FoundMatch[] = [];
      const until = performance.now() + timeMs;
      const text = window.toString('latin1');
      // Most windows have no match, and that is known in a tenth of the time that places take.
      if (!expression.test(text)) return found;
      const matcher = expression.matcher(text);
      while (found.length < foundMax && matcher.find()) {
        const [start, end] = [matcher.start(), matcher.end()];
        if (end > start && end > seenBytes) found.push({ start, end });
        if (performance.now() > until) throw new SlowPatternError();
      }
      return found;
    },
  };
}
