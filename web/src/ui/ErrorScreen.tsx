import { Button } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error';
import { useText } from '../i18n/use-text';
import { CopyButton } from './CopyButton';
import { cleanCache } from './clean-cache';
import classes from './ErrorScreen.module.css';
import { FailedState } from './FailedState';
import { isMissingPart } from './missing-part';

type ErrorScreenProps = {
  error: unknown;
  onRetry: () => void;
  /** Within a page: the frame around it works, and so does the page's title. */
  region?: boolean;
};

/** What went wrong, in a form that can be reported, and the ways out. */
export function ErrorScreen({ error, onRetry, region }: ErrorScreenProps) {
  const t = useText();
  if (isMissingPart(error)) return <MissingPart region={region} />;
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const Frame = region ? 'section' : 'main';
  const Title = region ? 'h2' : 'h1';
  const report = `${stack}\n\n${location.href}\n${__BUILD__.tag} ${__BUILD__.commit} ${__BUILD__.time}\n${navigator.userAgent}`;
  return (
    <Frame className={classes.screen} data-region={region || undefined}>
      {!region && <title>{t('ui.crash.title')}</title>}
      <div role="alert">
        <Title className={classes.title}>{t('ui.crash.title')}</Title>
        <p className={classes.message}>{message}</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={classes.stack} tabIndex={0}>
        {report}
      </pre>
      <p className={classes.hint}>{t('ui.crash.report')}</p>
      <div className="flex wrap gap-8">
        <Button leftSection={<IconRefresh />} onClick={onRetry}>
          {t('ui.failed.retry')}
        </Button>
        <Button variant="default" leftSection={<IconTrash />} onClick={() => void cleanCache()}>
          {t('ui.crash.clean')}
        </Button>
        <CopyButton value={report} withText label={t('ui.crash.copy')} />
      </div>
    </Frame>
  );
}

const reload = () => location.reload();

/** No mistake of ours to report: mostly the network is gone, and the page loads again with the network. */
function MissingPart({ region }: { region?: boolean }) {
  const t = useText();
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  const Frame = region ? 'section' : 'main';
  return (
    <Frame className={region ? undefined : classes.screen}>
      {!region && <title>{t('ui.failed.title')}</title>}
      <FailedState error={new ApiError({ title: '', status: 0, code: 'network' })} onRetry={reload} />
    </Frame>
  );
}
