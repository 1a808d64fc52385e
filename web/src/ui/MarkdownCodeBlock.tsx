import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../i18n/use-text';
import { CopyButton } from './CopyButton';
import classes from './Markdown.module.css';
import { MarkdownScroll } from './MarkdownScroll';

type CodeBlockProps = { text: string; language?: string };

/** Code as it was written, with a button that copies it; in colours once the highlighter is there. */
export function CodeBlock({ text, language }: CodeBlockProps) {
  const t = useText();
  const coloured = useHighlighted(text, language);
  return (
    <div className={classes.code}>
      <MarkdownScroll>
        <pre>
          <code>{coloured ?? text}</code>
        </pre>
      </MarkdownScroll>
      <span className={classes.copy}>
        <CopyButton value={() => text} label={t('ui.copy.code')} />
      </span>
    </div>
  );
}

/** Says that there is nothing to colour, so the highlighter is not loaded. */
const plain = /^(text|txt|plain|plaintext|output)$/i;

function useHighlighted(text: string, language: string | undefined): ReactNode {
  const [shown, setShown] = useState<{ text: string; language: string; nodes: ReactNode }>();
  useEffect(() => {
    if (!language || plain.test(language)) return;
    let current = true;
    import('./markdown-highlight').then(
      ({ highlight }) => current && setShown({ text, language, nodes: highlight(text, language) }),
      // Without the highlighter the code is readable all the same.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [text, language]);
  return shown?.text === text && shown.language === language ? shown.nodes : undefined;
}
