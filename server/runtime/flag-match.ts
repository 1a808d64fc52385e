import { DomainError } from '@vexil/contract/errors';
import type { FlagMatch } from '@vexil/db/enums/challenge';
import { foldFlag, shownFlag } from '@vexil/rules/flag-match.rules';
import { RE2JS } from 're2js';
import { findExpressionFault } from './capture-expression';

/** Of an expression: each is tried for each character of an answer at worst. */
const instructionsMax = 500;

export type Matches = (answer: string) => boolean;

/** The answer is compared whole. Throws `flag.patternInvalid`. */
export function compilePattern(source: string, field: string): Matches {
  const at = findExpressionFault(source, 0, instructionsMax);
  if (at !== undefined) throw new DomainError('flag.patternInvalid', { field, params: { position: at + 1 } });
  const pattern = RE2JS.compile(source);
  return (answer) => pattern.matches(answer);
}

type HashText = (text: string) => string;

/** Keyed hashes are compared, so that timing reveals nothing about a flag. Throws `flag.patternInvalid`. */
export function matcherOf(
  { match, text }: { match: FlagMatch; text: string },
  hash: HashText,
  field = 'flag',
): Matches {
  if (match === 'Regex') return compilePattern(text, field);
  const key = match === 'IgnoreCase' ? foldFlag : (answer: string) => answer;
  const wanted = hash(key(text));
  return (answer) => hash(key(answer)) === wanted;
}

/** Whether the output of a solver has such a flag somewhere. */
export function findsFlag(output: string, { match, stored }: { match: FlagMatch; stored: string }): boolean {
  const text = shownFlag(stored);
  if (match === 'Exact') return output.includes(text);
  return match === 'IgnoreCase'
    ? foldFlag(output).includes(foldFlag(text))
    : RE2JS.compile(text).matcher(output).find();
}
