import { createElement, Fragment, type ReactNode } from 'react';
import { MarkdownImage } from './MarkdownImage';
import { MarkdownMath } from './MarkdownMath';
import { linkAddress } from './markdown-address';
import { decodeEntities, type MarkdownToken } from './markdown-parse';

const nestedMax = 32;

type InlineProps = { tokens: readonly MarkdownToken[]; depth?: number };

/** Words within a line. What has no element here stays the text that was written, HTML above all. */
export function MarkdownInline({ tokens, depth = 0 }: InlineProps): ReactNode {
  return createElement(Fragment, null, ...tokens.map((token) => inlineOf(token, depth)));
}

function inlineOf(token: MarkdownToken, depth: number): ReactNode {
  if (depth > nestedMax) return token.raw;
  const inside = () =>
    'tokens' in token && token.tokens ? (
      <MarkdownInline tokens={token.tokens as MarkdownToken[]} depth={depth + 1} />
    ) : null;
  switch (token.type) {
    case 'text':
      return token.tokens ? inside() : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'del':
      return <del>{inside()}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'html':
      // The one tag that tables cannot do without.
      return /^<br\s*\/?>$/i.test(token.text) ? <br /> : token.text;
    case 'link':
      return (
        <MarkdownLink href={token.href} title={token.title ?? undefined}>
          {inside()}
        </MarkdownLink>
      );
    case 'image':
      return <MarkdownImage source={token.href} alt={decodeEntities(token.text)} title={token.title ?? undefined} />;
    case 'math':
      return <MarkdownMath source={token.text} display={token.display} />;
    default:
      return token.raw;
  }
}

type LinkProps = { href: string; title?: string; children: ReactNode };

function MarkdownLink({ href, title, children }: LinkProps) {
  const address = linkAddress(href);
  if (!address) return <span>{children}</span>;
  if (address.isOwn) {
    return (
      <a href={address.href} title={title}>
        {children}
      </a>
    );
  }
  return (
    <a href={address.href} title={title} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
