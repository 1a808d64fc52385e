import { type Language, languages } from '@vexil/contract/languages';
import type { OwnMailText } from '@vexil/contract/mail-text';
import { fillMailText, type MailPlaceholder, mailTime, paragraphsOf } from '@vexil/contract/mail-text.rules';
import { loadMailTexts, type MailTextKey } from '@vexil/contract/texts';
import type { TokenPurpose } from '@vexil/db/enums/account';
import { html, joinHtml } from '@vexil/runtime/html';

export const mailTexts = await loadMailTexts();

// A stored row may name a language that has since been removed.
export const languageOf = (tag: string): Language => languages.find((language) => language === tag) ?? languages[0];

export interface MailContent {
  purpose: TokenPurpose;
  language: string;
  platform: string;
  userName: string;
  email: string;
  link: string;
  expiresAt: Date;
  /** What the administrators wrote in place of our words. */
  own?: OwnMailText;
}

/** A mail of one sentence: that mails arrive, or that an archive is ready at an address. */
export function composeNote(
  note: 'test' | 'export',
  tag: string,
  { platform, link }: { platform: string; link?: string },
): { subject: string; text: string; html: string } {
  const language = languageOf(tag);
  const fill = (key: MailTextKey) => mailTexts[language][key].replaceAll('{{platform}}', () => platform);
  const text = fill(`${note}.text`);
  const address = link === undefined ? html`` : html`<p><a href="${link}">${link}</a></p>`;
  return {
    subject: `${fill(`${note}.title`)} - ${platform}`,
    text: link === undefined ? text : `${text}\n\n${link}`,
    html: html`<!doctype html><html lang="${language}"><body><p>${text}</p>${address}</body></html>\n`.markup,
  };
}

/** Subject, text and HTML in the recipient's language. Names and other input are escaped. */
export function composeMail(content: MailContent): { subject: string; text: string; html: string } {
  const { purpose, platform, userName, email, link, expiresAt } = content;
  const language = languageOf(content.language);
  const texts = mailTexts[language];
  const time = mailTime(expiresAt, language);
  const values: Record<MailPlaceholder, string> = { name: userName, platform, email, time };
  const fill = (key: MailTextKey) => fillMailText(texts[key], values);

  const { own } = content;
  const subject = own?.subject ? fillMailText(own.subject, values) : undefined;
  const title = subject ?? fill(`${purpose}.title`);
  const paragraphs = own?.text
    ? paragraphsOf(own.text).map((paragraph) => fillMailText(paragraph, values))
    : [fill('greeting'), fill(`${purpose}.text`)];
  const button = fill(`${purpose}.button`);
  const [address, expires, unasked] = [fill('address'), fill('expires'), fill('unasked')];
  return {
    subject: subject ?? `${title} - ${platform}`,
    text: [...paragraphs, link, `${expires}\n${unasked}`, platform].join('\n\n'),
    html: html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d2129">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 24px;font-size:22px">${title}</h1>
${paragraphs.map((paragraph) => html`<p>${joinHtml(paragraph.split('\n'), html`<br>`)}</p>\n`)}<p style="margin:32px 0"><a href="${link}" style="padding:12px 24px;background:#1d4ed8;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold">${button}</a></p>
<p style="font-size:14px">${address}<br><a href="${link}" style="word-break:break-all;color:#1d4ed8">${link}</a></p>
<p style="font-size:14px">${expires}<br>${unasked}</p>
<p style="font-size:14px;color:#5c6370">${platform}</p>
</div>
</body>
</html>
`.markup,
  };
}
