import { type ComponentProps, useRef } from 'react';
import { useText } from '../i18n/use-text';
import { CopyButton } from './CopyButton';
import classes from './Markdown.module.css';

/** Code as it was written, with a button that copies it. */
export function CodeBlock(props: ComponentProps<'pre'>) {
  const t = useText();
  const block = useRef<HTMLPreElement>(null);
  return (
    <div className={classes.code}>
      <pre {...props} ref={block} />
      <span className={classes.copy}>
        <CopyButton value={() => block.current?.textContent ?? ''} label={t('ui.copy.code')} />
      </span>
    </div>
  );
}
