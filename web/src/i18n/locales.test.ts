import { challengeRoutes } from '@vexil/contract/challenge';
import { containerRoutes } from '@vexil/contract/container';
import { questionRoutes } from '@vexil/contract/evidence';
import { participationRoutes } from '@vexil/contract/participation';
import type { Route } from '@vexil/contract/route';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../testing/texts';
import { fillGaps, pluralForms, type Texts } from './fill-gaps';
import { type LanguageTag, languages, languageTags, matchLanguage } from './languages';
import sameAsEnglish from './same-as-english.json';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const plural = /_(zero|one|two|few|many|other)$/;
const stemOf = (key: string) => key.replace(plural, '');

/** Dotted key → text. */
function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[prefix + key, text] as [string, string]] : flatten(text, `${prefix}${key}.`),
  );
}

/** The keys that a language needs for those of English: each stem of a plural in each of its forms. */
function wantedKeys(english: [string, string][], language: string): string[] {
  const stems = new Set(english.filter(([key]) => plural.test(key)).map(([key]) => stemOf(key)));
  const forms = pluralForms(language);
  return english
    .filter(([key]) => !plural.test(key))
    .map(([key]) => key)
    .concat([...stems].flatMap((stem) => forms.map((form) => `${stem}_${form}`)))
    .sort();
}

const valuesOf = (text: string) => [...new Set(text.match(/{{\w+}}/g))].sort().join(' ');
/** A form for one thing may say it in words. */
const withoutCount = (values: string) => values.replace(/ ?{{count}}/, '').trim();

const english = textsOf('en-US');
const features = Object.keys(english).filter((feature) => feature !== 'errors');
const others = languageTags.filter((tag) => tag !== 'en-US');

const isAnyUnfinished = others.some((tag) => languages[tag].quality === 'incomplete');
/** Machine translations are completed together with those that are not finished. */
const mayLackFiles = (tag: LanguageTag) => isAnyUnfinished && languages[tag].quality !== 'complete';

describe.each(others)('the texts in %s', (language) => {
  const own = textsOf(language);
  const present = features.filter((feature) => own[feature]);
  const each = (find: (feature: string, key: string, text: string, original: string) => boolean) =>
    present.flatMap((feature) => {
      const originals = new Map(flatten(english[feature] ?? {}));
      return flatten(own[feature] ?? {}).flatMap(([key, text]) => {
        const original = originals.get(key) ?? originals.get(`${stemOf(key)}_other`) ?? '';
        return find(feature, key, text, original) ? [`${feature}.${key}: ${text}`] : [];
      });
    });

  it('are there for every feature', () => {
    expect(Object.keys(own).filter((feature) => feature !== 'errors' && !features.includes(feature))).toEqual([]);
    if (!mayLackFiles(language)) expect(features.filter((feature) => !own[feature])).toEqual([]);
  });

  it('have every key of English in the plural forms of the language, and no other', () => {
    for (const feature of present) {
      // Zero may have words of its own in any language, and needs none.
      const keys = flatten(own[feature] ?? {}).flatMap(([key]) => (key.endsWith('_zero') ? [] : [key]));
      expect({ [feature]: keys.sort() }).toEqual({
        [feature]: wantedKeys(flatten(english[feature] ?? {}), language),
      });
    }
  });

  it('name the same values as English', () => {
    const differing = each((_, key, text, original) =>
      plural.test(key)
        ? withoutCount(valuesOf(text)) !== withoutCount(valuesOf(original))
        : valuesOf(text) !== valuesOf(original),
    );
    expect(differing).toEqual([]);
  });

  it('are not English, but for the names and loanwords in same-as-english.json', () => {
    const allowed = new Set(sameAsEnglish.everywhere);
    // One or two words may be the same by right in a language of the same script: Team, Score, Instance.
    const least = ['zh', 'ja', 'ko', 'ru'].includes(language.slice(0, 2)) ? 1 : 3;
    const hasWords = (text: string) => (text.replace(/{{\w+}}/g, '').match(/\p{L}+/gu)?.length ?? 0) >= least;
    expect(each((_, __, text, original) => text === original && hasWords(text) && !allowed.has(text))).toEqual([]);
  });
});

describe('the names of categories', () => {
  it.each(languageTags)('fit the head of two columns of the scoreboard in %s', (language) => {
    const { category } = textsOf(language).ui as unknown as { category: Record<string, string> };
    expect(Object.values(category).filter((name) => name.length > 14)).toEqual([]);
  });
});

describe('every text', () => {
  it('is there, and does not shout', () => {
    const loud = languageTags.flatMap((tag) =>
      flatten(textsOf(tag))
        .filter(([key, text]) => !key.startsWith('errors.') && (text.trim() === '' || /[!！]/.test(text)))
        .map(([key, text]) => `${tag} ${key}: ${text}`),
    );
    expect(loud).toEqual([]);
  });

  it('is used', () => {
    const code = Object.values(sources).join('\n');
    const words = new Set([...code.matchAll(/['"`]([\w-]+\.[\w.-]+)['"`]/g)].map(([, word]) => word ?? ''));
    // `shell.accent.${source}Hint`: any key that begins so.
    const prefixes = [...code.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/g)].map(([, prefix]) => prefix ?? '');
    // A group that is named: `const words = isCaptain ? 'team.disband' : 'team.leave'`.
    const isNamed = (key: string): boolean =>
      words.has(key) || (key.split('.').length > 2 && isNamed(key.replace(/\.[^.]*$/, '')));
    const unused = features
      .filter((feature) => feature !== 'solo')
      .flatMap((feature) => flatten(english[feature] ?? {}).map(([key]) => `${feature}.${stemOf(key)}`))
      .filter((key) => !isNamed(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
    expect([...new Set(unused)]).toEqual([]);
  });
});

/** Of games that are joined alone: the text of another file, by its feature and key. */
describe('the words of solo.json', () => {
  const solo = flatten(english.solo ?? {});
  const speaksOfTeams = (text: string) => /\bteams?\b/i.test(text.replace(/{{\w+}}|\[TEAM_HASH\]/g, ''));

  it('stand for texts that exist, and speak of no team', () => {
    const others = new Set(flatten(english).map(([key]) => stemOf(key)));
    expect(solo.map(([key]) => stemOf(key)).filter((key) => !others.has(key))).toEqual([]);
    expect(solo.filter(([, text]) => speaksOfTeams(text))).toEqual([]);
  });

  /** But for compounds: staff of a game, and the names that containers know. */
  const teamIn: Record<LanguageTag, RegExp> = {
    'en-US': /\bteams?\b/i,
    'de-DE': /(?<!Organisations)team|mannschaft/i,
    'es-ES': /\bequipos?\b/i,
    'fr-FR': /équipe/i,
    'id-ID': /\btim\b/i,
    'ja-JP': /チーム/,
    'ko-KR': /팀/,
    'ru-RU': /команд/i,
    'vi-VN': /(?<!\p{L})đội(?!\p{L})/iu,
    'zh-CN': /(?<!排)队(?!列)/,
    'zh-TW': /(?<!排)隊(?!列)/,
  };
  const names = (language: LanguageTag, text: string) =>
    teamIn[language].test(text.replace(/{{\w+}}|\[TEAM_HASH\]|TEAM_ID/g, ''));
  const toPlayers = [
    participationRoutes,
    submissionRoutes,
    containerRoutes,
    challengeRoutes,
    scoreboardRoutes,
    questionRoutes,
  ]
    .flatMap((routes): Route[] => Object.values(routes))
    .filter(({ access }) => access === 'User' || access === 'Anonymous')
    .flatMap(({ errors }) => errors)
    // Of games that are joined with a team.
    .filter((code) => !/^team\.|^participation\.(joinedAlone|memberLimit|notTeamMember)$/.test(code));

  it.each(languageTags)('and what is refused to players speak of no team in %s', (language) => {
    const { solo = {}, errors = {} } = textsOf(language);
    const refusals = new Map(flatten(errors));
    expect(toPlayers.length).toBeGreaterThan(30);
    const spoken = [...flatten(solo), ...toPlayers.map((code): [string, string] => [code, refusals.get(code) ?? code])];
    expect(spoken.filter(([, text]) => names(language, text))).toEqual([]);
  });

  it('are there for each text of such a page that speaks of a team', () => {
    const own = new Set(solo.map(([key]) => key));
    // But for the dialog of a new game, which stands on no page of one.
    const pages = Object.keys(english.solo ?? {});
    const spoken = pages.flatMap((feature) =>
      flatten(english[feature] ?? {}).flatMap(([key, text]) =>
        speaksOfTeams(text) && !key.startsWith('event.') ? [`${feature}.${key}`] : [],
      ),
    );
    expect(spoken.filter((key) => !own.has(key))).toEqual([]);
  });
});

describe('fillGaps', () => {
  it('puts English where a language lacks a key, in all of its plural forms', () => {
    const texts = { save: 'Save', team_one: '{{count}} team', team_other: '{{count}} teams', form: { leave: 'Leave' } };
    expect(fillGaps(texts, { save: 'Сохранить', form: {} }, 'ru-RU')).toEqual({
      save: 'Сохранить',
      team_one: '{{count}} team',
      team_few: '{{count}} teams',
      team_many: '{{count}} teams',
      team_other: '{{count}} teams',
      form: { leave: 'Leave' },
    });
  });
});

describe('matchLanguage', () => {
  it.each([
    [['zh-CN'], 'zh-CN'],
    [['zh-Hant-HK'], 'zh-TW'],
    [['zh-HK'], 'zh-TW'],
    [['zh-MO'], 'zh-TW'],
    [['zh'], 'zh-CN'],
    [['pt-BR', 'fr-CA'], 'fr-FR'],
    [['DE-at'], 'de-DE'],
    [['tlh'], 'en-US'],
    [[], 'en-US'],
  ])('takes %j for %s', (wanted, expected) => {
    expect(matchLanguage(wanted)).toBe(expected);
  });
});
