import type { Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { MarkdownCallout } from './MarkdownCallout';
import { CodeBlock } from './MarkdownCodeBlock';
import { MarkdownInline } from './MarkdownInline';
import { MarkdownMath } from './MarkdownMath';
import { MarkdownScroll } from './MarkdownScroll';
import { calloutOf, type MarkdownToken, parseMarkdown } from './markdown-parse';

const nestedMax = 16;

export default function MarkdownText({ source }: { source: string }) {
  const tokens = useMemo(() => parseMarkdown(source), [source]);
  return blocksOf(tokens, 0);
}

const blocksOf = (tokens: readonly MarkdownToken[], depth: number): ReactNode =>
  createElement(Fragment, null, ...tokens.map((token) => blockOf(token, depth)));

const inlineOf = (tokens: readonly unknown[] | undefined) => (
  <MarkdownInline tokens={(tokens ?? []) as MarkdownToken[]} />
);

function blockOf(token: MarkdownToken, depth: number): ReactNode {
  if (depth > nestedMax) return <p>{token.raw}</p>;
  switch (token.type) {
    case 'heading':
      // The page has a title of its own, which the headings of a text stand below.
      return createElement(`h${Math.min(6, token.depth + 1)}`, null, inlineOf(token.tokens));
    case 'paragraph':
      return paragraphOf(token);
    case 'text':
      return token.tokens ? inlineOf(token.tokens) : <MarkdownInline tokens={[token]} />;
    case 'code':
      return <CodeBlock text={token.text} language={/^\S+/.exec(token.lang ?? '')?.[0]} />;
    case 'blockquote':
      return quoteOf(token, depth);
    case 'list':
      return listOf(token, depth);
    case 'table':
      return tableOf(token);
    case 'hr':
      return <hr />;
    case 'html':
      return <p>{token.text.trim()}</p>;
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    default:
      return <MarkdownInline tokens={[token]} />;
  }
}

function paragraphOf({ tokens }: Tokens.Paragraph): ReactNode {
  const [only, ...others] = tokens as MarkdownToken[];
  if (only?.type === 'math' && only.display && others.length === 0) return <MarkdownMath source={only.text} display />;
  return <p>{inlineOf(tokens)}</p>;
}

function quoteOf(token: Tokens.Blockquote, depth: number): ReactNode {
  const callout = calloutOf(token);
  if (!callout) return <blockquote>{blocksOf(token.tokens as MarkdownToken[], depth + 1)}</blockquote>;
  return <MarkdownCallout kind={callout.kind}>{blocksOf(callout.tokens, depth + 1)}</MarkdownCallout>;
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const rows = items.map((item) =>
    item.task ? taskOf(item, depth) : blocksOf(item.tokens as MarkdownToken[], depth + 1),
  );
  const entries = rows.map((row, index) => createElement('li', { 'data-task': items[index]?.task || undefined }, row));
  return ordered
    ? createElement('ol', { start: start === 1 || start === '' ? undefined : start }, ...entries)
    : createElement('ul', null, ...entries);
}

/** The first line names the box. */
function taskOf({ tokens, checked, loose }: Tokens.ListItem, depth: number): ReactNode {
  const isShown = ({ type }: { type: string }) => type !== 'checkbox';
  const [first, ...others] = tokens.filter(isShown);
  const line = (
    <label>
      <input type="checkbox" checked={checked === true} disabled readOnly />
      {inlineOf(first && 'tokens' in first ? first.tokens?.filter(isShown) : [])}
    </label>
  );
  return (
    <>
      {loose ? <p>{line}</p> : line}
      {blocksOf(others as MarkdownToken[], depth + 1)}
    </>
  );
}

function tableOf({ header, rows }: Tokens.Table): ReactNode {
  const cell = (name: 'th' | 'td') => (one: Tokens.TableCell) =>
    createElement(name, { style: one.align ? { textAlign: one.align } : undefined }, inlineOf(one.tokens));
  const row = (name: 'th' | 'td', cells: Tokens.TableCell[]) => createElement('tr', null, ...cells.map(cell(name)));
  return (
    <MarkdownScroll>
      <table>
        <thead>{row('th', header)}</thead>
        {rows.length > 0 && createElement('tbody', null, ...rows.map((cells) => row('td', cells)))}
      </table>
    </MarkdownScroll>
  );
}
