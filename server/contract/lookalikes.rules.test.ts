import { describe, expect, it } from 'vitest';
import { nameSkeleton } from './name.rules';

/** What each letter is written as, by who wants to be taken for someone else. */
const writtenAs = {
  a: 'аαɑᴀ4@Α',
  b: 'вβΒ',
  c: 'сϲς',
  d: 'ԁδđᴅ',
  e: 'езεᴇ3€Ε',
  f: 'ғ',
  g: 'ԍɡ',
  h: 'һнħΗ',
  i: 'іӏιıłɩɪ1|!lΙI',
  j: 'јȷ',
  k: 'кκΚ',
  m: 'мᴍΜ',
  n: 'пилηɴΝ',
  o: 'оοσøᴏ0Ο',
  p: 'рρΡ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕꜱ5$',
  t: 'тτŧᴛ7Τ',
  u: 'μυ',
  v: 'ѵν',
  w: 'ԝшω',
  x: 'хχΧ',
  y: 'уүγʏΥ',
  z: 'ζΖ',
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
};

describe('a name with one letter replaced', () => {
  it.each(Object.entries(writtenAs))('looks the same: %s as one of %s', (letter, signs) => {
    const different = [...signs].filter((sign) => nameSkeleton(`ab${sign}ba`) !== nameSkeleton(`ab${letter}ba`));
    expect(different).toEqual([]);
  });

  it.each([
    ['barnacle', 'bamacle'],
    ['vvave', 'wave'],
    ['e\u0301\u0327toile', 'etoile'],
    ['ｅtoile', 'etoile'],
    ['a_b', 'ab'],
  ])('looks the same: %s and %s', (one, other) => {
    expect(nameSkeleton(one)).toBe(nameSkeleton(other));
  });

  it('differs where the letter is another', () => {
    const letters = [...'abcdefghijkmnopqrstuvwxyz'];
    expect(new Set(letters.map((letter) => nameSkeleton(`ab${letter}ba`))).size).toBe(letters.length);
  });
});
