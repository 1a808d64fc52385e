import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { RelativeTime } from '../../ui/Time';
import classes from './Finder.module.css';
import { FinderForm, type Scope } from './FinderForm';
import { FinderMatches } from './FinderMatches';
import { type CaptureSearch, searchesQuery, useRemoveSearch } from './search.queries';
import type { TrafficSearch } from './traffic-search';
import { useSearchNames } from './use-search-names';

type FinderPanelProps = {
  gameId: number;
  /** What can be searched, the widest first. */
  scopes: Scope[];
  search: TrafficSearch;
  onSearch: (change: Partial<TrafficSearch>) => void;
};

/** Looks for a text, an expression or flags in what was recorded. */
export function FinderPanel({ gameId, scopes, search, onSearch }: FinderPanelProps) {
  const t = useText('capture');
  const searches = useQuery(searchesQuery(gameId));
  return (
    <>
      <Panel flush title={t('capture.find.title')} className={classes.whole}>
        <FinderForm gameId={gameId} scopes={scopes} onCreated={(find) => onSearch({ find })} />
        {searches.data && searches.data.length > 0 && (
          <ul className={classes.searches} aria-label={t('capture.find.list')}>
            {searches.data.map((each) => (
              <SearchItem
                key={each.id}
                gameId={gameId}
                item={each}
                search={search}
                onRemoved={() => each.id === search.find && onSearch({ find: undefined })}
              />
            ))}
          </ul>
        )}
      </Panel>
      {search.find !== undefined && <FinderMatches key={search.find} gameId={gameId} searchId={search.find} />}
    </>
  );
}

type SearchItemProps = { gameId: number; item: CaptureSearch; search: TrafficSearch; onRemoved: () => void };

function SearchItem({ gameId, item, search, onRemoved }: SearchItemProps) {
  const t = useText('capture');
  const { patternOf, scopeOf } = useSearchNames();
  const remove = useRemoveSearch(gameId);
  return (
    <li className={classes.search}>
      <Link
        to="/games/$id/monitor/traffic"
        params={{ id: gameId }}
        search={{ ...search, find: item.id }}
        resetScroll={false}
        className={classes.searchLink}
        aria-current={item.id === search.find || undefined}
      >
        <span className={classes.pattern}>{patternOf(item)}</span>
        <span className={classes.about}>{scopeOf(item)}</span>
        <SearchState item={item} />
        <span className={classes.about}>
          {item.userName} <RelativeTime at={item.createdAt} />
        </span>
      </Link>
      <ActionIcon
        data-hint={t('capture.find.remove')}
        color="red"
        aria-label={t('capture.find.removeName', { pattern: patternOf(item) })}
        loading={remove.isPending}
        onClick={() => remove.mutate(item.id, { onSuccess: onRemoved })}
      >
        <IconTrash />
      </ActionIcon>
    </li>
  );
}

function SearchState({ item }: { item: CaptureSearch }) {
  const t = useText('capture');
  const { state, error, filesDone, filesTotal, filesUnread, matchCount, isTruncated } = item;
  if (state === 'failed') {
    return (
      <span className="text-13 danger semibold">
        {t(`capture.find.failed.${error === 'patternTooSlow' ? 'patternTooSlow' : 'failed'}`)}
      </span>
    );
  }
  return (
    <span className="text-13 figures">
      {t(isTruncated ? 'capture.find.firstMatches' : 'capture.find.matches', { count: matchCount })}
      {state === 'waiting' && ` · ${t('capture.find.waiting')}`}
      {state === 'running' && ` · ${t('capture.find.progress', { done: filesDone, total: filesTotal })}`}
      {filesUnread > 0 && ` · ${t('capture.find.unread', { count: filesUnread })}`}
    </span>
  );
}
