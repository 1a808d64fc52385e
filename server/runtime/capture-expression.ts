import { DomainError } from '@vexil/contract/errors';
import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Instructions of a compiled expression, about: a search tries each of them for each byte at worst. */
const searchInstructionsMax = 2000;

/** Where repeats make an expression too large, found before it is compiled: those of groups multiply all others. */
function findLarge(source: string, instructionsMax: number): number | undefined {
  let [factor, length] = [1, source.length];
  if (length > instructionsMax) return instructionsMax;
  // An empty quotation leaves the group before it as what is repeated.
  for (const { 1: group, 2: least, 3: most, index } of source.matchAll(/(\)|\\E)?\{(\d{1,9})(?:,(\d{0,9}))?\}/g)) {
    const times = Math.max(1, Number(least), Number(most ?? 0));
    if (group) factor *= times;
    else length += times;
    if (factor * length > instructionsMax) return index;
  }
  return undefined;
}

function faultOf(source: string, flags: number): string | undefined {
  try {
    RE2JS.compile(source, flags);
    return undefined;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return error.getDescription();
    throw error;
  }
}

/** The parser says what is wrong, not where: behind the longest beginning without that fault. */
function findFault(source: string, flags: number): number | undefined {
  const fault = faultOf(source, flags);
  if (fault === undefined) return undefined;
  let at = source.length - 1;
  while (at > 0 && faultOf(source.slice(0, at), flags) === fault) at -= 1;
  return at;
}

/** The place of what is wrong with an expression; undefined for nothing. */
export const findExpressionFault = (source: string, flags: number, instructionsMax: number): number | undefined =>
  findLarge(source, instructionsMax) ?? findFault(source, flags);

/**
 * An expression over bytes as Latin-1 that takes linear time: the expressions of JavaScript can take exponential time,
 * so they would need a process that can be ended. Throws `capture.patternInvalid`.
 */
export function compileExpression(source: string, ignoreCase: boolean): RE2JS {
  const flags = RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const at = findExpressionFault(source, flags, searchInstructionsMax);
  if (at !== undefined) {
    throw new DomainError('capture.patternInvalid', { field: 'pattern', params: { position: at + 1 } });
  }
  return RE2JS.compile(source, flags);
}
