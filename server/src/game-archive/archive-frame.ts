import type { Language } from '@vexil/contract/languages';
import { escapeHtml } from '@vexil/http/page/escape-html';
import { renderMarkdown } from './archive-markdown';
import type { ArchiveFacts } from './game-archive.facts';
import type { ArchiveTexts } from './game-archive.texts';

export interface Page {
  facts: ArchiveFacts;
  texts: ArchiveTexts;
  language: Language;
  /** From the page to the top of the archive: '' or '../'. */
  top: '' | '../';
}

export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

export const timeOf = (ms: number): string => {
  const iso = new Date(ms).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
};

/** Path in the archive, of characters that every file system and web server takes. */
export function filePath({ files }: ArchiveFacts, hash: string, name?: string | null): string | undefined {
  const file = files.get(hash);
  if (!file) return undefined;
  const safe = (name ?? file.name)
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(-80);
  return `files/${hash}/${safe || 'file'}`;
}

export const markdownOf = ({ facts, top }: Page, text: string): string =>
  renderMarkdown(text, (hash) => {
    const path = filePath(facts, hash);
    return path === undefined ? undefined : `${top}${path}`;
  });

const noScripts = `script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'`;

export function framePage({ facts, texts, language, top }: Page, title: string, body: string): string {
  const { game, frozenAt, at } = facts;
  const links = [
    ['index.html', texts.game],
    ['scoreboard.html', texts.scoreboard],
    ['challenges.html', texts.challenges],
    ['notices.html', texts.notices],
  ].map(([path, name]) => `<a href="${top}${path}">${escapeHtml(name ?? '')}</a>`);
  const frozen =
    frozenAt === null ? '' : `<p class="notice">${fill(escapeHtml(texts.frozen), { time: timeOf(frozenAt) })}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${noScripts}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === game.title ? title : `${title} · ${game.title}`)}</title>
<link rel="stylesheet" href="${top}style.css">
</head>
<body>
<header><a class="name" href="${top}index.html">${escapeHtml(game.title)}</a><nav>${links.join('')}</nav></header>
<main>
<h1>${escapeHtml(title)}</h1>
${frozen}
${body}
</main>
<footer>${fill(escapeHtml(texts.made), { time: timeOf(at.getTime()) })}</footer>
</body>
</html>
`;
}
