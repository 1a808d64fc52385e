import { ActionIcon, SegmentedControl } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconBell,
  IconBulb,
  IconFlagPlus,
  IconPinFilled,
  IconSpeakerphone,
} from '@tabler/icons-react';
import type { Notice } from '@vexil/contract/notice';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import type { ChallengeFinder } from '../../live/details-query';
import { BloodMark } from '../../ui/BloodMark';
import { EmptyState } from '../../ui/EmptyState';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime } from '../../ui/Time';
import { useStage } from '../../ui/use-stage';
import classes from './NoticeList.module.css';
import { NoticeText } from './NoticeText';
import { markRead, type Reader, useReadUntil } from './read-state';
import { useNotices } from './use-notices';

// Wanted once in a game.
const NoticeChoices = lazy(() => import('./NoticeChoices'));

const filters = ['all', 'written', 'bloods', 'challenges'] as const;
type Filter = (typeof filters)[number];

const kinds: Record<Notice['type'], { filter: Filter; mark: ReactNode }> = {
  Normal: { filter: 'written', mark: <IconSpeakerphone /> },
  FirstBlood: { filter: 'bloods', mark: <BloodMark rank={1} size={20} /> },
  SecondBlood: { filter: 'bloods', mark: <BloodMark rank={2} size={20} /> },
  ThirdBlood: { filter: 'bloods', mark: <BloodMark rank={3} size={20} /> },
  NewChallenge: { filter: 'challenges', mark: <IconFlagPlus /> },
  NewHint: { filter: 'challenges', mark: <IconBulb /> },
};

const firstCount = 12;

type NoticeListProps = Reader & {
  /** Whether the game has started; there are no notices before. */
  started: boolean;
  findChallenge: ChallengeFinder;
  className?: string;
};

/** Marks all shown notices as read. */
export function NoticeList({ gameId, accountId, started, findChallenge, className }: NoticeListProps) {
  const t = useText('notice');
  const notices = useNotices(gameId, { enabled: started });
  const [filter, setFilter] = useState<Filter>('all');
  const [choosing, setChoosing] = useState(false);
  const readUntil = useReadUntil({ gameId, accountId });
  // The "new" marks stay while the list is open.
  const [newSince] = useState(readUntil);
  const { data } = notices;
  useEffect(() => {
    if (data) markRead({ gameId, accountId }, data);
  }, [gameId, accountId, data]);

  const shown = data?.filter(({ type }) => filter === 'all' || kinds[type].filter === filter) ?? [];
  // The others are drawn once these are.
  const isComplete = useStage(1) === 1;
  return (
    <div className={`${classes.list} ${className ?? ''}`}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          fullWidth
          className="grow shrinks"
          classNames={{ control: classes.choice }}
          aria-label={t('notice.filter.label')}
          value={filter}
          onChange={(value) => setFilter(value as Filter)}
          data={filters.map((value) => ({ value, label: t(`notice.filter.${value}`) }))}
        />
        <ActionIcon
          aria-label={t('notice.choices.open')}
          data-hint={t('notice.choices.open')}
          aria-expanded={choosing}
          onClick={() => setChoosing(!choosing)}
        >
          <IconAdjustmentsHorizontal />
        </ActionIcon>
      </div>
      {choosing && (
        <Suspense fallback={<ListSkeleton count={4} />}>
          <NoticeChoices />
        </Suspense>
      )}
      {!started && <Nothing title={t('notice.notStarted')} hint={t('notice.emptyHint')} />}
      {started && notices.isPending && <ListSkeleton count={4} />}
      <QueryState query={notices} />
      {data && shown.length === 0 && (
        <Nothing title={t(filter === 'all' ? 'notice.empty' : 'notice.nothing')} hint={t('notice.emptyHint')} />
      )}
      <ol>
        {(isComplete ? shown : shown.slice(0, firstCount)).map((notice) => (
          <li
            key={notice.id}
            className={classes.notice}
            data-kind={kinds[notice.type].filter}
            data-fresh={notice.time > newSince || undefined}
          >
            <span className={classes.mark}>{kinds[notice.type].mark}</span>
            <div className="grow shrinks">
              <div className={classes.head}>
                <span className="dimmed semibold">{t(`notice.type.${notice.type}`)}</span>
                {notice.pinned && (
                  <span className={classes.pinned}>
                    <IconPinFilled size={12} />
                    {t('notice.pinned')}
                  </span>
                )}
                {notice.time > newSince && <span className={classes.fresh}>{t('notice.new')}</span>}
                <RelativeTime at={notice.time} className="push dimmed" />
              </div>
              <NoticeText notice={notice} gameId={gameId} findChallenge={findChallenge} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Nothing({ title, hint }: { title: string; hint: string }) {
  return <EmptyState icon={<IconBell />} title={title} hint={hint} />;
}
