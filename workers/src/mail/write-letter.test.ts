import { tokenPurposes } from '@vexil/db/enums/account';
import { describe, expect, it } from 'vitest';
import { type LetterContent, writeLetter } from './write-letter';

const content: LetterContent = {
  purpose: 'VerifyEmail',
  language: 'en-US',
  platform: 'Spring cup',
  userName: 'Ann',
  email: 'ann@example.test',
  link: 'https://ctf.test/account/verify?token=abc&email=def',
  expiresAt: new Date('2026-03-04T15:06:00Z'),
};

describe('writeLetter', () => {
  it.each(tokenPurposes)('fills in all texts of %s in both languages', (purpose) => {
    for (const language of ['en-US', 'zh-CN']) {
      const { subject, text, html } = writeLetter({ ...content, purpose, language });
      expect(subject).toMatch(/^\S.* - Spring cup$/);
      for (const part of [text, html]) {
        expect(part).not.toMatch(/\{\{|undefined/);
        expect(part).toContain('Ann');
        expect(part).toContain('2026');
      }
      expect(text).toContain(content.link);
      expect(html).toContain('href="https://ctf.test/account/verify?token=abc&amp;email=def"');
    }
  });

  it('speaks the language, and English where there are no texts', () => {
    expect(writeLetter({ ...content, language: 'zh-CN' }).subject).toBe('确认您的邮箱 - Spring cup');
    expect(writeLetter({ ...content, language: 'zh-CN' }).html).toContain('<html lang="zh-CN">');
    const other = writeLetter({ ...content, language: 'ko-KR' });
    expect(other).toEqual(writeLetter(content));
    expect(writeLetter({ ...content, language: 'constructor' })).toEqual(other);
  });

  it('makes no markup of what people chose', () => {
    const { html, text } = writeLetter({ ...content, userName: '<b>"&\'', platform: '<img src=x>' });
    expect(html).not.toMatch(/<b>|<img/);
    expect(html).toContain('&lt;b&gt;&quot;&amp;&#39;');
    expect(text).toContain('<b>"&\'');
  });
});
