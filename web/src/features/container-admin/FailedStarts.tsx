import { useText } from '../../i18n/use-text';
import { tableClasses as classes, DataTable, MainCell } from '../../ui/DataTable';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { RelativeTime } from '../../ui/Time';
import { useFailedStarts } from './container-admin.queries';

/** Why instances did not start, until their team has started them. Nothing where all did. */
export function FailedStarts({ game }: { game: number | undefined }) {
  const t = useText('container-admin');
  const failures = useFailedStarts();
  const shown = (failures.data ?? []).filter((one) => game === undefined || one.game.id === game);
  if (shown.length === 0) return <QueryState query={failures} />;
  return (
    <Panel flush className="above-12" title={t('container-admin.failures.title')}>
      <DataTable
        label={t('container-admin.failures.title')}
        head={[
          t('container-admin.challenge'),
          t('container-admin.team'),
          t('container-admin.game'),
          t('container-admin.failures.reason'),
          t('container-admin.failures.when'),
        ]}
      >
        {shown.map(({ containerGuid, challenge, team, game: { title }, image, reason, at }) => (
          <tr key={containerGuid}>
            <td data-wide>
              <MainCell name={challenge?.title ?? image} detail={image} />
            </td>
            <td data-label={t('container-admin.team')}>{team?.name ?? '—'}</td>
            <td data-label={t('container-admin.game')}>{title}</td>
            <td data-long data-label={t('container-admin.failures.reason')}>
              {reason}
            </td>
            <td data-narrow data-label={t('container-admin.failures.when')}>
              <RelativeTime at={at} className={classes.dimmed} />
            </td>
          </tr>
        ))}
      </DataTable>
    </Panel>
  );
}
