// The few HTML elements of statements as Markdown. Every character is looked at a bounded number of times.

/** A run of Markdown code, an element, or a character that HTML spells out. */
const piece =
  /(`+|~{3,})|<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>(?:(?<=<br[^<>]{0,9}>)[ \t]{0,8}\r?\n|(?<=<pre[^<>]{0,99}>)(?:<code[^<>]{0,99}>)?\r?\n)?|&(lt|gt|amp|quot|#39|nbsp);/gi;
const attributeForm = (name: string) =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
const forms = { href: attributeForm('href'), src: attributeForm('src'), alt: attributeForm('alt') };
const depthMax = 50;

/** Others in angle brackets, such as `<host>`, are words of the text. */
const others = new Set(
  `abbr article aside audio blockquote button canvas center col colgroup dd del div dl dt embed fieldset figcaption figure
  font footer form header hr iframe input ins kbd label link main mark marquee meta nav object option q s samp script
  section select small source span strike style svg table tbody td textarea tfoot th thead tr tt u var video wbr`.split(
    /\s+/,
  ),
);

/** Around a raised or lowered text until all is written. */
const small = '\u0001';
const pairs: Record<string, [open: string, close: string]> = {
  b: ['**', '**'],
  strong: ['**', '**'],
  i: ['*', '*'],
  em: ['*', '*'],
  br: ['  \n', '  \n'],
  p: ['\n\n', '\n\n'],
  sup: [`${small}^`, small],
  sub: [`${small}_`, small],
  details: ['\n\n', '\n\n'],
  summary: ['**', '**\n\n'],
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, [`\n\n${'#'.repeat(level)} `, '\n\n']])),
};
const digits: Record<string, string> = { '^': '⁰¹²³⁴⁵⁶⁷⁸⁹', _: '₀₁₂₃₄₅₆₇₈₉' };
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };

function attribute(attributes: string, form: RegExp): string {
  const found = form.exec(attributes);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
}

class Writer {
  readonly rest = new Set<string>();
  isChanged = false;
  readonly #links: string[] = [];
  /** Items of each open list; -1 of one without numbers. */
  readonly #lists: number[] = [];
  /** The element whose content is code, and what ends it. */
  #raw: { name: string; close: string } | null = null;
  #codeEnd = 0;
  readonly #codeEnds: Map<number, number>;
  readonly #lower: string;
  readonly #last: { code: number; pre: number };

  constructor(text: string) {
    this.#codeEnds = codeEnds(text);
    // Of these letters alone, because others change their length.
    this.#lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    this.#last = { code: this.#lower.lastIndexOf('</code>'), pre: this.#lower.lastIndexOf('</pre>') };
  }

  /** What a piece becomes. */
  write = (whole: string, run: string, slash: string, element: string, rest: string, entity: string, at: number) => {
    if (at < this.#codeEnd) return whole;
    if (run) {
      if (!this.#raw) this.#codeEnd = this.#codeEnds.get(at) ?? 0;
      return whole;
    }
    if (entity) return this.#raw ? (entities[entity.toLowerCase()] ?? whole) : whole;
    const name = element.toLowerCase();
    const written = this.#raw ? this.#inCode(name, slash === '/') : this.#element(name, slash === '/', rest, at);
    this.isChanged ||= written !== null;
    return written ?? whole;
  };

  /** Null for what stays as text. */
  #element(name: string, isEnd: boolean, attributes: string, at: number): string | null {
    const pair = Object.hasOwn(pairs, name) ? pairs[name] : undefined;
    if (name === 'details' || others.has(name)) this.rest.add(name);
    if (pair) return pair[isEnd ? 1 : 0];
    switch (name) {
      case 'img':
        return `![${attribute(attributes, forms.alt)}](${attribute(attributes, forms.src)})`;
      case 'a':
        return isEnd ? (this.#links.pop() ?? '') : this.#link(attribute(attributes, forms.href));
      case 'li':
        return isEnd ? '' : this.#item();
      case 'ul':
      case 'ol':
        return this.#list(name, isEnd);
      case 'code':
      case 'pre':
        return isEnd ? null : this.#code(name, at);
      default:
        return null;
    }
  }

  /** Without an end it is no element. */
  #code(name: 'code' | 'pre', at: number): string | null {
    const end = at < this.#last[name] ? this.#lower.indexOf(`</${name}>`, at) : -1;
    if (end < 0) return null;
    const content = this.#lower.slice(at, end);
    const mark = name === 'pre' ? (content.includes('```') ? '~~~~' : '```') : content.includes('`') ? '``' : '`';
    const gap = mark === '``' ? ' ' : '';
    this.#raw = { name, close: name === 'pre' ? `\n${mark}\n\n` : gap + mark };
    return name === 'pre' ? `\n\n${mark}\n` : mark + gap;
  }

  #inCode(name: string, isEnd: boolean): string | null {
    const { name: outer, close } = this.#raw ?? {};
    if (name !== outer || !isEnd) return name === 'code' ? '' : null;
    this.#raw = null;
    return close ?? null;
  }

  #link(href: string): string {
    this.#links.push(href === '' ? '' : `](${href})`);
    return href === '' ? '' : '[';
  }

  #list(name: string, isEnd: boolean): string {
    if (isEnd) this.#lists.pop();
    else if (this.#lists.length < depthMax) this.#lists.push(name === 'ol' ? 0 : -1);
    return this.#lists.length === (isEnd ? 0 : 1) ? '\n\n' : '';
  }

  #item(): string {
    const depth = Math.max(0, this.#lists.length - 1);
    const count = this.#lists[depth] ?? -1;
    if (count >= 0) this.#lists[depth] = count + 1;
    return `\n${'   '.repeat(depth)}${count >= 0 ? `${count + 1}.` : '-'} `;
  }

  end = () => this.#links.join('');
}

/** Where the code ends that a run of Markdown begins. */
function codeEnds(text: string): Map<number, number> {
  const next = new Map<string, number>();
  const ends = new Map<number, number>();
  for (const { index, 0: run } of [...text.matchAll(/`+|~{3,}/g)].reverse()) {
    const end = next.get(run);
    if (end !== undefined) ends.set(index, end);
    next.set(run, index + run.length);
  }
  return ends;
}

/** `rest`: elements that stay as text, and `details`, whose text is no longer hidden. */
export function htmlToMarkdown(text: string): { text: string; rest: string[] } {
  if (!text.includes('<')) return { text, rest: [] };
  const writer = new Writer(text);
  const written = text.replace(piece, writer.write) + writer.end();
  return { text: writer.isChanged ? tidy(written) : text, rest: [...writer.rest] };
}

const smallText = new RegExp(`${small}([\\^_])([^${small}]*)${small}`, 'g');

const tidy = (text: string): string =>
  text
    .replace(smallText, (_, mark: string, content: string) => {
      if (/^\d{1,9}$/.test(content)) return [...content].map((digit) => digits[mark]?.[Number(digit)]).join('');
      return content.length === 1 ? mark + content : `${mark}(${content})`;
    })
    .replaceAll(small, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
