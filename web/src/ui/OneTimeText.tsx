import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton';
import { OneTime } from './OneTime';
import classes from './OneTimeText.module.css';

type OneTimeTextProps = {
  text: string;
  /** That it is shown once. */
  warning: string;
  /** What it is for. */
  use: ReactNode;
  copyLabel: string;
  doneLabel: string;
  /** Below it. */
  more?: ((onKept: () => void) => ReactNode) | undefined;
};

/** A secret that the server shows once, to be copied. */
export function OneTimeText({ text, warning, use, copyLabel, doneLabel, more }: OneTimeTextProps) {
  return (
    <OneTime
      className="grid gap-16"
      doneLabel={doneLabel}
      actions={(onKept) => <CopyButton value={text} label={copyLabel} withText onCopied={onKept} />}
    >
      {(onKept) => (
        <>
          <Alert color="yellow" role="status">
            {warning}
          </Alert>
          <code className={classes.text}>{text}</code>
          <p className="dimmed text-13">{use}</p>
          {more?.(onKept)}
        </>
      )}
    </OneTime>
  );
}
