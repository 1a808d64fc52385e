/** What the texts of a mail may name as `{{name}}`. */
export const mailPlaceholders = ['name', 'platform', 'email', 'time'] as const;
export type MailPlaceholder = (typeof mailPlaceholders)[number];

const placeholder = /\{\{([^{}]*)\}\}/g;

const isKnown = (name: string): name is MailPlaceholder => (mailPlaceholders as readonly string[]).includes(name);

/** Names in double braces that stand for nothing, each once; `{{` that never closes counts as one. */
export function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(placeholder)].map(([, inner = '']) => inner.trim()).filter((name) => !isKnown(name));
  const rest = text.replace(placeholder, '');
  return [...new Set([...names, ...(/\{\{|\}\}/.test(rest) ? ['{{'] : [])])];
}

export const fillMailText = (text: string, values: Record<MailPlaceholder, string>): string =>
  text.replace(placeholder, (_, inner: string) => {
    const name = inner.trim();
    return isKnown(name) ? values[name] : '';
  });

/** Versions of Node.js disagree on the words of the halves of a day elsewhere. */
const countsTo12 = new Set(['en-US', 'zh-TW']);

/** Mails are read anywhere: in UTC. */
export const mailTime = (at: Date, language: string): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    ...(countsTo12.has(language) ? {} : { hourCycle: 'h23' }),
  }).format(at);

/** Blank lines end a paragraph. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
