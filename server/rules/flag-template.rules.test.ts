import { describe, expect, it } from 'vitest';
import {
  expandedLength,
  type FlagSources,
  generateFlag,
  generateTestFlag,
  isCommonTemplate,
  isRenewable,
  parseFlagTemplate,
  substitutionSets,
  templateEntropyBits,
  templateRefusal,
} from './flag-template.rules';

const hash = '6e0e890e6c13';
const uuids = ['3b9c2f0e-5d1a-4c43-9a55-0f6a3c1e7b10', '11111111-2222-4333-8444-555555555555'];

/** Draws the given places in turn, then starts over. */
function sources(places: number[] = [0]): FlagSources {
  let draws = 0;
  let made = 0;
  return {
    randomInt: (bound) => (places[draws++ % places.length] ?? 0) % bound,
    randomUuid: () => uuids[made++ % uuids.length] ?? '',
  };
}

const basicSets = {
  A: 'Aa4',
  B: 'Bb68',
  C: 'Cc',
  D: 'Dd',
  E: 'Ee3',
  F: 'Ff1',
  G: 'Gg69',
  H: 'Hh',
  I: 'Ii1l',
  J: 'Jj',
  K: 'Kk',
  L: 'Ll1I',
  M: 'Mm',
  N: 'Nn',
  O: 'Oo0',
  P: 'Pp',
  Q: 'Qq9',
  R: 'Rr',
  S: 'Ss5',
  T: 'Tt7',
  U: 'Uu',
  V: 'Vv',
  W: 'Ww',
  X: 'Xx',
  Y: 'Yy',
  Z: 'Zz2',
  0: '0oO',
  1: '1lI',
  2: '2zZ',
  3: '3eE',
  4: '4aA',
  5: '5Ss',
  6: '6Gb',
  7: '7T',
  8: '8bB',
  9: '9g',
};
const extendedSets = {
  ...basicSets,
  A: 'Aa4@',
  B: 'Bb6&',
  C: 'Cc(',
  I: 'Ii1l!',
  L: 'Ll1I!',
  O: 'Oo0#',
  S: 'Ss5$',
  Z: 'Zz2?',
  0: '0oO#',
  1: '1lI|',
  2: '2zZ?',
  8: '8B&',
};

describe('substitution sets', () => {
  it('are those of the tables', () => {
    expect(Object.fromEntries(substitutionSets.basic)).toEqual(basicSets);
    expect(Object.fromEntries(substitutionSets.extended)).toEqual(extendedSets);
  });

  it.each([
    ['basic', 2, 'CDHJKMNPRUVWXY79'],
    ['basic', 3, 'AEFOQSTZ01234568'],
    ['basic', 4, 'BGIL'],
    ['extended', 2, 'DHJKMNPRUVWXY79'],
    ['extended', 3, 'CEFQT34568'],
    ['extended', 4, 'ABGOSZ012'],
    ['extended', 5, 'IL'],
  ] as const)('of the %s kind with %d members belong to %s', (kind, size, characters) => {
    const found = [...substitutionSets[kind]].filter(([, set]) => set.length === size).map(([character]) => character);
    expect(found.sort().join('')).toBe([...characters].sort().join(''));
  });
});

describe('parseFlagTemplate', () => {
  const plain = (text: string) => ({ kind: 'plain', text });
  const inside = (text: string) => ({ kind: 'substitutable', text });
  const guid = { kind: 'guid' };
  const teamHash = { kind: 'teamHash' };

  it.each([
    ['flag{a b}', 'basic', [plain('flag{'), inside('a b}')]],
    ['[LEET]flag{a}', 'basic', [plain('flag{'), inside('a}')]],
    ['[CLEET]flag{a}', 'extended', [plain('flag{'), inside('a}')]],
    ['[leet]flag{a}', 'basic', [plain('[leet]flag{'), inside('a}')]],
    ['x[LEET]{a}', 'basic', [plain('x[LEET]{'), inside('a}')]],
    ['flag{[LEET]}', 'basic', [plain('flag{'), inside('[LEET]}')]],
    ['[LEET][CLEET]{a}', 'basic', [plain('[CLEET]{'), inside('a}')]],
    ['Demo{[GUID]}', 'none', [plain('Demo{'), guid, inside('}')]],
    ['[GUID]', 'none', [guid]],
    ['[guid]{a}', 'basic', [plain('[guid]{'), inside('a}')]],
    ['[LEET]flag{a [TEAM_HASH] b}', 'basic', [plain('flag{'), inside('a '), teamHash, inside(' b}')]],
    ['x{a} y {b} z', 'basic', [plain('x{'), inside('a}'), plain(' y {'), inside('b}'), plain(' z')]],
    ['x{a{b}c} d', 'basic', [plain('x{'), inside('a{b}c}'), plain(' d')]],
    ['x{a', 'basic', [plain('x{'), inside('a')]],
    ['x}{a}{b}', 'basic', [plain('x}{a}{b}')]],
    ['x}{{a}}', 'basic', [plain('x}{{'), inside('a}'), plain('}')]],
    ['[LEET]', 'basic', []],
  ])('reads %s', (template, substitution, parts) => {
    expect(parseFlagTemplate(template)).toEqual({ substitution, parts });
  });
});

describe('generateFlag', () => {
  it.each([
    ['', 'flag{3b9c2f0e-5d1a-4c43-9a55-0f6a3c1e7b10}'],
    ['  ', 'flag{3b9c2f0e-5d1a-4c43-9a55-0f6a3c1e7b10}'],
    [null, 'flag{3b9c2f0e-5d1a-4c43-9a55-0f6a3c1e7b10}'],
    ['Demo{[GUID]}', 'Demo{3b9c2f0e-5d1a-4c43-9a55-0f6a3c1e7b10}'],
    ['[GUID][GUID]', `${uuids[0]}${uuids[1]}`],
    ['flag{a b [TEAM_HASH]}', 'flag{a b 6e0e890e6c13}'],
    ['[TEAM_HASH]{[TEAM_HASH]}', '6e0e890e6c13{6e0e890e6c13}'],
  ])('of %j makes %s', (template, flag) => {
    expect(generateFlag(template, hash, sources())).toBe(flag);
  });

  it.each([
    ['flag{a b}', [2, 0], 'flag{4_B}'],
    ['[LEET]flag{a b [TEAM_HASH]}', [0, 3], 'flag{A_8_6e0e890e6c13}'],
    ['x{a} y {b} z', [2, 2], 'x{4} y {6} z'],
    ['[CLEET]x{ail o}', [3, 4, 4, 3], 'x{@!!_#}'],
    ['[LEET]x{a-é.ſı}', [0], 'x{A-é.ſı}'],
    ['x{a{b c}d} e f', [0], 'x{A{B_C}D} e f'],
  ])('of %j with draws %j makes %s', (template, draws, flag) => {
    expect(generateFlag(template, hash, sources(draws))).toBe(flag);
  });

  it('draws from exactly as many spellings as the set has', () => {
    const bounds: number[] = [];
    const randomInt = (bound: number) => bounds.push(bound) - 1;
    generateFlag('[CLEET]x{I7-}', hash, { ...sources(), randomInt });
    expect(bounds).toEqual([5, 2]);
  });
});

describe('generateTestFlag', () => {
  it.each([
    [null, 'flag{vexil_dynamic_flag_test}'],
    ['', 'flag{vexil_dynamic_flag_test}'],
    [' \t', 'flag{vexil_dynamic_flag_test}'],
    ['flag{[TEAM_HASH]}', 'flag{TestTeamHash}'],
    ['[LEET]flag{a [TEAM_HASH]}', 'flag{A_TestTeamHash}'],
  ])('of %j makes %s', (template, flag) => {
    expect(generateTestFlag(template, sources())).toBe(flag);
  });
});

describe('templateEntropyBits', () => {
  it.each([
    ['hello}', 8.17, 9.229],
    ['hello world}', 14.755, 16.551],
    ['welcome_to_the_game}', 23.265, 25.417],
    ['this is my long flag text}', 31.265, 34.213],
    ['The quick brown fox jumps over the lazy dog}', 47.189, 51.324],
  ])('of %s are %d, or %d in the extended set', (text, basic, extended) => {
    expect(templateEntropyBits(parseFlagTemplate(`flag{${text}`))).toBeCloseTo(basic, 3);
    expect(templateEntropyBits(parseFlagTemplate(`[CLEET]flag{${text}`))).toBeCloseTo(extended, 3);
  });

  it('are none without substitution', () => {
    expect(templateEntropyBits(parseFlagTemplate('flag{hello [GUID]}'))).toBe(0);
  });
});

describe('templateRefusal', () => {
  it.each([
    ['this is my long flag text in the basic set', 'flag{this is my long flag text}', 'tooWeak'],
    ['the same in the extended set', '[CLEET]flag{this is my long flag text}', null],
    ['a long sentence', 'flag{The quick brown fox jumps over the lazy dog}', null],
    ['words outside braces', 'The quick brown fox jumps over the lazy dog', 'tooWeak'],
    ['a marker alone', '[LEET]', 'tooWeak'],
    ['a UUID', 'flag{[GUID]}', null],
    ['a team hash', 'flag{[TEAM_HASH]}', null],
    ['three UUIDs', 'flag{[GUID][GUID][GUID]}', null],
    ['seven UUIDs, which make too long a flag', `flag{${'[GUID]'.repeat(7)}}`, 'flagTooLong'],
    ['a flag of 255 characters', `flag{${'[GUID]'.repeat(6)}${'-'.repeat(33)}}`, null],
    ['a flag of 256 characters', `flag{${'[GUID]'.repeat(6)}${'-'.repeat(34)}}`, 'flagTooLong'],
    ['32 bits of choice', `x{${'h'.repeat(32)}}`, null],
    ['31 bits of choice', `x{${'h'.repeat(31)}}`, 'tooWeak'],
    ['255 characters', `flag{${'e'.repeat(249)}}`, null],
    ['256 characters', `flag{${'e'.repeat(250)}}`, 'templateTooLong'],
    ['a zero character', 'flag{[GUID]\0}', 'unstorable'],
  ])('of %s', (_, template, refusal) => {
    expect(templateRefusal(template)).toBe(refusal);
  });
});

describe('isCommonTemplate', () => {
  it.each([
    ['flag{[GUID]}', true],
    [`flag{${'e'.repeat(114)}}`, true],
    [`flag{${'e'.repeat(115)}}`, false],
    [`flag{[GUID][GUID][GUID]${'-'.repeat(13)}}`, true],
    [`flag{[GUID][GUID][GUID]${'-'.repeat(14)}}`, false],
  ])('of %s is %s', (template, expected) => {
    expect(isCommonTemplate(template)).toBe(expected);
  });
});

describe('isRenewable', () => {
  it.each([
    [null, true],
    [' ', true],
    ['flag{[TEAM_HASH]}', false],
    ['flag{[TEAM_HASH]_[GUID]}', true],
    ['[LEET]flag{easy [TEAM_HASH]}', false],
    [`[LEET]flag{${'h'.repeat(32)} [TEAM_HASH]}`, true],
    [`flag{${'h'.repeat(32)}}`, true],
  ])('of %j is %s', (template, expected) => {
    expect(isRenewable(template)).toBe(expected);
  });
});

describe('expandedLength', () => {
  it.each(['flag{[GUID]}', '[LEET]x{a b [TEAM_HASH]}', 'x{a} y {b} z', '[CLEET]x{🚩}'])(
    'is that of every flag of %s',
    (template) => {
      expect(expandedLength(parseFlagTemplate(template))).toBe(generateFlag(template, hash, sources([1])).length);
    },
  );
});
