import { accountRoutes } from '@vexil/contract/account';
import { errorCatalogue } from '@vexil/contract/errors';
import { type Language, languages } from '@vexil/contract/languages';
import { englishErrors } from '@vexil/contract/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { chooseLanguage, languageOf, texts } from './i18n';

const others = languages.filter((language) => language !== 'en-US');
const english = texts['en-US'];

/** Keys whose texts hold nothing but punctuation beside what is filled in. */
const wordless = new Set(['package.invalid']);

const scripts: Partial<Record<Language, RegExp>> = {
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
  'ja-JP': /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  'ko-KR': /\p{Script=Hangul}/u,
  'ru-RU': /\p{Script=Cyrillic}/u,
};
const foreign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}]/u;

const holesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

it('has an English text for every error code and no other', () => {
  expect(Object.keys(englishErrors).sort()).toEqual(Object.keys(errorCatalogue).sort());
});

describe.each(others)('the texts in %s', (language) => {
  const entries = Object.entries(texts[language]) as [keyof typeof english, string][];

  it('are there for every key and no other', () => {
    expect(Object.keys(texts[language]).sort()).toEqual(Object.keys(english).sort());
  });

  it('name the same values', () => {
    expect(entries.map(([key, text]) => [key, holesOf(text)])).toEqual(
      entries.map(([key]) => [key, holesOf(english[key])]),
    );
  });

  it('are not English, are in the script of the language, and do not shout', () => {
    const script = scripts[language];
    const wrong = entries.filter(
      ([key, text]) =>
        !wordless.has(key) &&
        (text === english[key] ||
          text.trim() !== text ||
          /[!！]/.test(text) ||
          (script ? !script.test(text) : foreign.test(text))),
    );
    expect(wrong).toEqual([]);
  });

  it('are sentences where English has sentences, and none where they stand behind the name of a field', () => {
    const isSentence = (text: string) => /[.。]$/.test(text);
    const wrong = entries.filter(([key, text]) => isSentence(text) !== isSentence(english[key]));
    expect(wrong).toEqual([]);
  });
});

describe('chooseLanguage', () => {
  it.each([
    [undefined, 'en-US'],
    ['', 'en-US'],
    ['de-DE', 'de-DE'],
    ['DE-at', 'de-DE'],
    ['pt-BR, fr-CA;q=0.5', 'fr-FR'],
    ['en;q=0.2, ko;q=0.9', 'ko-KR'],
    ['ja;q=0, vi', 'vi-VN'],
    ['zh', 'zh-CN'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-Hans-SG', 'zh-CN'],
    ['fil, est, deu', 'en-US'],
    ['*', 'en-US'],
    [';q=x', 'en-US'],
    [`ru, ${'x'.repeat(500)}`, 'ru-RU'],
  ] as const)('takes %j for %s', (header, expected) => {
    expect(chooseLanguage(header)).toBe(expected);
    expect(chooseLanguage(header)).toBe(expected);
  });
});

describe('languageOf', () => {
  const headers = { 'accept-language': 'fr-FR', cookie: 'a=1; .AspNetCore.Culture=c%3Dru-RU%7Cuic%3Dko-KR; b=2' };

  it.each([
    ['/api/x?culture=de-DE', headers, 'de-DE'],
    ['/api/x?a=1&CULTURE=de-DE&Ui-Culture=es', headers, 'es-ES'],
    ['/api/x?a=1&ui-culture=tlh', headers, 'ko-KR'],
    ['/api/x?agriculture=de-DE', headers, 'ko-KR'],
    ['/api/culture=de-DE', headers, 'ko-KR'],
    ['/api/x', { cookie: '.AspNetCore.Culture=c=id-ID|uic=id-ID' }, 'id-ID'],
    ['/api/x', { cookie: '.AspNetCore.Culture=x; b=|uic=id-ID', 'accept-language': 'fr-FR' }, 'fr-FR'],
    ['/api/x', { 'accept-language': `${'xx,'.repeat(5000)}fr-FR` }, 'en-US'],
    ['/api/x', { 'accept-language': 'fr-FR', cookie: '.AspNetCore.Culture=uic' }, 'fr-FR'],
    ['/api/x', {}, 'en-US'],
  ])('reads %s with %j as %s', (url, given, expected) => {
    expect(languageOf({ url, headers: given })).toBe(expected);
  });
});

describe('the API', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('refuses in each language, under the same code', async () => {
    const titles = new Map<string, Language>();
    const details = new Map<string, Language>();
    for (const language of languages) {
      const headers = { 'accept-language': language };
      const refusal = await test.call(accountRoutes.login, { headers, body: { userName: 'x', password: 'y' } });
      expectError(refusal, 'account.badCredentials');
      expect(refusal.headers['content-language']).toBe(language);
      titles.set((refusal.body as unknown as { title: string }).title, language);

      const invalid = await test.send({
        method: 'POST',
        url: '/api/account/login',
        headers: { ...headers, 'content-type': 'application/json' },
        payload: '{"userName":5,"password":"y"}',
      });
      expectError(invalid, 'request.invalid');
      expect(invalid.headers['content-language']).toBe(language);
      expect(invalid.body).toMatchObject({
        title: `userName: ${texts[language]['field.text']}`,
        details: [{ path: 'userName', message: texts[language]['field.text'] }],
      });
      details.set(texts[language]['field.text'], language);
    }
    expect([titles.size, details.size]).toEqual([languages.length, languages.length]);
  });

  it('names its language on replies of every kind', async () => {
    const headers = { 'accept-language': 'vi' };
    const urls = ['/api/config', '/API/Posts', '/api/nothing', '/api/account/profile', '/api/openapi.json'];
    for (const url of urls) {
      const reply = await test.send({ url, headers });
      expect([url, reply.headers['content-language']]).toEqual([url, 'vi-VN']);
    }
    const { etag } = (await test.send({ url: '/api/config' })).headers;
    const unchanged = await test.send({ url: '/api/config', headers: { ...headers, 'if-none-match': String(etag) } });
    expect([unchanged.status, unchanged.headers['content-language']]).toEqual([304, 'vi-VN']);
    const wrongMethod = await test.send({ method: 'DELETE', url: '/api/account/login', headers });
    expectError(wrongMethod, 'request.methodNotAllowed');
    expect(wrongMethod.headers['content-language']).toBe('vi-VN');
    expect((await test.send({ url: '/healthz', headers })).headers['content-language']).toBeUndefined();
  });

  it('lets the address name another language than the header', async () => {
    const reply = await test.send({
      url: '/api/account/profile?ui-culture=ja-JP',
      headers: { 'accept-language': 'de' },
    });
    expect(reply.headers['content-language']).toBe('ja-JP');
    expect(reply.body).toMatchObject({ title: texts['ja-JP']['account.unauthenticated'] });
  });
});
