import { Alert, Button } from '@mantine/core';
import { IconClockPlus, IconFileText, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import type { StartFailure, TestContainerInfo } from '@vexil/contract/container';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Countdown, Elapsed } from '../../ui/Countdown';
import { RelativeTime } from '../../ui/Time';
import classes from './ChallengeEditor.module.css';
import { useTestContainer } from './challenge-edit.queries';
import type { ChallengeForm } from './challenge-form';
import { TestLog } from './TestLog';

type TestInstanceProps = { gameId: number; challenge: ChallengeEdit; form: ChallengeForm };

export function TestInstance({ gameId, challenge, form }: TestInstanceProps) {
  const t = useText('challenge-edit');
  const { start, extend, stop } = useTestContainer(gameId, challenge.id);
  const instance = challenge.testContainer;
  const unsaved = form.changed.length > 0;
  const run = async () => {
    stop.reset();
    // The server starts the stored challenge, so changes are saved first.
    if (!(await form.submit())) return;
    start.mutate();
  };
  const isStarting = start.isPending || instance?.status === 'Pending';
  const failure = start.error ?? extend.error ?? stop.error;
  const stopButton = (
    <Button
      variant="default"
      leftSection={<IconPlayerStop />}
      loading={stop.isPending}
      onClick={() => {
        start.reset();
        extend.reset();
        stop.mutate();
      }}
    >
      {t('challenge-edit.test.stop')}
    </Button>
  );
  return (
    <section className={classes.test} aria-label={t('challenge-edit.test.title')}>
      <div className={classes.testHead}>
        <strong>{t('challenge-edit.test.title')}</strong>
        {isStarting ? (
          <>
            <InstanceState status="Pending" />
            <Elapsed since={instance?.startedAt ?? start.submittedAt} className="dimmed" />
          </>
        ) : (
          instance && <InstanceState status={instance.status} />
        )}
        {!instance && !isStarting && !stop.isPending && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerPlay size={16} />}
            loading={form.saving && unsaved}
            onClick={() => void run()}
          >
            {t(unsaved ? 'challenge-edit.test.saveAndStart' : 'challenge-edit.test.start')}
          </Button>
        )}
        {(isStarting || (stop.isPending && !instance)) && stopButton}
      </div>
      {instance && !isStarting ? (
        <Running gameId={gameId} challengeId={challenge.id} instance={instance}>
          <Button
            variant="default"
            leftSection={<IconClockPlus />}
            loading={extend.isPending}
            onClick={() => {
              stop.reset();
              extend.mutate();
            }}
          >
            {t('challenge-edit.test.extend')}
          </Button>
          {stopButton}
        </Running>
      ) : (
        <p className={classes.words}>{t('challenge-edit.test.help')}</p>
      )}
      <Failure error={failure} last={isStarting || instance ? null : challenge.lastFailure} />
    </section>
  );
}

type RunningProps = { gameId: number; challengeId: number; instance: TestContainerInfo; children: ReactNode };

function Running({ gameId, challengeId, instance, children }: RunningProps) {
  const t = useText('challenge-edit');
  const [logShown, setLogShown] = useState(false);
  const address = addressOf(instance, instance.entry);
  return (
    <>
      <div className={classes.testLine}>
        <code className={classes.address}>{address}</code>
        <CopyButton value={address} label={t('challenge-edit.test.copy')} />
        <span className="dimmed">
          {t('challenge-edit.test.stopsIn')} <Countdown until={instance.expectStopAt} />
        </span>
      </div>
      <ExtraPorts instance={instance} />
      <div className={classes.testTools}>
        <Button
          variant="default"
          leftSection={<IconFileText />}
          aria-expanded={logShown}
          onClick={() => setLogShown(!logShown)}
        >
          {t('challenge-edit.test.log')}
        </Button>
        {children}
      </div>
      {logShown && <TestLog gameId={gameId} challengeId={challengeId} />}
    </>
  );
}

/** Of the last press, else of the last start, a team's as well, until an instance of the challenge runs. */
function Failure({ error, last }: { error: unknown; last: StartFailure | null }) {
  const t = useText('challenge-edit');
  if (error) {
    return (
      <Alert color="red" mt="xs" role="alert">
        {describeError(error)}
        <LastLines lines={lastLinesOf(error)} />
      </Alert>
    );
  }
  if (!last) return null;
  const { at, team, reason, lastLines } = last;
  return (
    <Alert color="red" mt="xs">
      <strong>{team ? t('challenge-edit.test.failedFor', { team }) : t('challenge-edit.test.failedLast')}</strong>{' '}
      <RelativeTime at={at} className="dimmed text-13" />
      <div>{reason}</div>
      <LastLines lines={lastLines} />
    </Alert>
  );
}

function LastLines({ lines }: { lines: string | null | undefined }) {
  const t = useText('challenge-edit');
  if (!lines) return null;
  return (
    <>
      <div>{t('challenge-edit.test.lastLines')}</div>
      <pre className={`${classes.lastLines} mono`}>{lines}</pre>
    </>
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

function InstanceState({ status }: Pick<TestContainerInfo, 'status'>) {
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
