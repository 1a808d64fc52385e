import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { NoticeComposer } from './NoticeComposer';
import { NoticeItem } from './NoticeItem';
import classes from './Notices.module.css';
import { noticesQuery } from './notice-edit.queries';

export function NoticesPage({ gameId }: { gameId: number }) {
  const t = useText('notice-edit');
  const notices = useQuery(noticesQuery(gameId));
  const all = (notices.data ?? []).toSorted((one, other) => other.time - one.time || other.id - one.id);
  const planned = all.filter(({ scheduledUtc }) => scheduledUtc !== null).reverse();
  const shown = all
    .filter(({ scheduledUtc }) => scheduledUtc === null)
    .sort((one, other) => Number(other.pinned) - Number(one.pinned));
  return (
    <div className={classes.page}>
      <div className={classes.composer}>
        <NoticeComposer gameId={gameId} />
      </div>
      <div className={classes.lists}>
        {planned.length > 0 && (
          <Panel flush title={t('notice-edit.list.planned')}>
            <ul>
              {planned.map((notice) => (
                <NoticeItem key={notice.id} gameId={gameId} notice={notice} />
              ))}
            </ul>
          </Panel>
        )}
        <Panel flush title={t('notice-edit.list.title')}>
          <QueryState query={notices} pending={<ListSkeleton count={3} />} />
          {notices.data && shown.length === 0 && (
            <EmptyState
              icon={<IconSpeakerphone />}
              title={t('notice-edit.list.empty')}
              hint={t('notice-edit.list.emptyHint')}
            />
          )}
          <ul>
            {shown.map((notice) => (
              <NoticeItem key={notice.id} gameId={gameId} notice={notice} />
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}
