import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFlagMatcher, type OwnedFlag } from './flag-matcher.rules';

const flags = [
  { flag: 'flag{one}', owner: 1 },
  { flag: 'flag{two}', owner: 2 },
  { flag: 'flag{a longer one}', owner: 3 },
  { flag: 'flag{two}', owner: 4 },
  { flag: ' ', owner: 5 },
];
const find = (text: string, seenBytes = 0) => createFlagMatcher(flags).find(Buffer.from(text), seenBytes);

describe('createFlagMatcher', () => {
  it('finds flags of any length, and every owner of one', () => {
    expect(find('x flag{a longer one}flag{one} flag{two} flag{three}')).toEqual([
      { start: 2, end: 20, owner: 3 },
      { start: 20, end: 29, owner: 1 },
      { start: 30, end: 39, owner: 2 },
      { start: 30, end: 39, owner: 4 },
    ]);
  });

  it('finds flags as forms and addresses carry them', () => {
    expect(find('POST /?flag=flag%7Bone%7D')).toEqual([{ start: 12, end: 25, owner: 1 }]);
  });

  it.each([
    ['shorter than every flag', 'flag{o'],
    ['blanks', '          '],
    ['nothing', ''],
  ])('finds nothing in %s', (_, text) => expect(find(text)).toEqual([]));

  it('reads nothing behind the end of a window', () => {
    // Zero bytes hash like bytes that are not there.
    const matcher = createFlagMatcher([
      { flag: '\0', owner: 1 },
      { flag: '\0ab', owner: 2 },
    ]);
    expect(matcher.find(Buffer.from('ab'), 0)).toEqual([]);
    expect(matcher.find(Buffer.from('\0ab'), 0)).toHaveLength(2);
  });

  it('leaves out what an earlier window had', () => {
    expect(find('flag{one}', 9)).toEqual([]);
    expect(find('flag{one}', 8)).toHaveLength(1);
    expect(find('xxflag{one}', 10)).toHaveLength(1);
  });

  it('has no flags to find where there are none', () => {
    expect(createFlagMatcher([]).find(Buffer.from('flag{one}'), 0)).toEqual([]);
  });

  it('finds the same as a search for each flag', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '{'), minLength: 1, maxLength: 6 });
    const owned = fc.array(letters, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        owned,
        fc.string({ unit: fc.constantFrom('a', 'b', '{'), maxLength: 60 }),
        fc.nat(),
        (texts, text, seed) => {
          const given: OwnedFlag[] = texts.map((flag, owner) => ({ flag, owner }));
          const found = createFlagMatcher(given, (seed % 1_000_000) * 2 + 1).find(Buffer.from(text), 0) as {
            start: number;
            owner: number;
          }[];
          const expected = given.flatMap(({ flag, owner }) => {
            const starts = [...text].flatMap((_, start) => (text.startsWith(flag, start) ? [start] : []));
            return starts.map((start) => `${start} ${owner}`);
          });
          expect(found.map(({ start, owner }) => `${start} ${owner}`).sort()).toEqual(expected.sort());
        },
      ),
    );
  });

  it('reads on while beginnings of flags are repeated', () => {
    const many = Array.from({ length: 10_000 }, (_, owner) => ({
      flag: `flag{${String(owner).padStart(32, '0')}}`,
      owner,
    }));
    const matcher = createFlagMatcher(many);
    const window = Buffer.from('flag{00000000000000000000000000'.repeat(2000));
    const at = performance.now();
    expect(matcher.find(window, 0)).toEqual([]);
    // A comparison with each flag at each beginning takes hundreds of times longer.
    expect(performance.now() - at).toBeLessThan(1000);
  });
});
