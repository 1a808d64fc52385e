import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../testing/texts';
import type { LanguageTag } from './languages';
import { addTexts, soloStore, translate } from './translate';

const own = {
  team: {
    title: 'Team',
    invite: { hint: 'Send {{name}} the code {{code}}.' },
    members_one: '{{count}} member',
    members_few: '{{count}} few',
    members_many: '{{count}} many',
    members_other: '{{count}} members',
    solves_zero: 'No solves yet',
    solves_one: 'One solve',
    solves_other: '{{count}} solves',
  },
  solo: { team: { title: 'Player', members_one: 'One person', members_other: '{{count}} persons' } },
};

describe('translate', () => {
  const languages: LanguageTag[] = ['en-US', 'ru-RU', 'ja-JP'];
  beforeAll(() => {
    for (const language of languages) addTexts(language, own);
  });
  afterAll(() => {
    for (const language of languages) addTexts(language, textsOf(language));
  });

  it('finds a text by its path', () => {
    expect(translate('en-US', 'team.title')).toBe('Team');
  });

  it('has other words in a game that is joined alone, and the same where there are none', () => {
    soloStore.set(true);
    try {
      expect(translate('en-US', 'team.title')).toBe('Player');
      expect(translate('en-US', 'team.members', { count: 1 })).toBe('One person');
      expect(translate('en-US', 'team.members', { count: 4 })).toBe('4 persons');
      expect(translate('en-US', 'team.solves', { count: 1 })).toBe('One solve');
      expect(translate('en-US', 'team.invite.hint', { name: 'a', code: 1 })).toBe('Send a the code 1.');
    } finally {
      soloStore.set(false);
    }
  });

  it('fills in values as they are, whatever characters they have', () => {
    const values = { name: '<b>$& {{code}}</b>', code: 7 };
    expect(translate('en-US', 'team.invite.hint', values)).toBe('Send <b>$& {{code}}</b> the code 7.');
  });

  it.each([
    ['en-US', 1, '1 member'],
    ['en-US', 5, '5 members'],
    ['ru-RU', 3, '3 few'],
    ['ru-RU', 11, '11 many'],
    ['ja-JP', 1, '1 members'],
  ] as const)('takes in %s the plural form of %i', (language, count, text) => {
    expect(translate(language, 'team.members', { count })).toBe(text);
  });

  it('takes the words for zero where there are some', () => {
    expect(translate('en-US', 'team.solves', { count: 0 })).toBe('No solves yet');
    expect(translate('en-US', 'team.members', { count: 0 })).toBe('0 members');
  });

  it('takes the text itself where it has no plural forms', () => {
    expect(translate('en-US', 'team.title', { count: 2 })).toBe('Team');
  });

  it('gives the key where there is no text', () => {
    expect(translate('en-US', 'team.missing')).toBe('team.missing');
    // Other tests load the texts of every real language.
    expect(translate('xx-XX' as LanguageTag, 'team.title')).toBe('team.title');
  });
});
