import { Button } from '@mantine/core';
import { IconListDetails, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useLive } from '../../live/use-live';
import { ConnectionBadge } from '../../ui/ConnectionBadge';
import { EmptyState } from '../../ui/EmptyState';
import { useKeys } from '../../ui/keys';
import { FilterSelect, ListFilters } from '../../ui/ListFilters';
import { NothingFound } from '../../ui/NothingFound';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { usePageKeys } from '../../ui/use-page-keys';
import { LogLine } from './LogLine';
import classes from './Logs.module.css';
import { fits, useLiveLines } from './live-lines';
import { type LogMessage, pageSize, useLogs } from './log.queries';
import { type LogsSearch, levels, shownKinds } from './logs-search';

type LogsPageProps = {
  search: LogsSearch;
  onSearch: (search: LogsSearch) => void;
  gameFilter: (filter: { game: number | undefined; onGame: (game: number | undefined) => void }) => ReactNode;
};

const idOf = ({ time, level, name, msg }: LogMessage) => `${time} ${level} ${name} ${msg}`;

export function LogsPage({ search, onSearch, gameFilter }: LogsPageProps) {
  const t = useText('log');
  const page = search.page ?? 1;
  const [paused, setPaused] = useState(false);
  const logs = useLogs(search);
  // Older pages would move under the reader with every new line.
  const live = useLiveLines(paused || page > 1);
  const state = useLive(0, 'admin');
  const toggle = () => setPaused((current) => !current);
  useKeys([{ keys: 'p', label: t('log.pause'), group: t('log.title'), run: toggle }]);
  const stored = logs.data ?? [];
  const known = new Set(stored.map(idOf));
  // What came by the hub may have been fetched since.
  const fresh = page > 1 ? [] : live.lines.filter((line) => fits(line, search) && !known.has(idOf(line)));
  const filter = (changed: LogsSearch) => onSearch({ ...search, ...changed, page: undefined });
  const only = (q: string) => filter({ q });
  const toNewer = page > 1 ? () => onSearch({ ...search, page: page === 2 ? undefined : page - 1 }) : undefined;
  const toOlder = stored.length === pageSize ? () => onSearch({ ...search, page: page + 1 }) : undefined;
  usePageKeys(toNewer, toOlder);
  const isFiltered = Object.values(search).some((each) => each !== undefined);
  const isEmpty = logs.data && stored.length + fresh.length === 0;
  return (
    <>
      <PageHeader
        title={t('log.title')}
        lead={t('log.lead')}
        actions={
          <>
            <ConnectionBadge state={state} />
            <Button
              variant="default"
              aria-pressed={paused}
              onClick={toggle}
              leftSection={paused ? <IconPlayerPlay /> : <IconPlayerPause />}
            >
              {paused ? t('log.resume', { count: live.heldCount }) : t('log.pause')}
            </Button>
          </>
        }
      />
      <ListFilters label={t('log.search')} q={search.q} onSearch={(q) => filter({ q })}>
        <FilterSelect
          label={t('log.level')}
          placeholder={t('log.anyLevel')}
          value={search.level}
          onChange={(level) => filter({ level })}
          data={levels.map((level) => ({ value: level, label: t(`log.levels.${level}`) }))}
        />
        <FilterSelect
          label={t('log.kind')}
          placeholder={t('log.operations')}
          value={search.kind}
          onChange={(kind) => filter({ kind })}
          data={shownKinds.map((kind) => ({ value: kind, label: t(`log.kinds.${kind}`) }))}
        />
        {gameFilter({ game: search.game, onGame: (game) => filter({ game }) })}
      </ListFilters>
      <Panel flush>
        <QueryState query={logs} pending={<ListSkeleton count={10} />} />
        {isEmpty && <NoLines isFiltered={isFiltered} onClear={() => onSearch({})} />}
        <Lines {...{ fresh, stored }} isOld={logs.isPlaceholderData} onSearch={only} />
      </Panel>
      {(toNewer || toOlder) && (
        <div className="flex end gap-8 above-12">
          <Button variant="default" disabled={!toNewer} onClick={toNewer}>
            {t('log.newer')}
          </Button>
          <Button variant="default" disabled={!toOlder} onClick={toOlder}>
            {t('log.older')}
          </Button>
        </div>
      )}
    </>
  );
}

function NoLines({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useText('log');
  if (isFiltered) return <NothingFound title={t('log.nothingFound')} onClear={onClear} />;
  return <EmptyState icon={<IconListDetails />} title={t('log.empty')} hint={t('log.emptyHint')} />;
}

type LinesProps = {
  fresh: ReturnType<typeof useLiveLines>['lines'];
  stored: LogMessage[];
  isOld: boolean;
  onSearch: (q: string) => void;
};

function Lines({ fresh, stored, isOld, onSearch }: LinesProps) {
  const t = useText('log');
  if (stored.length + fresh.length === 0) return null;
  return (
    <>
      <div className={classes.head} aria-hidden>
        <span />
        <span>{t('log.time')}</span>
        <span>{t('log.message')}</span>
        <span>{t('log.account')}</span>
        <span>{t('log.address')}</span>
      </div>
      <ol className={classes.lines} data-old={isOld || undefined}>
        {fresh.map((line) => (
          <LogLine key={line.key} line={line} isNew onSearch={onSearch} />
        ))}
        {stored.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stored lines have no id, and a page of them does not change
          <LogLine key={`${idOf(line)} ${index}`} line={line} onSearch={onSearch} />
        ))}
      </ol>
    </>
  );
}
