import { ActionIcon } from '@mantine/core';
import { IconSquareX, IconTerminal2 } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { CategoryTag } from '../../ui/CategoryTag';
import { tableClasses as classes, DataTable, MainCell, PickCell } from '../../ui/DataTable';
import { splitCountdown } from '../../ui/duration';
import { useNow } from '../../ui/use-now';
import type { Selection } from '../../ui/use-selection';
import type { Instance } from './container-admin.queries';
import { addressesOf } from './instance-list';

type InstancesTableProps = {
  instances: Instance[];
  selection: Selection<string>;
  onLog: (instance: Instance) => void;
  onEnd: (instance: Instance) => void;
};

export function InstancesTable({ instances, selection, ...acts }: InstancesTableProps) {
  const t = useText('container-admin');
  return (
    <DataTable
      label={t('container-admin.title')}
      selection={selection}
      head={[
        t('container-admin.challenge'),
        t('container-admin.team'),
        t('container-admin.game'),
        t('container-admin.status'),
        t('container-admin.left'),
        t('container-admin.address'),
        '',
      ]}
    >
      {instances.map((instance) => (
        <InstanceRow key={instance.containerGuid} instance={instance} selection={selection} {...acts} />
      ))}
    </DataTable>
  );
}

type InstanceRowProps = Pick<InstancesTableProps, 'selection' | 'onLog' | 'onEnd'> & { instance: Instance };

function InstanceRow({ instance, selection, onLog, onEnd }: InstanceRowProps) {
  const t = useText('container-admin', 'monitor');
  const { days, clock } = splitCountdown(instance.expectStopAt - useNow());
  const title = instance.challenge?.title ?? instance.image;
  const name = t('container-admin.of', { challenge: title, team: instance.team?.name ?? '—' });
  const addresses = addressesOf(instance);
  const left = days > 0 ? `${days} d ${clock}` : clock;
  const isQueued = instance.status === 'Queued';
  const state = t(`container-admin.state.${instance.status}`);
  return (
    <tr>
      <PickCell selection={selection} id={instance.containerGuid} name={name} />
      <td data-wide>
        <MainCell
          name={title}
          detail={
            <>
              {instance.challenge && <CategoryTag of={instance.challenge} />} {instance.image}
            </>
          }
        />
      </td>
      <td data-label={t('container-admin.team')}>
        {instance.team?.name ?? '—'}
        {/* A server of an earlier release sends none. */}
        {instance.via && instance.via !== 'Session' && (
          <span className={classes.dimmed}> · {t(`monitor.via.${instance.via}`)}</span>
        )}
      </td>
      <td data-label={t('container-admin.game')}>{instance.game.title}</td>
      <td data-label={t('container-admin.status')}>
        {instance.position === null ? state : t('container-admin.place', { state, place: instance.position + 1 })}
      </td>
      <td data-narrow data-label={t('container-admin.left')} className="figures">
        {isQueued ? '—' : left}
      </td>
      <td data-long data-label={t('container-admin.address')} className="mono">
        {addresses.length === 0 && '—'}
        {addresses.map(({ name: port, address }) => (
          <div key={port}>
            {addresses.length > 1 && <span className={classes.dimmed}>{port} </span>}
            {address}
          </div>
        ))}
      </td>
      <td data-narrow data-tools="many">
        <ActionIcon
          data-hint={t('container-admin.log.action')}
          data-row
          aria-label={t('container-admin.log.of', { name })}
          onClick={() => onLog(instance)}
        >
          <IconTerminal2 />
        </ActionIcon>
        <ActionIcon
          data-hint={t('container-admin.end.confirm')}
          color="red"
          aria-label={t('container-admin.end.one', { name })}
          onClick={() => onEnd(instance)}
        >
          <IconSquareX />
        </ActionIcon>
      </td>
    </tr>
  );
}
