import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { ConnectionBadge } from '../../ui/ConnectionBadge';
import { EmptyState } from '../../ui/EmptyState';
import { FailedState } from '../../ui/FailedState';
import { useKeys } from '../../ui/keys';
import { Panel } from '../../ui/Panel';
import { ListSkeleton } from '../../ui/skeletons';
import { useRowKeys } from '../../ui/use-row-keys';
import type { useFeed } from './feed.queries';
import classes from './Monitor.module.css';

type FeedProps<Row extends { id: number }> = {
  feed: ReturnType<typeof useFeed<Row>>;
  title: string;
  /** Texts for a game in which nothing has happened yet. */
  empty: { title: string; hint: string };
  isFiltered: boolean;
  head: ReactNode;
  renderRow: (row: Row) => ReactNode;
};

/** Rows that arrive at the top, with a pause; the rows bring their own list items. */
export function Feed<Row extends { id: number }>(props: FeedProps<Row>) {
  const { feed, title, empty, isFiltered, head, renderRow } = props;
  const { query, rows } = feed;
  const t = useText('monitor');
  const keys = useRowKeys<HTMLOListElement>();
  useKeys([{ keys: 'p', label: t('monitor.keys.pause'), group: t('monitor.title'), run: feed.togglePause }]);
  return (
    <Panel flush>
      {query.isPending && <ListSkeleton count={10} />}
      {query.error && rows.length === 0 && (
        <FailedState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={<IconSearchOff />}
          title={isFiltered ? t('monitor.feed.nothing') : empty.title}
          hint={isFiltered ? t('monitor.feed.nothingHint') : empty.hint}
        />
      )}
      {rows.length > 0 && head}
      <ol {...keys} className={classes.rows} aria-label={title}>
        {rows.map(renderRow)}
      </ol>
      {query.hasNextPage && (
        <div className={classes.older}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('monitor.feed.older')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Whether a list is live, and its pause. */
export function FeedState<Row extends { id: number }>({ feed }: Pick<FeedProps<Row>, 'feed'>) {
  const t = useText('monitor');
  const { isPaused, waiting, state } = feed;
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      {(!isPaused || state !== 'live') && <ConnectionBadge state={state} />}
      <span className={classes.waiting} role="status">
        {isPaused && t('monitor.feed.waiting', { count: waiting })}
      </span>
      <Button
        variant={isPaused ? 'filled' : 'default'}
        leftSection={<Icon />}
        aria-keyshortcuts="p"
        onClick={feed.togglePause}
      >
        {isPaused ? t('monitor.feed.resume') : t('monitor.feed.pause')}
      </Button>
    </>
  );
}
