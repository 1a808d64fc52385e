import { Marked, type MarkedToken, type Tokens } from 'marked';

type MathToken = { type: 'math'; raw: string; text: string; display: boolean };
export type MarkdownToken = MarkedToken | MathToken;

const callouts = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof callouts)[number];

// No blank inside the signs and no letter or digit around them, so that "between $5 and $10" stays a price, and
// `PATH=$HOME/bin:$PATH` what one types into a shell.
const inlineMath = /^\$(?!\s)((?:\\[\s\S]|[^$`\\\n])+?)(?<!\s)\$(?![\p{L}\p{N}$])/u;
const displayMath = /^\$\$((?:\\[\s\S]|[^$\\])+?)\$\$(?![\p{L}\p{N}])/u;
const endsInWord = /[\p{L}\p{N}$]$/u;

const mathOf = (source: string): MathToken | undefined => {
  const display = displayMath.exec(source);
  const found = display ?? inlineMath.exec(source);
  return found ? { type: 'math', raw: found[0], text: (found[1] ?? '').trim(), display: display !== null } : undefined;
};

const marked = new Marked({
  extensions: [
    {
      name: 'math',
      level: 'inline',
      start: (source) => {
        const at = source.indexOf('$');
        return at === -1 ? undefined : at;
      },
      tokenizer: (source, before) => (endsInWord.test(before.at(-1)?.raw ?? '') ? undefined : mathOf(source)),
    },
  ],
});

/** The text as a tree. Nothing of it is HTML: the components that show the tree decide what a node may become. */
export function parseMarkdown(source: string): MarkdownToken[] {
  try {
    return marked.lexer(source) as MarkdownToken[];
  } catch {
    // The parser is recursive: thousands of nested quotes exhaust its stack.
    return [{ type: 'text', raw: source, text: source }];
  }
}

/** The kind of a callout (`> [!NOTE]`) and its blocks without the mark; undefined for any other quote. */
export function calloutOf({ tokens }: Tokens.Blockquote): { kind: CalloutKind; tokens: MarkdownToken[] } | undefined {
  const [first, ...rest] = tokens as MarkdownToken[];
  if (first?.type !== 'paragraph') return undefined;
  const [, name = '', text = ''] = /^\[!(\w+)\][ \t]*(?:\n([\s\S]*))?$/.exec(first.text) ?? [];
  const kind = callouts.find((one) => one === name.toLowerCase());
  if (!kind) return undefined;
  return { kind, tokens: [...(text.trim() ? parseMarkdown(text) : []), ...rest] };
}

/** Character references, which the parser leaves as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/gi, (reference) => {
    // The content of a text area is never parsed as markup, and only the reference itself gets there.
    const area = document.createElement('textarea');
    area.innerHTML = reference;
    return area.value;
  });
}
