import { Button, Loader } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconServer2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChallengeDetail } from '@vexil/contract/challenge';
import type { InstancePort } from '@vexil/contract/container';
import type { ChallengeCategory } from '@vexil/db/enums/challenge';
import { containerCooldownMs } from '@vexil/rules/phase.rules';
import { useContext, useEffect, useRef, useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Countdown, Elapsed } from '../../ui/Countdown';
import { FailureAlert } from '../../ui/FailureAlert';
import { formatSpan } from '../../ui/format-span';
import { useKeys } from '../../ui/keys';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { StoppedClock } from '../../ui/stopped-clock';
import { toastSuccess } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { useReached } from '../../ui/use-reached';
import {
  type Instance,
  instanceIn,
  instancesQuery,
  namedEnd,
  namedFailure,
  putInstance,
  useInstanceActions,
} from './container.queries';
import { ExtendButton } from './ExtendButton';
import classes from './InstanceBlock.module.css';
import {
  connectProgram,
  instanceAddress,
  mainAddress,
  needsProgram,
  type ShownPort,
  shownPorts,
  shownWay,
} from './instance-address';
import { useAskedStart } from './use-asked-start';

export type Lifetimes = { defaultLifetime: number; extensionDuration: number; renewalWindow: number };

type InstanceBlockProps = {
  gameId: number;
  challengeId: number;
  title: string;
  category: ChallengeCategory;
  context: ChallengeDetail['context'];
  lastEnd: ChallengeDetail['lastEnd'];
  /** Whether one instance serves all teams. */
  isShared: boolean;
  /** Undefined until the settings are loaded. */
  lifetimes: Lifetimes | undefined;
  /** Infinite where one may go on playing afterwards. */
  gameEnd: number;
  /** Instances of the team above which a start ends the oldest; undefined where none is ended. */
  replacingLimit: number | undefined;
  titleOf: (challengeId: number) => string;
  /** Refetches the challenge when its instance should have expired. */
  onExpired: () => void;
};

export default function InstanceBlock(props: InstanceBlockProps) {
  const { gameId, challengeId, title, category, lastEnd, isShared, lifetimes, gameEnd, onExpired } = props;
  const t = useText('container');
  const { copy } = useCopy();
  const instance = useNewestInstance(props);
  const { start, extend, stop } = useInstanceActions(gameId, challengeId);
  const { replacingLimit: limit, titleOf } = props;
  const askedStart = useAskedStart({ gameId, challengeId, limit, titleOf, start: start.mutate });
  const [stopping, setStopping] = useState(false);
  const own = useRef<HTMLElement>(null);
  const shownState = instance?.state ?? (lastEnd?.state === 'failed' ? 'failed' : 'none');
  const state = start.isPending && instance?.state !== 'requested' ? 'starting' : shownState;

  useKeptFocus(own, `${state} ${stopping}`);
  const canStart = state === 'none' || state === 'failed' || state === 'destroyed';
  const isPaused = useContext(StoppedClock) !== null;
  const latest = [start, extend, stop].reduce((last, one) => (one.submittedAt > last.submittedAt ? one : last));
  // What failed earlier says nothing of an instance that has since been started, or has ended.
  const failure = (latest === start) === canStart && latest.error;
  const entry = state === 'running' ? instance?.entry : null;
  const group = t('container.keys.group');
  useKeys([
    { group, keys: 'i', label: t('container.keys.start'), run: () => canStart && !isPaused && askedStart.run() },
    {
      group,
      keys: 'c',
      label: t('container.keys.copy'),
      run: () => entry && copyAddress(entry, instance?.ports ?? []),
    },
  ]);
  const copyAddress = (entry: string, ports: InstancePort[]) =>
    void copy(mainAddress({ entry, ports }, category, window.location.origin), () =>
      toastSuccess(t('container.copied')),
    );
  return (
    <section ref={own} className={classes.block} aria-label={t('container.title')} data-state={state}>
      <div className={classes.head}>
        <IconServer2 className={classes.icon} />
        <div className={classes.words} aria-live="polite">
          <strong>{t(`container.state.${state}`)}</strong>
          <span className="dimmed text-13">
            <Note {...{ instance, state, failure, lastEnd, lifetimes, isShared }} isHeld={canStart && isPaused} />
          </span>
        </div>
        {isUnderWay(state) && <Loader size={18} type="oval" aria-hidden />}
        <StartTools state={state} instance={instance} isShared={isShared} stop={stop} />
        {canStart && (
          <Button onClick={askedStart.run} disabled={isPaused} leftSection={<IconPlayerPlay />}>
            {t('container.start')}
          </Button>
        )}
        {state === 'running' && instance?.expectStopAt && (
          <Countdown until={Math.min(instance.expectStopAt, gameEnd)} onZero={onExpired} className="text-20 semibold" />
        )}
      </div>

      {instance && entry && (
        <>
          <Addresses entry={entry} ports={instance.ports} category={category} />
          {!isShared && (
            <div className={classes.actions}>
              <ExtendButton
                key={instance.expectStopAt}
                expectStopAt={instance.expectStopAt ?? 0}
                lifetimes={lifetimes}
                gameEnd={gameEnd}
                onExtend={() => extend.mutate()}
                loading={extend.isPending}
              />
              <Button
                variant="default"
                leftSection={<IconPlayerStop />}
                onClick={() => setStopping(true)}
                loading={stop.isPending}
              >
                {t('container.stop')}
              </Button>
            </div>
          )}
        </>
      )}
      <FailureAlert mt="sm" p="xs">
        {failure && state !== 'failed' && describeError(failure)}
      </FailureAlert>
      <OnDemandConfirm
        opened={stopping}
        onClose={() => setStopping(false)}
        title={t('container.stopTitle', { title })}
        confirmLabel={t('container.stop')}
        danger
        onConfirm={() => stop.mutateAsync()}
      >
        {t('container.stopText')}
      </OnDemandConfirm>
      {askedStart.question}
    </section>
  );
}

type StartToolsProps = {
  state: Instance['state'] | 'none';
  instance: Instance | undefined;
  isShared: boolean;
  stop: { mutate: () => void; isPending: boolean };
};

/** Of a start that waits or is under way. Servers refuse a stop right after an engine has begun. */
function StartTools({ state, instance, isShared, stop }: StartToolsProps) {
  const t = useText('container');
  const since = instance?.requestedAt ?? 0;
  const isWaiting = state === 'requested';
  const canStop = useReached(since + containerCooldownMs) || isWaiting;
  if (!isWaiting && (state !== 'starting' || since === 0)) return null;
  return (
    <>
      {!isWaiting && (
        <span className="dimmed">
          <span className="visually-hidden">{t('container.startingFor')} </span>
          <Elapsed since={since} />
        </span>
      )}
      {!isShared && (
        <Button
          variant="default"
          disabled={!canStop}
          data-hint={canStop ? undefined : t('container.stopSoon')}
          onClick={() => stop.mutate()}
          loading={stop.isPending}
        >
          {t(isWaiting ? 'container.cancel' : 'container.stop')}
        </Button>
      )}
    </>
  );
}

/** The instance as the hub says it, or the challenge that was fetched; each learns what the other knows. */
function useNewestInstance({ gameId, challengeId, context, lastEnd, isShared }: InstanceBlockProps) {
  const client = useQueryClient();
  const { data: instances } = useQuery(instancesQuery(gameId));
  const known = instances?.find((instance) => instance.challengeId === challengeId);
  const fetched = instanceIn(challengeId, context, isShared);
  const fetchedEntry = fetched?.entry;
  const fetchedStopAt = fetched?.expectStopAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only changes of the fetched challenge are taken over
  useEffect(() => {
    if (fetched && known?.state !== 'running') putInstance(client, gameId, fetched);
    // It expired while the live connection was down.
    if (!fetched && known?.state === 'running') {
      putInstance(client, gameId, { ...known, state: 'destroyed', endReason: lastEnd?.endReason ?? null });
    }
  }, [fetchedEntry, fetchedStopAt]);
  if (known && known.state !== 'running') return known;
  return fetched && { ...fetched, ports: known?.ports ?? [], userName: known?.userName ?? null };
}

const isUnderWay = (state: Instance['state'] | 'none') =>
  state === 'requested' || state === 'starting' || state === 'stopping';

type StateNoteProps = {
  /** Why the last action failed. */
  failure: unknown;
  instance?: Instance;
  state: Instance['state'] | 'none';
  lastEnd: ChallengeDetail['lastEnd'];
  lifetimes: Lifetimes | undefined;
  isShared: boolean;
};

/** `isHeld`: no start is possible while the game is paused. */
function Note({ isHeld, ...note }: StateNoteProps & { isHeld: boolean }) {
  const t = useText('container');
  return isHeld ? t('container.paused') : <StateNote {...note} />;
}

function StateNote({ instance, state, failure, lastEnd, lifetimes, isShared }: StateNoteProps) {
  const t = useText('container');
  if (state === 'failed' && failure) return describeError(failure);
  if (isShared && state !== 'requested' && state !== 'failed') return t('container.sharedByAll');
  if (state === 'none' || state === 'destroyed') {
    const ended = namedEnd(lastEnd?.endReason ?? null);
    return (
      <>
        {ended && <span className="block bright">{t(`container.ended.${ended}`)}</span>}
        {lifetimes && t('container.lifetime', { count: lifetimes.defaultLifetime })}
      </>
    );
  }
  if (state === 'requested') return <QueueNote instance={instance} />;
  if (state === 'failed') {
    const why = namedFailure(instance?.endReason ?? lastEnd?.endReason ?? null);
    return [why && t(`container.failure.${why}`), t('container.failed')].filter(Boolean).join(' ');
  }
  if (instance?.userName) return t('container.by', { name: instance.userName });
  return state === 'running' ? t('container.shared') : t('container.soon');
}

function QueueNote({ instance }: { instance: Instance | undefined }) {
  const t = useText('container');
  const { position = 0, waitSeconds = null, isFull = false } = instance ?? {};
  const parts = [
    ...(isFull ? [t('container.full')] : []),
    position ? t('container.position', { count: position }) : t('container.next'),
    ...(waitSeconds === null ? [] : [t('container.wait', { time: formatSpan(waitSeconds * 1000) })]),
  ];
  return parts.join(' ');
}

function Addresses({ entry, ports, category }: { entry: string; ports: InstancePort[]; category: ChallengeCategory }) {
  const t = useText('container');
  const shown = shownPorts({ entry, ports }, category);
  return (
    <>
      {shown.some(needsProgram) && <Program />}
      {shown.length === 1 ? (
        <Address port={shown[0]} label={t('container.copyAddress')} />
      ) : (
        shown.map((port) => (
          <section key={port.name} aria-label={t('container.port', { name: port.name })}>
            <div className={classes.port}>{t('container.port', { name: port.name })}</div>
            <Address port={port} label={t('container.copyAddressOf', { name: port.name })} />
          </section>
        ))
      )}
    </>
  );
}

function Program() {
  const t = useText('container');
  return (
    <div className={classes.program}>
      {t('container.program')}
      <a className="link" href={`/connect/${connectProgram}`} download>
        {connectProgram} (Python)
      </a>
    </div>
  );
}

/** The way that fits, and behind it the others. */
function Address({ port, label }: { port: ShownPort; label: string }) {
  const t = useText('container');
  const address = instanceAddress(port, window.location.origin);
  const { text, url, lines } = address;
  const way = shownWay(address);
  const others = [text, ...lines.map(({ line }) => line)].filter((each) => each !== way);
  return (
    <div className={classes.lines}>
      <div className={classes.line}>
        <code className={`mono ${classes.address}`}>
          {url ? (
            <a className="link" href={url} target="_blank" rel="noopener noreferrer">
              {url}
            </a>
          ) : (
            way
          )}
        </code>
        <CopyButton value={way} label={label} />
      </div>
      <details className={classes.others}>
        <summary>{t('container.otherWays')}</summary>
        {others.map((other) => (
          <div key={other} className={classes.line}>
            <code className={`mono ${classes.command}`}>{other}</code>
            <CopyButton value={other} label={t('container.copyLine', { line: other })} />
          </div>
        ))}
      </details>
    </div>
  );
}
