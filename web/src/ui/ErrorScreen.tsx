import { Button } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useText } from '../i18n/use-text';
import { CopyButton } from './CopyButton';
import { cleanCache } from './clean-cache';
import classes from './ErrorScreen.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The last resort: what went wrong, in a form that can be reported, and two ways out. */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const report = `${stack}\n\n${location.href}\n${__BUILD__.tag} ${__BUILD__.commit} ${__BUILD__.time}\n${navigator.userAgent}`;
  return (
    <main className={classes.screen} role="alert">
      <title>{t('ui.crash.title')}</title>
      <h1 className={classes.title}>{t('ui.crash.title')}</h1>
      <p className={classes.message}>{message}</p>
      <pre className={classes.stack}>{report}</pre>
      <p className={classes.hint}>{t('ui.crash.report')}</p>
      <div className={classes.buttons}>
        <Button leftSection={<IconRefresh {...icon} />} onClick={onRetry}>
          {t('ui.failed.retry')}
        </Button>
        <Button variant="default" leftSection={<IconTrash {...icon} />} onClick={cleanCache}>
          {t('ui.crash.clean')}
        </Button>
        <CopyButton value={report} withText label={t('ui.crash.copy')} />
      </div>
    </main>
  );
}
