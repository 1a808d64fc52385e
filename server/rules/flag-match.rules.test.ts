import { flagMatches } from '@vexil/db/enums/challenge';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldFlag, isRule, shownFlag, storedFlag } from './flag-match.rules';

/** What an answer may be: without NUL. */
const answer = fc.string({ unit: 'binary', maxLength: 255 }).filter((text) => !text.includes('\0'));

describe('a stored flag', () => {
  it('that is a rule begins with what no answer has', () => {
    expect(storedFlag('a', { match: 'Exact', isCanary: true })).toBe('\0a');
    expect(storedFlag('a', { match: 'Exact', isCanary: false })).toBe('a');
    expect([shownFlag('\0a'), shownFlag('a')]).toEqual(['a', 'a']);
  });

  it('is a rule unless it is exact and no canary', () => {
    const rules = flagMatches.flatMap((match) => [false, true].map((isCanary) => isRule({ match, isCanary })));
    expect(rules).toEqual([false, true, true, true, true, true]);
  });

  it('is shown as it was given, and no answer is equal to a stored rule', () => {
    fc.assert(
      fc.property(answer, answer, fc.constantFrom(...flagMatches), fc.boolean(), (flag, sent, match, isCanary) => {
        const stored = storedFlag(flag, { match, isCanary });
        expect(shownFlag(stored)).toBe(flag);
        if (isRule({ match, isCanary })) expect(stored).not.toBe(sent);
        else expect(stored).toBe(flag);
      }),
    );
  });
});

describe('a folded flag', () => {
  it('is in small letters, without blanks around it', () => expect(foldFlag(' Flag{Ä} ')).toBe('flag{ä}'));

  it.each([
    ['Flag{ABC}', 'fLAG{abc}', true],
    ['  flag{a} ', 'FLAG{A}', true],
    ['straße', 'STRASSE', true],
    ['STRAẞE', 'strasse', true],
    ['ΑΣ', 'ας', true],
    ['flag{a}', 'flag{b}', false],
    ['flag{a b}', 'flag{ab}', false],
  ])('of %j is that of %j: %j', (one, other, isEqual) => {
    expect(foldFlag(one) === foldFlag(other)).toBe(isEqual);
  });

  it('does not depend on case, also when it is folded again', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const folded = foldFlag(text);
        expect(foldFlag(folded)).toBe(folded);
        expect(foldFlag(text.toLowerCase())).toBe(folded);
        expect(foldFlag(`\t${text}\n`)).toBe(folded);
      }),
      { numRuns: 2000 },
    );
  });
});
