import { lazy, Suspense } from 'react';
import classes from './Markdown.module.css';
import { TextSkeleton } from './skeletons';

// The parser is as large as the rest of a page; it comes when there is a text to show, the highlighter when it has code.
const MarkdownText = lazy(() => import('./MarkdownText'));
const MarkdownCode = lazy(() => import('./MarkdownCode'));

export type MarkdownProps = {
  source: string;
  /** For hints and notices: no space around, headings no larger than the text. */
  compact?: boolean;
  className?: string;
};

/** Markdown with tables, task lists and strikethrough; HTML in it is shown as text, never run. */
export function Markdown({ source, compact = false, className }: MarkdownProps) {
  const Body = /```|~~~/.test(source) ? MarkdownCode : MarkdownText;
  return (
    <div className={`${classes.prose} ${compact ? classes.compact : ''} ${className ?? ''}`}>
      <Suspense fallback={<TextSkeleton lines={compact ? 1 : 4} />}>
        <Body source={source} />
      </Suspense>
    </div>
  );
}
