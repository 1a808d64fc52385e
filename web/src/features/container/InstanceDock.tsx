import { ActionIcon, Loader } from '@mantine/core';
import { IconClockPlus, IconExternalLink, IconPlayerStop, IconServer2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChallengeCategory } from '@vexil/db/enums/challenge';
import { type ReactNode, useContext, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { StoppedClock } from '../../ui/stopped-clock';
import { toastError } from '../../ui/toast';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { useReached } from '../../ui/use-reached';
import { CopyChip } from './CopyChip';
import { type Instance, instancesQuery, putInstance, useInstanceActions } from './container.queries';
import type { Lifetimes } from './InstanceBlock';
import classes from './InstanceDock.module.css';
import { instanceAddress, type ShownPort, shownPorts, shownWay } from './instance-address';

type Known = { title: string; category: ChallengeCategory };

type InstanceDockProps = {
  gameId: number;
  lifetimes: Lifetimes | undefined;
  linkTo: (challengeId: number) => ReactNode;
  challengeOf: (challengeId: number) => Known;
};

/** The instances that the team can use: those of mates, and those that all teams share, too. */
export function InstanceDock({ gameId, lifetimes, linkTo, challengeOf }: InstanceDockProps) {
  const t = useText('container');
  const headingId = useId();
  const own = useRef<HTMLElement>(null);
  const { data: instances = [] } = useQuery(instancesQuery(gameId));
  const shown = instances.filter(({ state }) => state !== 'failed' && state !== 'destroyed');
  useKeptFocus(own, String(shown.length));
  if (shown.length === 0) return null;
  return (
    <section ref={own} className={classes.dock} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {t('container.dock', { count: shown.length })}
      </h2>
      <ul className={classes.list}>
        {shown.map((instance) => (
          <DockRow
            key={instance.challengeId}
            gameId={gameId}
            instance={instance}
            lifetimes={lifetimes}
            link={linkTo(instance.challengeId)}
            challenge={challengeOf(instance.challengeId)}
          />
        ))}
      </ul>
    </section>
  );
}

type DockRowProps = {
  gameId: number;
  instance: Instance;
  lifetimes: Lifetimes | undefined;
  link: ReactNode;
  challenge: Known;
};

function DockRow({ gameId, instance, lifetimes, link, challenge }: DockRowProps) {
  const t = useText('container');
  const client = useQueryClient();
  const { state, entry, expectStopAt, userName, isShared } = instance;
  const isUp = state === 'running' && entry !== null;
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <IconServer2 className={classes.icon} data-state={state} />
        <span className={classes.title}>{link}</span>
        {state === 'running' && expectStopAt !== null ? (
          <span className="rigid dimmed text-13" data-hint={t('container.endsIn')}>
            <span className="visually-hidden">{t('container.endsIn')} </span>
            <Countdown
              until={expectStopAt}
              onZero={() => putInstance(client, gameId, { ...instance, state: 'destroyed', endReason: 'expired' })}
            />
          </span>
        ) : (
          <>
            <span className={classes.note}>{t(`container.state.${state}`)}</span>
            <Loader size={16} type="oval" aria-hidden />
          </>
        )}
        {isUp && !isShared && (
          <RowActions gameId={gameId} instance={instance} lifetimes={lifetimes} title={challenge.title} />
        )}
      </div>
      <div className={classes.below}>
        {isShared && <span className={classes.note}>{t('container.sharedByAll')}</span>}
        {userName && <span className={classes.note}>{t('container.by', { name: userName })}</span>}
        {isUp &&
          shownPorts({ entry, ports: instance.ports }, challenge.category).map((port, _, all) => (
            <Chips key={port.name} port={port} isNamed={all.length > 1} />
          ))}
      </div>
    </li>
  );
}

function Chips({ port, isNamed }: { port: ShownPort; isNamed: boolean }) {
  const t = useText('container');
  const address = instanceAddress(port, window.location.origin);
  const { url, lines } = address;
  const label = isNamed ? t('container.copyAddressOf', { name: port.name }) : t('container.copyAddress');
  return (
    <span className={classes.chips}>
      {isNamed && <span className={classes.note}>{port.name}</span>}
      {url && (
        <ActionIcon
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('container.open')}
          data-hint={t('container.open')}
        >
          <IconExternalLink />
        </ActionIcon>
      )}
      <CopyChip value={shownWay(address)} label={label} text={url ? undefined : lines[0].tool} />
    </span>
  );
}

type RowActionsProps = { gameId: number; instance: Instance; lifetimes: Lifetimes | undefined; title: string };

function RowActions({ gameId, instance, lifetimes, title }: RowActionsProps) {
  const t = useText('container');
  const { extend, stop } = useInstanceActions(gameId, instance.challengeId);
  const [stopping, setStopping] = useState(false);
  const renewalMs = (lifetimes?.renewalWindow ?? Number.MAX_SAFE_INTEGER) * 60_000;
  const isPaused = useContext(StoppedClock) !== null;
  const canExtend = useReached((instance.expectStopAt ?? 0) - renewalMs) && !isPaused;
  return (
    <>
      <ActionIcon
        aria-label={t('container.extendNamed', { title })}
        data-hint={
          isPaused
            ? t('container.paused')
            : canExtend || !lifetimes
              ? t('container.extend')
              : t('container.extendLater', { count: lifetimes.renewalWindow })
        }
        aria-disabled={!canExtend}
        data-disabled={!canExtend || undefined}
        loading={extend.isPending}
        onClick={() => canExtend && extend.mutate(undefined, { onError: (error) => toastError(error) })}
      >
        <IconClockPlus />
      </ActionIcon>
      <ActionIcon
        aria-label={t('container.stopNamed', { title })}
        data-hint={t('container.stop')}
        onClick={() => setStopping(true)}
      >
        <IconPlayerStop />
      </ActionIcon>
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
    </>
  );
}
