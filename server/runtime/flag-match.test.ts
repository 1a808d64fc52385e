import { DomainError } from '@vexil/contract/errors';
import { flagPatternLengthMax } from '@vexil/contract/flag.limits';
import { createSealing } from '@vexil/db/sealing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, findsFlag, matcherOf } from './flag-match';

const { hashFlag } = createSealing('a key of a test');
const hash = (text: string) => hashFlag(7, text);
const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 255 });

const positionOf = (source: string) => {
  try {
    compilePattern(source, 'flag');
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error).toMatchObject({ code: 'flag.patternInvalid', options: { field: 'flag' } });
    return error.options.params?.position;
  }
};

describe('a flag', () => {
  it('that is exact matches its own text alone', () => {
    fc.assert(
      fc.property(printable, printable, (flag, answer) => {
        expect(matcherOf({ match: 'Exact', text: flag }, hash)(answer)).toBe(flag === answer);
      }),
    );
  });

  it('that ignores case matches its text in any case, and no other', () => {
    fc.assert(
      fc.property(printable, printable, (flag, answer) => {
        const matches = matcherOf({ match: 'IgnoreCase', text: flag }, hash);
        expect([flag, flag.toUpperCase(), flag.toLowerCase()].every(matches)).toBe(true);
        expect(matches(answer)).toBe(flag.trim().toLowerCase() === answer.trim().toLowerCase());
      }),
    );
  });

  it('that is an expression matches whole texts alone', () => {
    const matches = compilePattern('flag\\{(one|two)+\\}', 'flag');
    expect(['flag{one}', 'flag{onetwo}'].every(matches)).toBe(true);
    expect(['', 'xflag{one}', 'flag{one}x', 'FLAG{one}', 'flag{one}\n'].some(matches)).toBe(false);
    fc.assert(
      fc.property(printable, (text) => {
        const quoted = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').slice(0, 200);
        const literal = quoted.replace(/\\(.)/g, '$1');
        if (quoted.endsWith('\\') && literal !== text.slice(0, literal.length)) return;
        const own = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
        if (own.length > flagPatternLengthMax) return;
        expect(compilePattern(own, 'flag')(text)).toBe(true);
        expect(compilePattern(own, 'flag')(`${text}x`)).toBe(false);
      }),
    );
  });
});

describe('an expression', () => {
  it.each([
    ['flag{(', 7],
    ['[a-', 1],
    ['a**', 3],
    ['(?<x', 5],
    ['\\1', 1],
    ['(?=a)', 1],
    ['a{1001}', 1],
    ['(a{30}){30}', 7],
  ])('%j is refused, with a place in it', (source) => {
    const at = positionOf(source);
    expect(at).toBeGreaterThanOrEqual(1);
    expect(at).toBeLessThanOrEqual(source.length + 1);
  });

  // What takes the expressions of JavaScript minutes.
  it.each([
    '(a+)+b',
    '(a|a)*b',
    '(a*)*b',
    '(.*)*x',
    '(x+x+)+y',
    '((a{0,9}){0,9})b',
    `${'a?'.repeat(90)}${'a'.repeat(20)}`,
  ])('%s takes linear time at the full length of an answer', (source) => {
    const matches = compilePattern(source, 'flag');
    const startedAt = performance.now();
    for (const sign of ['a', 'x', '\u{1F6A9}', ' ']) matches(sign.repeat(255));
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});

describe('the output of a solver', () => {
  it.each([
    ['Exact', 'flag{a}', 'found flag{a}!', true],
    ['Exact', 'flag{a}', 'FLAG{A}', false],
    ['IgnoreCase', '\0flag{a}', 'found FLAG{A}!', true],
    ['IgnoreCase', '\0flag{a}', 'flag{b}', false],
    ['Regex', '\0flag\\{[0-9]+\\}', 'the flag{12} here', true],
    ['Regex', '\0flag\\{[0-9]+\\}', 'flag{x}', false],
  ] as const)('of %s %j in %j: %j', (match, stored, output, isFound) => {
    expect(findsFlag(output, { match, stored })).toBe(isFound);
  });
});
