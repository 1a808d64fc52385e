import { describe, expect, it } from 'vitest';
import {
  freeTeamName,
  hasVisible,
  isVisibleName,
  looksLikeStaff,
  nameSkeleton,
  nextName,
  normaliseName,
  reservedNames,
  teamNameKey,
} from './name.rules';

describe('the stored form of a name', () => {
  it.each([
    ['Mira', 'Mira'],
    ['  Mira  ', 'Mira'],
    ['\u00a0Mira\u3000Lee\u2003', 'Mira Lee'],
    ['Mira   Lee', 'Mira Lee'],
    ['Mira\u2028Lee', 'Mira Lee'],
    ['Ｍｉｒａ', 'Mira'],
    ['e\u0301', 'é'],
    ['ﬁsh', 'fish'],
    ['❤\ufe0f', '❤\ufe0f'],
    ['😀\ufe0f', '😀'],
    ['a\ufe0f', 'a'],
    ['کار\u200cها', 'کارها'],
    ['👨\u200d💻 devs', '👨\u200d💻 devs'],
    ['❤\ufe00', '❤'],
    ['   ', ''],
    ['队伍', '队伍'],
    ['Ｍ'.repeat(1024), 'M'.repeat(1024)],
    // To put these in order takes the square of their number.
    ['\u0316\u0301'.repeat(1000), '\u0316\u0301'.repeat(1000)],
  ])('of %o is %o', (text, name) => {
    expect(normaliseName(text)).toBe(name);
  });

  it('keeps what is to be refused', () => {
    expect(normaliseName('Mi\u200bra')).toBe('Mi\u200bra');
    expect(normaliseName('Mira\t')).toHaveLength(4);
  });
});

describe('a name that readers see', () => {
  it.each([
    ...['Mira', 'Mira Lee', 'José', '队伍', 'משה', '🚀 Team', 'a.b-c_d', '', '❤\ufe0f'],
    ...['👨\u200d💻 devs', '👩🏽\u200d🚀', '❤\ufe0f\u200d🔥', '👨\u200d👩\u200d👧'],
    ...['می\u200cخواهم', 'مِ\u200cخواهم', 'ශ්\u200dරී', 'क्\u200dष', 'र्\u200cक'],
  ])('is %o', (name) => {
    expect(isVisibleName(name)).toBe(true);
  });

  it.each([
    ['a zero-width space', 'Mi\u200bra'],
    ['a zero-width joiner', 'Mi\u200dra'],
    ['a zero-width non-joiner', 'Mi\u200cra'],
    ['a joiner at the end', '👨\u200d'],
    ['two joiners', '👨\u200d\u200d💻'],
    ['a joiner between an emoji and a letter', '👨\u200da'],
    ['a joiner of joined letters', 'سل\u200dام'],
    ['a byte order mark', '\ufeffMira'],
    ['a soft hyphen', 'Mi\u00adra'],
    ['a bidirectional override', 'Mi\u202era'],
    ['a bidirectional isolate', 'Mi\u2066ra'],
    ['a right-to-left mark', 'Mira\u200f'],
    ['a tab', 'Mi\tra'],
    ['a line break', 'Mi\nra'],
    ['an escape', 'Mi\u001bra'],
    ['a deletion', 'Mi\u007fra'],
    ['a C1 control', 'Mi\u0085ra'],
    ['private use', 'Mi\ue000ra'],
    ['an unassigned character', 'Mi\u0378ra'],
    ['half of a pair', 'Mi\ud800ra'],
    ['a replacement character', 'Mi\ufffdra'],
    ['a Hangul filler', 'Mi\u1160ra'],
    ['an empty Braille pattern', 'Mi\u2800ra'],
  ])('has no %s', (_title, name) => {
    expect(isVisibleName(name)).toBe(false);
  });
});

describe('a text that readers see', () => {
  it.each(['a', ' \u200bx', '👨\u200d💻', '…'])('is %o', (text) => expect(hasVisible(text)).toBe(true));

  it.each(['', ' ', '\u200b', '\n\u2060\u00ad', '\u3164', '\u2800', '\ufeff', '\u200d\ufe0f'])('is not %o', (text) =>
    expect(hasVisible(text)).toBe(false),
  );
});

describe('the name to store', () => {
  it.each([
    ['Mira', undefined, 'Mira'],
    ['Mira', null, 'Mira'],
    ['Mira', '', 'Mira'],
    ['Mira', 'Mira', 'Mira'],
    ['Mira', 'mira', 'mira'],
    ['Mira', 'Lee', 'Lee'],
    [' Ｍira  Lee', 'Mira Lee', ' Ｍira  Lee'],
    ['Mira\u200b', 'Mira', 'Mira'],
  ])('of %o with %o given is %o', (present, given, stored) => {
    expect(nextName(present, given)).toBe(stored);
  });
});

describe('look-alikes', () => {
  it.each([
    ['Admin', 'аdmіn'],
    ['Admin', 'ΑDΜΙΝ'],
    ['Admin', 'Αdmin'],
    ['Admin', 'Àdmïn'],
    ['Admin', 'A d-m.i_n'],
    ['Admin', '@dm1n'],
    ['Admin', '4dmin'],
    ['Admin', 'AdrnIn'],
    ['Admin', 'admln'],
    ['Admin', 'Ａｄｍｉｎ'],
    ['Admin', 'adm|n!'.slice(0, 5)],
    ['Wanda', 'vvanda'],
    ['Olga', '0lga'],
    ['Eve', '3ve'],
    ['Sam', '5am'],
    ['Sam', '$am'],
    ['Tom', '7om'],
    ['Weiss', 'weiß'],
    ['Clara', 'ϲlara'],
    ['Peter', 'Рetеr'],
    ['Hektor', 'Ηektor'],
    ['Mira', 'Mira ❤\ufe0f'],
    ['میخواهم', 'می\u200cخواهم'],
    ['ශ්රී', 'ශ්\u200dරී'],
  ])('of %s include %s', (name, other) => {
    expect(nameSkeleton(other)).toBe(nameSkeleton(name));
  });

  it('are looked for at the beginning of a text only', () => {
    expect(nameSkeleton('a'.repeat(2000))).toHaveLength(1024);
  });

  it.each([
    ['Admin', 'Admin2'],
    ['Admin', 'Badmin'],
    ['Mira', 'Mina'],
    ['队伍', '队五'],
    ['', 'a'],
  ])('of %o do not include %o', (name, other) => {
    expect(nameSkeleton(other)).not.toBe(nameSkeleton(name));
  });
});

describe('a name that looks like one of staff', () => {
  it.each(reservedNames)('is the reserved %s, however it is written', (name) => {
    expect(looksLikeStaff(name, [])).toBe(true);
    expect(looksLikeStaff(` ${name.toUpperCase()}. `, [])).toBe(true);
  });

  it('is that of a member of staff and no other', () => {
    expect(looksLikeStaff('Мira', ['Other', 'Mira'])).toBe(true);
    expect(looksLikeStaff('Mira', ['Other'])).toBe(false);
    expect(looksLikeStaff('Mira', [])).toBe(false);
  });

  it('is never one without letters', () => {
    expect(looksLikeStaff('---', ['...'])).toBe(false);
  });
});

describe('the name of a team', () => {
  const keys = (...names: string[]) => new Set(names.map(teamNameKey));

  it.each([
    ['as it is where nothing is like it', 'Mira', keys('Other'), 'Mira'],
    ['with a number where another looks like it', 'Mira', keys('Мira', 'Mira 3'), 'Mira 2'],
    ['with the next number', 'Mira', keys('Mira', 'Mira 2'), 'Mira 3'],
    ['cut to the length of a name', 'a'.repeat(30), keys(), 'a'.repeat(20)],
    ['cut by characters, with room for the number', '🦉'.repeat(20), keys('🦉'.repeat(20)), `${'🦉'.repeat(18)} 2`],
    ['without a blank before the number', `${'a'.repeat(17)} bc`, keys(`${'a'.repeat(17)} bc`), `${'a'.repeat(17)} 2`],
  ])('is %s', (_, wanted, taken, name) => expect(freeTeamName(wanted, taken)).toBe(name));

  it('is compared by its characters where it has no letters', () => {
    expect(teamNameKey('---')).not.toBe(teamNameKey('...'));
    expect(teamNameKey('🦉 A')).toBe(teamNameKey('🦉 a'));
  });
});
