import { Button } from '@mantine/core';
import { IconRefresh, IconRefreshAlert } from '@tabler/icons-react';
import { describeError } from '../api/describe-error';
import { useText } from '../i18n/use-text';
import classes from './State.module.css';

export type FailedStateProps = {
  /** What could not be had, as a sentence; without it a general one. */
  title?: string;
  error?: unknown;
  onRetry?: () => void;
  retrying?: boolean;
};

/** Stands where something failed to load: what failed, why, and a way to try again. */
export function FailedState({ title, error, onRetry, retrying }: FailedStateProps) {
  const t = useText();
  return (
    <div className={classes.state} role="alert">
      <span className={`${classes.icon} ${classes.failed}`} aria-hidden>
        <IconRefreshAlert />
      </span>
      <p className={classes.title}>{title ?? t('ui.failed.title')}</p>
      {error !== undefined && <p className={classes.hint}>{describeError(error)}</p>}
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" leftSection={<IconRefresh />} loading={retrying} onClick={onRetry}>
            {t('ui.failed.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
