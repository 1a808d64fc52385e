import type { Language } from '@vexil/contract/languages';
import { type Html, html, joinHtml } from '@vexil/runtime/html';
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

export const timeOf = (ms: number): Html => {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
};

const withTime = (text: string, ms: number) => joinHtml(text.split('{{time}}'), timeOf(ms));

/** `none` is said where there are no rows. */
export const tableOf = (heads: Html, rows: readonly Html[], none: string): Html =>
  rows.length === 0
    ? html`<p class="dim">${none}</p>`
    : html`<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>
${joinHtml(rows, '\n')}
</tbody></table></div>`;

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

export const markdownOf = ({ facts, top }: Page, text: string): Html =>
  renderMarkdown(text, (hash) => {
    const path = filePath(facts, hash);
    return path === undefined ? undefined : `${top}${path}`;
  });

export function framePage({ facts, texts, language, top }: Page, title: string, parts: (Html | null)[]): Html {
  const { game, frozenAt, at } = facts;
  const links = [
    ['index.html', texts.game],
    ...(facts.ranked ? [['scoreboard.html', texts.scoreboard]] : []),
    ['challenges.html', texts.challenges],
    ['notices.html', texts.notices],
  ].map(([path, name]) => html`<a href="${top}${path}">${name}</a>`);
  const frozen = frozenAt === null ? null : html`<p class="notice">${withTime(texts.frozen, frozenAt)}</p>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === game.title ? title : `${title} · ${game.title}`}</title>
<link rel="stylesheet" href="${top}style.css">
</head>
<body>
<header><a class="name" href="${top}index.html">${game.title}</a><nav>${links}</nav></header>
<main>
<h1>${title}</h1>
${frozen}
${joinHtml(parts, '\n')}
</main>
<footer>${withTime(texts.made, at.getTime())}</footer>
</body>
</html>
`;
}
