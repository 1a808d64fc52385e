import {
  IconAlertTriangle,
  IconBolt,
  IconDeviceDesktopAnalytics,
  IconFileSearch,
  IconFlag3,
  IconHourglassEmpty,
  IconRouter,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { PageTitle } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { TabLink, TabLinks } from '../../ui/TabLinks';
import classes from './Monitor.module.css';
import { useCheatCases } from './monitor.queries';
import { SheetButtons } from './SheetButtons';

type MonitorFrameProps = { game: { id: number; title: string }; started: boolean; children: ReactNode };

/** The places of those who watch a game. */
export function MonitorFrame({ game, started, children }: MonitorFrameProps) {
  const t = useText('monitor');
  const params = { id: game.id };
  const { cases } = useCheatCases(game.id, { enabled: started });
  return (
    <>
      <PageTitle title={`${t('monitor.title')} · ${game.title}`} />
      <h2 className="visually-hidden">{t('monitor.title')}</h2>
      {started ? (
        <>
          <div className={classes.frame}>
            <TabLinks label={t('monitor.tabs.label')}>
              <TabLink to="/games/$id/monitor/events" params={params} icon={<IconBolt />} {...anySearch}>
                {t('monitor.tabs.events')}
              </TabLink>
              <TabLink to="/games/$id/monitor/submissions" params={params} icon={<IconFlag3 />} {...anySearch}>
                {t('monitor.tabs.submissions')}
              </TabLink>
              <TabLink
                to="/games/$id/monitor/cheatinfo"
                params={params}
                icon={<IconAlertTriangle />}
                count={cases.length > 0 ? cases.length : undefined}
                {...anySearch}
              >
                {t('monitor.tabs.cheating')}
              </TabLink>
              <TabLink to="/games/$id/monitor/cases" params={params} icon={<IconFileSearch />} {...anySearch}>
                {t('monitor.tabs.cases')}
              </TabLink>
              <TabLink to="/games/$id/monitor/traffic" params={params} icon={<IconRouter />} {...anySearch}>
                {t('monitor.tabs.traffic')}
              </TabLink>
              <TabLink
                to="/games/$id/monitor/wall"
                params={params}
                icon={<IconDeviceDesktopAnalytics />}
                {...anySearch}
              >
                {t('monitor.tabs.wall')}
              </TabLink>
            </TabLinks>
            <div className={classes.sheets}>
              <SheetButtons gameId={game.id} size="xs" />
            </div>
          </div>
          {children}
        </>
      ) : (
        <Panel>
          <EmptyState icon={<IconHourglassEmpty />} title={t('monitor.early.title')} hint={t('monitor.early.hint')} />
        </Panel>
      )}
    </>
  );
}

const anySearch = { activeOptions: { includeSearch: false } };
