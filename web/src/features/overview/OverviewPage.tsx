import { Link, type LinkProps } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import { formatBytes } from '../../ui/format-bytes';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { CardsSkeleton } from '../../ui/skeletons';
import { RelativeTime } from '../../ui/Time';
import { Sign } from '../../ui/Verdicts';
import { FirstSteps, StepsLeft } from './FirstSteps';
import classes from './Overview.module.css';
import { type Overview, useOverview } from './overview.queries';

type OverviewPageProps = {
  isNamed: boolean;
  /** What the checks of the platform warn of. */
  attention: React.ReactNode;
};

export function OverviewPage({ isNamed, attention }: OverviewPageProps) {
  const t = useText('overview');
  const overview = useOverview();
  return (
    <>
      <PageHeader title={t('overview.title')} lead={t('overview.lead')} />
      <QueryState query={overview} pending={<CardsSkeleton count={8} minWidth={180} height={84} />} />
      {overview.data && (
        <div className="grid gap-12">
          {overview.data.counts.games === 0 ? (
            <FirstSteps overview={overview.data} isNamed={isNamed} />
          ) : (
            <StepsLeft overview={overview.data} isNamed={isNamed} />
          )}
          <Counts overview={overview.data} />
          {attention}
          <div className={classes.columns}>
            <Parts overview={overview.data} />
            <Facts overview={overview.data} />
          </div>
        </div>
      )}
    </>
  );
}

function Counts({ overview: { counts } }: { overview: Overview }) {
  const t = useText('overview');
  const tiles: { name: string; value: string | number; detail?: string; to: LinkProps['to'] }[] = [
    {
      name: t('overview.games'),
      value: counts.games,
      detail: t('overview.running', { count: counts.runningGames }),
      to: '/admin/games',
    },
    { name: t('overview.instances'), value: counts.containers, to: '/admin/instances' },
    {
      name: t('overview.accounts'),
      value: counts.accounts,
      detail: t('overview.unconfirmed', { count: counts.unconfirmed }),
      to: '/admin/users',
    },
    { name: t('overview.teams'), value: counts.teams, to: '/admin/teams' },
    { name: t('overview.files'), value: counts.files, detail: formatBytes(counts.fileBytes), to: '/admin/files' },
  ];
  return (
    <ul className={classes.tiles}>
      {tiles.map(({ name, value, detail, to }) => (
        <li key={name}>
          <Link to={to} className={classes.tile}>
            <span className="dimmed text-13">{name}</span>
            <strong className="figures">{value}</strong>
            <span className="dimmed text-13 figures">{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Parts({ overview: { parts, setup, workers, queues, disk, unsentMails, backup } }: { overview: Overview }) {
  const t = useText('overview');
  const up = workers?.filter(({ engine, isEngineUp }) => engine !== null && isEngineUp).length ?? 0;
  const hasEngine = up > 0 || setup.containerEngine !== 'none';
  const waiting = Object.values(queues ?? {}).reduce((sum, queue) => sum + queue.waiting, 0);
  const rows: { name: string; text: React.ReactNode; isWell: boolean | null }[] = [
    ...(['database', 'redis', 'storage'] as const).map((part) => ({
      name: t(`overview.part.${part}`),
      text: t(`overview.state.${parts[part]}`),
      isWell: parts[part] === 'ok',
    })),
    {
      name: t('overview.part.workers'),
      text: workers === null ? '—' : t('overview.workers', { count: workers.length }),
      isWell: (workers?.length ?? 0) > 0,
    },
    {
      name: t('overview.part.engine'),
      text: hasEngine ? t('overview.engines', { count: up }) : t('overview.unset'),
      isWell: hasEngine ? up > 0 : null,
    },
    { name: t('overview.part.queues'), text: t('overview.waiting', { count: waiting }), isWell: queues !== null },
    {
      name: t('overview.part.mail'),
      text: setup.hasMail ? t('overview.unsent', { count: unsentMails ?? 0 }) : t('overview.unset'),
      isWell: setup.hasMail ? unsentMails !== null : null,
    },
    {
      name: t('overview.part.disk'),
      text: disk.freeBytes === null ? '—' : t('overview.free', { size: formatBytes(disk.freeBytes) }),
      isWell: disk.state === 'ok',
    },
    {
      name: t('overview.part.backup'),
      text: backup?.lastAt ? <RelativeTime at={backup.lastAt} /> : t('overview.noBackup'),
      isWell: backup?.lastAt != null && !backup.isLate && !backup.faults,
    },
  ];
  return (
    <Panel dense title={t('overview.runs')}>
      <dl className={classes.facts}>
        {rows.map(({ name, text, isWell }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd
              className={`${classes.state} figures ${isWell === null ? 'dimmed' : ''}`}
              data-level={isWell === null ? 'unset' : isWell ? 'ok' : 'warning'}
            >
              {isWell === null ? null : <Sign state={isWell ? 'ok' : 'warning'} />}
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Facts({ overview: { version, commit, startedAt, setup } }: { overview: Overview }) {
  const t = useText('overview');
  const unset = <span className="dimmed text-13">{t('overview.unset')}</span>;
  const rows: [string, React.ReactNode][] = [
    [t('overview.fact.version'), version],
    [t('overview.fact.commit'), commit?.slice(0, 12) ?? '—'],
    [t('overview.fact.started'), <RelativeTime key="started" at={startedAt} />],
    [t('overview.fact.address'), setup.publicUrl ?? unset],
    [t('overview.fact.sender'), setup.hasMail ? setup.mailSender : unset],
    [t('overview.fact.captcha'), setup.captcha === 'None' ? unset : setup.captcha],
    [t('overview.fact.storage'), t(`overview.storage.${setup.storage}`)],
    [t('overview.fact.ports'), t(`overview.ports.${setup.portMapping}`)],
  ];
  return (
    <Panel dense title={t('overview.setup')}>
      <dl className={classes.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
