import { Alert, Button } from '@mantine/core';
import { IconClockPlus, IconFileText, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import type { TestContainerInfo } from '@vexil/contract/container';
import { useState } from 'react';
import { ApiError } from '../../api/api-error';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Countdown } from '../../ui/Countdown';
import { toastSuccess } from '../../ui/toast';
import classes from './ChallengeEditor.module.css';
import { useTestContainer } from './challenge-edit.queries';
import type { ChallengeForm } from './challenge-form';
import { TestLog } from './TestLog';

type TestInstanceProps = { gameId: number; challenge: ChallengeEdit; form: ChallengeForm };

export function TestInstance({ gameId, challenge, form }: TestInstanceProps) {
  const t = useText('challenge-edit');
  const describe = useDescribeError();
  const { start, extend, stop } = useTestContainer(gameId, challenge.id);
  const [logShown, setLogShown] = useState(false);
  const instance = challenge.testContainer;
  const unsaved = form.changed.length > 0;
  const run = async () => {
    stop.reset();
    // The server starts the stored challenge, so changes are saved first.
    if (!(await form.submit())) return;
    start.mutate(undefined, { onSuccess: () => toastSuccess(t('challenge-edit.test.started')) });
  };
  const failure = start.error ?? extend.error ?? stop.error;
  const lines = lastLinesOf(failure);
  return (
    <section className={classes.test} aria-label={t('challenge-edit.test.title')}>
      <div className={classes.testHead}>
        <strong>{t('challenge-edit.test.title')}</strong>
        {instance && <InstanceState instance={instance} />}
        {!instance && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={start.isPending || (form.saving && unsaved)}
            onClick={() => void run()}
          >
            {t(unsaved ? 'challenge-edit.test.saveAndStart' : 'challenge-edit.test.start')}
          </Button>
        )}
      </div>
      {instance ? (
        <>
          <div className={classes.testLine}>
            <code className={classes.address}>{addressOf(instance, instance.entry)}</code>
            <CopyButton value={addressOf(instance, instance.entry)} label={t('challenge-edit.test.copy')} />
            <span className="dimmed">
              {t('challenge-edit.test.stopsIn')} <Countdown until={instance.expectStopAt} />
            </span>
          </div>
          <ExtraPorts instance={instance} />
          <div className={classes.testTools}>
            <Button
              variant="default"
              leftSection={<IconFileText aria-hidden />}
              aria-expanded={logShown}
              onClick={() => setLogShown(!logShown)}
            >
              {t('challenge-edit.test.log')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconClockPlus aria-hidden />}
              loading={extend.isPending}
              onClick={() => {
                stop.reset();
                extend.mutate(undefined, { onSuccess: () => toastSuccess(t('challenge-edit.test.extended')) });
              }}
            >
              {t('challenge-edit.test.extend')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlayerStop aria-hidden />}
              loading={stop.isPending}
              onClick={() => {
                start.reset();
                extend.reset();
                stop.mutate(undefined, { onSuccess: () => toastSuccess(t('challenge-edit.test.stopped')) });
              }}
            >
              {t('challenge-edit.test.stop')}
            </Button>
          </div>
          {logShown && <TestLog gameId={gameId} challengeId={challenge.id} />}
        </>
      ) : (
        <p className={classes.words}>{t('challenge-edit.test.help')}</p>
      )}
      {failure && (
        <Alert color="red" mt="xs" role="alert">
          {describe(failure)}
          {lines && (
            <>
              <div>{t('challenge-edit.test.lastLines')}</div>
              <pre className={`${classes.lastLines} mono`}>{lines}</pre>
            </>
          )}
        </Alert>
      )}
    </section>
  );
}

/** Container output before a failed start, if the error includes it. */
function lastLinesOf(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError) || !Array.isArray(failure.details)) return undefined;
  const details = failure.details as { path: string; message: string }[];
  return details.find(({ path }) => path === 'lastLines')?.message;
}

/** The proxy URL where the entry is an id, else `host:port` unchanged. */
function addressOf({ ticket }: TestContainerInfo, entry: string): string {
  if (entry.includes(':')) return entry;
  const relay = `${location.origin.replace(/^http/, 'ws')}/api/proxy/noinst/${entry}`;
  // The program that opens it has no session.
  return ticket === null ? relay : `${relay}${relay.includes('?') ? '&' : '?'}ticket=${ticket}`;
}

/** Those beside the main one, with the names that the challenge gives them. */
function ExtraPorts({ instance }: { instance: TestContainerInfo }) {
  const t = useText('challenge-edit');
  const extra = instance.ports.slice(1);
  if (extra.length === 0) return null;
  return (
    <ul className={classes.ports} aria-label={t('challenge-edit.options.portsShown')}>
      {extra.map(({ name, entry, url }) => (
        <li key={name} className={classes.testLine}>
          <strong>{name}</strong>
          <code className={classes.address}>{url ?? addressOf(instance, entry)}</code>
        </li>
      ))}
    </ul>
  );
}

function InstanceState({ instance: { status } }: { instance: TestContainerInfo }) {
  const t = useText('challenge-edit');
  return (
    <span className={classes.state} data-status={status} role="status">
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden>
        {status === 'Running' && <circle cx="5" cy="5" r="4" />}
        {status === 'Pending' && <circle cx="5" cy="5" r="3.5" className={classes.hollow} />}
        {status === 'Destroyed' && <rect x="1" y="1" width="8" height="8" rx="1" />}
      </svg>
      {t(`challenge-edit.test.status.${status}`)}
    </span>
  );
}
