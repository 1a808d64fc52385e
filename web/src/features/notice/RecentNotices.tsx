import { useQuery } from '@tanstack/react-query';
import type { Notice } from '@vexil/contract/notice';
import { useText } from '../../i18n/use-text';
import type { ChallengeFinder } from '../../live/details-query';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime } from '../../ui/Time';
import { NoticeText } from './NoticeText';
import { noticesQuery } from './notice.queries';
import classes from './RecentNotices.module.css';

type RecentNoticesProps = { gameId: number; count: number; findChallenge: ChallengeFinder };

const latestFirst = (one: Notice, other: Notice) => other.time - one.time || other.id - one.id;

/** The latest notices of a game, whatever their kind; looking at them does not count as reading the list. */
export function RecentNotices({ gameId, count, findChallenge }: RecentNoticesProps) {
  const t = useText('notice');
  const { data } = useQuery(noticesQuery(gameId));
  if (!data) return <ListSkeleton count={3} />;
  if (data.length === 0) return <p className={classes.nothing}>{t('notice.empty')}</p>;
  return (
    <ol>
      {data
        .toSorted(latestFirst)
        .slice(0, count)
        .map((notice) => (
          <li key={notice.id} className={classes.notice}>
            <span className="flex between gap-12 dimmed text-12">
              <span>{t(`notice.type.${notice.type}`)}</span>
              <RelativeTime at={notice.time} />
            </span>
            <NoticeText notice={notice} gameId={gameId} findChallenge={findChallenge} />
          </li>
        ))}
    </ol>
  );
}
