import { Switch } from '@mantine/core';
import type { Activity } from '@vexil/contract/activity';
import { activityTypes } from '@vexil/db/enums/activity';
import { useText } from '../../i18n/use-text';
import { EventRow, eventIcons, sentenceOf } from './EventRow';
import { ExportButton } from './ExportButton';
import { Feed, FeedState } from './Feed';
import { FeedFilters } from './FeedFilters';
import { fetchAll } from './fetch-all';
import classes from './Monitor.module.css';
import { fetchEvents, useEvents } from './monitor.queries';
import type { EventsSearch, OnFeedSearch } from './monitor-search';

const columns = ['time', 'event', 'team', 'member'] as const;

/** Nothing writes the other kind. */
const shownTypes = activityTypes.filter((type) => type !== 'Normal');

type EventsPageProps = {
  gameId: number;
  canEdit: boolean;
  search: EventsSearch;
  onSearch: OnFeedSearch<EventsSearch>;
};

export function EventsPage({ gameId, canEdit, search, onSearch }: EventsPageProps) {
  const t = useText('monitor');
  const feed = useEvents(gameId, search);
  const kinds = shownTypes.map((name) => {
    const Icon = eventIcons[name];
    return {
      name,
      label: t(`monitor.kind.${name}`),
      icon: <Icon size={14} stroke="2px" className={classes.kindIcon} data-event={name} />,
    };
  });
  return (
    <>
      <FeedFilters
        gameId={gameId}
        kinds={kinds}
        kindsLabel={t('monitor.filter.kind')}
        search={search as EventsSearch & { type?: (typeof kinds)[number]['name'] }}
        onSearch={onSearch}
        place="events"
        state={<FeedState feed={feed} />}
        exportButton={
          <ExportButton
            name={`game-${gameId}-events`}
            header={columns.map((column) => t(`monitor.column.${column}`))}
            cellsOf={(row: Activity) => [new Date(row.time).toISOString(), sentenceOf(row, t), row.team, row.user]}
            fetchRows={(onCount, signal) => fetchAll((page) => fetchEvents(gameId, search, page, signal), onCount)}
          />
        }
      >
        <Switch
          className={classes.switch}
          label={t('monitor.filter.hideContainers')}
          checked={search.containers === 'off'}
          onChange={(event) => onSearch({ containers: event.currentTarget.checked ? 'off' : undefined })}
        />
      </FeedFilters>
      <Feed
        feed={feed}
        title={t('monitor.tabs.events')}
        isFiltered={Object.values(search).some((value) => value !== undefined)}
        empty={{ title: t('monitor.events.empty'), hint: t('monitor.events.emptyHint') }}
        head={
          <div className={`${classes.event} ${classes.head}`} aria-hidden>
            <span>{t('monitor.column.time')}</span>
            <span />
            <span>{t('monitor.column.event')}</span>
            <span>{t('monitor.column.team')}</span>
            <span>{t('monitor.column.member')}</span>
          </div>
        }
        renderRow={(row) => <EventRow key={row.id} gameId={gameId} row={row} canEdit={canEdit} onSearch={onSearch} />}
      />
    </>
  );
}
