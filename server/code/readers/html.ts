// The few HTML elements of statements as Markdown. Every character is looked at a bounded number of times.

const tagForm = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y;
const attributeForm = (name: string) =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
const hrefForm = attributeForm('href');
const srcForm = attributeForm('src');
const altForm = attributeForm('alt');
const depthMax = 50;

/** Others in angle brackets, such as `<host>`, are words of the text. */
const others = new Set(
  `abbr article aside audio blockquote button canvas center col colgroup dd del div dl dt embed fieldset figcaption figure
  font footer form header hr iframe input ins kbd label link main mark marquee meta nav object option q s samp script
  section select small source span strike style svg table tbody td textarea tfoot th thead tr tt u var video wbr`.split(
    /\s+/,
  ),
);

const marks: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*' };
const scripts: Record<string, [mark: string, letters: string]> = {
  sup: ['^', '⁰¹²³⁴⁵⁶⁷⁸⁹'],
  sub: ['_', '₀₁₂₃₄₅₆₇₈₉'],
};
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: ' ' };
const decodeEntities = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '');

interface Tag {
  name: string;
  isEnd: boolean;
  attributes: string;
}

class Writer {
  #out: string[] = [];
  /** What closes what is open: links and lists. */
  #links: string[] = [];
  #lists: { ordered: boolean; count: number }[] = [];
  readonly rest = new Set<string>();
  changed = false;

  text(text: string) {
    if (text !== '') this.#out.push(text);
  }

  /** False when the tag stays as text. */
  tag(tag: Tag): boolean {
    const written = this.#inline(tag) ?? this.#block(tag);
    if (written === null) {
      if (others.has(tag.name)) this.rest.add(tag.name);
      return false;
    }
    this.changed = true;
    this.text(written);
    return true;
  }

  #inline({ name, isEnd, attributes }: Tag): string | null {
    const mark = marks[name];
    if (mark) return mark;
    if (name === 'br') return '  \n';
    if (name === 'img') return `![${attribute(attributes, altForm)}](${attribute(attributes, srcForm)})`;
    if (name !== 'a') return null;
    if (isEnd) return this.#links.pop() ?? '';
    const href = attribute(attributes, hrefForm);
    this.#links.push(href === '' ? '' : `](${href})`);
    return href === '' ? '' : '[';
  }

  #block({ name, isEnd }: Tag): string | null {
    if (/^h[1-6]$/.test(name)) return isEnd ? '\n\n' : `\n\n${'#'.repeat(Number(name[1]))} `;
    switch (name) {
      case 'p':
        return '\n\n';
      case 'details':
        this.rest.add(name);
        return '\n\n';
      case 'summary':
        return isEnd ? '**\n\n' : '**';
      case 'ul':
      case 'ol':
        return this.#list(name === 'ol', isEnd);
      case 'li':
        return isEnd ? '' : this.#item();
      default:
        return null;
    }
  }

  #list(ordered: boolean, isEnd: boolean): string {
    if (isEnd) this.#lists.pop();
    else if (this.#lists.length < depthMax) this.#lists.push({ ordered, count: 0 });
    return this.#lists.length === 0 || (!isEnd && this.#lists.length === 1) ? '\n\n' : '';
  }

  #item(): string {
    const list = this.#lists.at(-1);
    if (!list) return '\n- ';
    list.count++;
    return `\n${'   '.repeat(this.#lists.length - 1)}${list.ordered ? `${list.count}.` : '-'} `;
  }

  end(): string {
    return this.#out.join('') + this.#links.filter((link) => link !== '').join('');
  }
}

const attribute = (attributes: string, form: RegExp): string => {
  const found = form.exec(attributes);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
};

/** Where Markdown code begins and ends; nothing in it is an element. */
function codeSpans(text: string): Map<number, number> {
  const runs = [...text.matchAll(/`+|~{3,}/g)].map(({ index, 0: run }) => ({ index, run }));
  const next = new Map<string, number>();
  const closes: (number | undefined)[] = [];
  for (let at = runs.length - 1; at >= 0; at--) {
    const { run = '', index = 0 } = runs[at] ?? {};
    closes[at] = next.get(run);
    next.set(run, index + run.length);
  }
  const spans = new Map<number, number>();
  let end = 0;
  runs.forEach(({ index }, at) => {
    const close = closes[at];
    if (index < end || close === undefined) return;
    spans.set(index, close);
    end = close;
  });
  return spans;
}

/** Gives the content of an element whose tags are text, and where it ends. */
function rawReader(text: string) {
  // Of these letters alone, because others change their length.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const missing = new Set<string>();
  return (name: string, from: number) => {
    const end = missing.has(name) ? -1 : lower.indexOf(`</${name}>`, from);
    if (end >= 0) return { content: text.slice(from, end), end: end + name.length + 3 };
    missing.add(name);
    return null;
  };
}

const asCode = (name: string, content: string): string => {
  const code = decodeEntities(content.replace(/<\/?code[^<>]*>/gi, ''));
  const fence = code.includes('```') ? '~~~~' : '```';
  if (name === 'pre') return `\n\n${fence}\n${code.replace(/^\n|\n$/g, '')}\n${fence}\n\n`;
  return code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``;
};

function asScript(name: string, content: string): string {
  const [mark = '', letters = ''] = scripts[name] ?? [];
  if (/^\d{1,9}$/.test(content)) return [...content].map((digit) => letters[Number(digit)]).join('');
  return content.length === 1 ? mark + content : `${mark}(${content})`;
}

/** `rest`: elements that stay as text, and `details`, whose text is no longer hidden. */
export function htmlToMarkdown(text: string): { text: string; rest: string[] } {
  if (!text.includes('<')) return { text, rest: [] };
  const writer = new Writer();
  const spans = codeSpans(text);
  const readRaw = rawReader(text);
  const special = /[<`~]/g;
  let done = 0;
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const at = found.index;
    const end = spans.get(at) ?? readTag(text, at, done, writer, readRaw);
    if (end === null) continue;
    if (spans.has(at)) writer.text(text.slice(done, end));
    done = end;
    special.lastIndex = end;
  }
  const rest = [...writer.rest];
  if (!writer.changed) return { text, rest };
  writer.text(text.slice(done));
  return {
    text: writer
      .end()
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    rest,
  };
}

/** Writes the text since `done` and the tag; returns where it ends, or null without a tag. */
function readTag(text: string, at: number, done: number, writer: Writer, readRaw: ReturnType<typeof rawReader>) {
  tagForm.lastIndex = at;
  const found = tagForm.exec(text);
  if (!found) return null;
  const [whole, slash, element = '', attributes = ''] = found;
  const name = element.toLowerCase();
  const end = at + whole.length;
  writer.text(text.slice(done, at));
  const raw = slash === '' && /^(?:pre|code|su[bp])$/.test(name) ? readRaw(name, end) : null;
  if (raw) {
    writer.changed = true;
    writer.text(name in scripts ? asScript(name, raw.content) : asCode(name, raw.content));
    return raw.end;
  }
  if (!writer.tag({ name, isEnd: slash === '/', attributes })) writer.text(whole);
  else if (name === 'br') return end + (/^[ \t]{0,8}\r?\n/.exec(text.slice(end, end + 10))?.[0].length ?? 0);
  return end;
}
