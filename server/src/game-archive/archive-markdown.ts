// Texts of organisers as HTML that fetches nothing and runs nothing: HTML in them is shown as text, pictures come from the
// archive, and pictures of other hosts become links.

import { Html, html } from '@vexil/runtime/html';
import { Marked, type Tokens } from 'marked';

const stored = /\/assets\/([0-9a-f]{64})(?:\/|\b)/g;

/** Hashes of our own files that a text refers to. */
export const hashesIn = (markdown: string): string[] => [...markdown.matchAll(stored)].map(([, hash = '']) => hash);

const isSafe = (href: string) => /^(https?:|mailto:)/i.test(href);

/** `addressOf` gives the relative address of a file that is in the archive. */
export function renderMarkdown(markdown: string, addressOf: (hash: string) => string | undefined): Html {
  const local = (href: string) => {
    const [hash] = hashesIn(href);
    return hash === undefined ? undefined : addressOf(hash);
  };
  const linkTo = (address: string, inner: Html | string) =>
    html`<a href="${address}" rel="noopener noreferrer">${inner}</a>`.markup;
  const marked = new Marked({
    gfm: true,
    async: false,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.markup,
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const address = local(href) ?? (isSafe(href) ? href : undefined);
        return address === undefined ? inner : linkTo(address, new Html(inner));
      },
      image({ href, text }: Tokens.Image) {
        const address = local(href);
        if (address !== undefined) return html`<img src="${address}" alt="${text}">`.markup;
        return isSafe(href) ? linkTo(href, text || href) : html`${text || href}`.markup;
      },
    },
  });
  try {
    return new Html(marked.parse(markdown) as string);
  } catch (error) {
    // The parser is recursive: thousands of nested quotes exhaust its stack.
    if (!(error instanceof RangeError)) throw error;
    return html`<pre>${markdown}</pre>`;
  }
}
