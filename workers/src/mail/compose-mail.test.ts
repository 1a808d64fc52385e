import { languages } from '@vexil/contract/languages';
import { tokenPurposes } from '@vexil/db/enums/account';
import { describe, expect, it } from 'vitest';
import { composeMail, type MailContent, mailTexts } from './compose-mail';

const content: MailContent = {
  purpose: 'VerifyEmail',
  language: 'en-US',
  platform: 'Spring cup',
  userName: 'Ann',
  email: 'ann@example.test',
  link: 'https://ctf.test/account/verify?token=abc&email=def',
  expiresAt: new Date('2026-03-04T15:06:00Z'),
};

describe('composeMail', () => {
  it.each(tokenPurposes)('fills in all texts of %s in every language', (purpose) => {
    const subjects = new Set<string>();
    for (const language of languages) {
      const { subject, text, html } = composeMail({ ...content, purpose, language });
      expect(subject).toMatch(/^\S.* - Spring cup$/);
      for (const part of [text, html]) {
        expect(part).not.toMatch(/\{\{|undefined/);
        expect(part).toContain('Ann');
        expect(part).toContain('2026');
      }
      expect(text).toContain(content.link);
      expect(html).toContain('href="https://ctf.test/account/verify?token=abc&amp;email=def"');
      expect(html).toContain(`<html lang="${language}">`);
      subjects.add(subject);
    }
    expect(subjects.size).toBe(languages.length);
  });

  it('uses the requested language and falls back to English', () => {
    expect(composeMail({ ...content, language: 'zh-CN' }).subject).toBe('确认您的邮箱 - Spring cup');
    expect(composeMail({ ...content, language: 'zh-CN' }).html).toContain('<html lang="zh-CN">');
    const other = composeMail({ ...content, language: 'tlh-KX' });
    expect(other).toEqual(composeMail(content));
    expect(composeMail({ ...content, language: 'constructor' })).toEqual(other);
  });

  // Versions of Node.js differ in the separators between date and time.
  it.each([
    ['en-US', /until March 4, 2026\D+3:06\sPM UTC\./],
    ['zh-CN', /至 2026年3月4日 ?15:06（UTC）。/],
    ['zh-TW', /至 2026年3月4日 ?下午3:06（UTC）。/],
    ['ja-JP', /2026年3月4日 ?15:06（UTC）です。/],
    ['id-ID', /hingga 4 Maret 2026\D+15[.:]06 UTC\./],
    ['ko-KR', /2026년 3월 4일 15:06\(UTC\)까지/],
    ['ru-RU', /до 4 марта 2026\D+15:06 UTC\./],
    ['de-DE', /bis 4\. März 2026\D+15:06 UTC\./],
    ['fr-FR', /jusqu’au 4 mars 2026\D+15:06 UTC\./],
    ['es-ES', /hasta el 4 de marzo de 2026\D+15:06 UTC\./],
    ['vi-VN', /đến .*15:06.* 4 tháng 3.* 2026 UTC\./],
  ] as const)('formats the time for %s', (language, expected) => {
    expect(composeMail({ ...content, language }).text).toMatch(expected);
  });

  it.each(languages.filter((language) => language !== 'en-US'))(
    'has every English text in %s, with the same placeholders',
    (language) => {
      const english = mailTexts['en-US'];
      const placeholdersOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
      for (const [key, text] of Object.entries(mailTexts[language]) as [keyof typeof english, string][]) {
        expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(english[key])]);
        expect(text).not.toBe(english[key]);
        expect(text).not.toMatch(/[!！]/);
      }
      expect(Object.keys(mailTexts[language]).sort()).toEqual(Object.keys(english).sort());
    },
  );

  it("takes the administrators' words where they wrote some, and keeps button and link", () => {
    const own = { subject: '{{platform}}: one click', text: 'Dear {{name}},\nwelcome.\n\nUntil {{time}}.' };
    const both = composeMail({ ...content, own });
    expect(both.subject).toBe('Spring cup: one click');
    expect(both.text).toMatch(/^Dear Ann,\nwelcome\.\n\nUntil March 4, 2026.*\.\n\nhttps:/);
    expect(both.text).not.toContain('An account was created');
    expect(both.html).toContain('<p>Dear Ann,<br>welcome.</p>');
    expect(both.html).toContain('<h1 style="margin:0 0 24px;font-size:22px">Spring cup: one click</h1>');
    expect(both.html).toContain('>Confirm address</a>');
    const standard = composeMail(content);
    expect(composeMail({ ...content, own: { subject: null, text: null } })).toEqual(standard);
    expect(composeMail({ ...content, own: { subject: null, text: own.text } }).subject).toBe(standard.subject);
    expect(composeMail({ ...content, own: { subject: own.subject, text: null } }).text).toBe(standard.text);
  });

  it('escapes own words too', () => {
    const own = { subject: '<i>{{name}}</i>', text: '<script>{{name}}</script>' };
    const { html } = composeMail({ ...content, userName: '<b>', own });
    expect(html).not.toMatch(/<i>|<b>|<script>/);
  });

  it('escapes names in HTML', () => {
    const { html, text } = composeMail({ ...content, userName: '<b>"&\'', platform: '<img src=x>' });
    expect(html).not.toMatch(/<b>|<img/);
    expect(html).toContain('&lt;b&gt;&quot;&amp;&#39;');
    expect(text).toContain('<b>"&\'');
  });
});
