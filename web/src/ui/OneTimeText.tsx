import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton';
import classes from './OneTimeText.module.css';

type OneTimeTextProps = {
  text: string;
  /** That it is shown once. */
  warning: string;
  /** What it is for. */
  use: ReactNode;
  copyLabel: string;
  doneLabel: string;
  onClose: () => void;
};

/** A secret that the server shows once, to be copied. */
export function OneTimeText({ text, warning, use, copyLabel, doneLabel, onClose }: OneTimeTextProps) {
  return (
    <div className={classes.page}>
      <Alert color="yellow" role="status">
        {warning}
      </Alert>
      <code className={classes.text}>{text}</code>
      <p className={classes.use}>{use}</p>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={text} label={copyLabel} withText />
        <Button onClick={onClose}>{doneLabel}</Button>
      </Group>
    </div>
  );
}
