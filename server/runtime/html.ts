/** Markup whose texts are escaped. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

export type HtmlValue = string | number | null | undefined | Html | readonly HtmlValue[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function markupOf(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(markupOf).join('');
  return String(value ?? '').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Escapes every value that is no markup itself; attributes have to stand in quotes. */
export const html = (texts: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(texts.reduce((before, text, at) => before + markupOf(values[at - 1]) + text));

export const joinHtml = (values: readonly HtmlValue[], separator: HtmlValue): Html =>
  new Html(values.map(markupOf).join(markupOf(separator)));
