import { type Language, languages } from '@vexil/contract/languages';
import type { TokenPurpose } from '@vexil/db/enums/account';
import { mailsDeDE } from './locales/de-DE';
import { type MailText, mailsEnUS } from './locales/en-US';
import { mailsEsES } from './locales/es-ES';
import { mailsFrFR } from './locales/fr-FR';
import { mailsIdID } from './locales/id-ID';
import { mailsJaJP } from './locales/ja-JP';
import { mailsKoKR } from './locales/ko-KR';
import { mailsRuRU } from './locales/ru-RU';
import { mailsViVN } from './locales/vi-VN';
import { mailsZhCN } from './locales/zh-CN';
import { mailsZhTW } from './locales/zh-TW';

export const locales: Record<Language, Record<MailText, string>> = {
  'en-US': mailsEnUS,
  'zh-CN': mailsZhCN,
  'zh-TW': mailsZhTW,
  'ja-JP': mailsJaJP,
  'id-ID': mailsIdID,
  'ko-KR': mailsKoKR,
  'ru-RU': mailsRuRU,
  'de-DE': mailsDeDE,
  'fr-FR': mailsFrFR,
  'es-ES': mailsEsES,
  'vi-VN': mailsViVN,
};

/** Rows may name a language that a later version has no more; it is read in the first. */
const languageOf = (tag: string): Language => languages.find((language) => language === tag) ?? languages[0];

export interface LetterContent {
  purpose: TokenPurpose;
  language: string;
  platform: string;
  userName: string;
  email: string;
  link: string;
  expiresAt: Date;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The three parts of a mail in the reader's language. What people chose, such as names, cannot become markup. */
export function writeLetter(content: LetterContent): { subject: string; text: string; html: string } {
  const { purpose, platform, userName, email, link, expiresAt } = content;
  const language = languageOf(content.language);
  const texts = locales[language];
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const values: Record<string, string> = { name: userName, platform, email, time: format.format(expiresAt) };
  const say = (key: MailText) => texts[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

  const title = say(`${purpose}.title`);
  const [greeting, body, button] = [say('greeting'), say(`${purpose}.text`), say(`${purpose}.button`)];
  const [address, expires, unasked] = [say('address'), say('expires'), say('unasked')];
  return {
    subject: `${title} - ${platform}`,
    text: [greeting, body, link, `${expires}\n${unasked}`, platform].join('\n\n'),
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d2129">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 24px;font-size:22px">${escapeHtml(title)}</h1>
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(body)}</p>
<p style="margin:32px 0"><a href="${escapeHtml(link)}" style="padding:12px 24px;background:#1d4ed8;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold">${escapeHtml(button)}</a></p>
<p style="font-size:14px">${escapeHtml(address)}<br><a href="${escapeHtml(link)}" style="word-break:break-all;color:#1d4ed8">${escapeHtml(link)}</a></p>
<p style="font-size:14px">${escapeHtml(expires)}<br>${escapeHtml(unasked)}</p>
<p style="font-size:14px;color:#5c6370">${escapeHtml(platform)}</p>
</div>
</body>
</html>
`,
  };
}
