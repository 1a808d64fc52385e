import { ActionIcon, Loader } from '@mantine/core';
import { IconPlayerStop, IconServer2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Countdown } from '../../ui/Countdown';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { type Instance, instancesQuery, putInstance, useInstanceActions } from './container.queries';
import classes from './InstanceDock.module.css';
import { instanceAddress } from './instance-address';

type InstanceDockProps = {
  gameId: number;
  linkTo: (challengeId: number) => ReactNode;
  titleOf: (challengeId: number) => string;
};

export function InstanceDock({ gameId, linkTo, titleOf }: InstanceDockProps) {
  const t = useText('container');
  const headingId = useId();
  const { data: instances = [] } = useQuery(instancesQuery(gameId));
  const shown = instances.filter(({ state }) => state !== 'failed' && state !== 'destroyed');
  if (shown.length === 0) return null;
  return (
    <section className={classes.dock} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {t('container.dock', { count: shown.length })}
      </h2>
      <ul className={classes.list}>
        {shown.map((instance) => (
          <DockRow
            key={instance.challengeId}
            gameId={gameId}
            instance={instance}
            link={linkTo(instance.challengeId)}
            title={titleOf(instance.challengeId)}
          />
        ))}
      </ul>
    </section>
  );
}

type DockRowProps = { gameId: number; instance: Instance; link: ReactNode; title: string };

function DockRow({ gameId, instance, link, title }: DockRowProps) {
  const t = useText('container');
  const client = useQueryClient();
  const { stop } = useInstanceActions(gameId, instance.challengeId);
  const [stopping, setStopping] = useState(false);
  const { state, entry, expectStopAt } = instance;
  return (
    <li className={classes.row}>
      <IconServer2 size={18} stroke={1.75} aria-hidden className={classes.icon} data-state={state} />
      <div className={classes.words}>
        <span className={classes.title}>{link}</span>
        <span className={classes.note}>
          {state === 'running' && expectStopAt !== null ? (
            <>
              {t('container.endsIn')}{' '}
              <Countdown
                until={expectStopAt}
                onZero={() => putInstance(client, gameId, { ...instance, state: 'destroyed' })}
              />
            </>
          ) : (
            t(`container.state.${state}`)
          )}
        </span>
      </div>
      {state !== 'running' && <Loader size={16} type="oval" aria-hidden />}
      {state === 'running' && entry && (
        <>
          <CopyButton
            value={instanceAddress(entry, 'Misc', window.location.origin).text}
            label={t('container.copyAddress')}
          />
          <ActionIcon
            aria-label={t('container.stopNamed', { title })}
            data-hint={t('container.stop')}
            onClick={() => setStopping(true)}
          >
            <IconPlayerStop size={18} stroke={1.75} />
          </ActionIcon>
        </>
      )}
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
    </li>
  );
}
