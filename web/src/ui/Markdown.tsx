import { createElement, Fragment, lazy, Suspense } from 'react';
import classes from './Markdown.module.css';
import { plainParagraphs } from './markdown-plain';
import { TextSkeleton } from './skeletons';

// The parser comes when there is markup to show, the highlighter and the typesetter of formulas when the text needs them.
const MarkdownText = lazy(() => import('./MarkdownText'));

export type MarkdownProps = {
  source: string;
  /** For hints and notices: no space around, headings no larger than the text. */
  compact?: boolean;
  className?: string;
};

/** Markdown with tables, task lists, callouts and formulas; HTML in it is shown as text, never run. */
export function Markdown({ source, compact = false, className }: MarkdownProps) {
  const paragraphs = plainParagraphs(source);
  return (
    <div className={`${classes.prose} ${compact ? classes.compact : ''} ${className ?? ''}`}>
      {paragraphs ? (
        createElement(Fragment, null, ...paragraphs.map((text) => createElement('p', null, text)))
      ) : (
        <Suspense fallback={<TextSkeleton lines={compact ? 1 : 4} />}>
          <MarkdownText source={source} />
        </Suspense>
      )}
    </div>
  );
}
