import { ActionIcon, Popover } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './NoticeBell.module.css';
import { NoticeList, QuietSwitch } from './NoticeList';
import { useNotices } from './notice.queries';
import { useQuiet, useReadUntil } from './notice-marks';
import { useNoticeToasts } from './use-notice-toasts';

type NoticeBellProps = {
  gameId: number;
  started: boolean;
  challengeIdOf: (title: string) => number | undefined;
};

/** How many notices of a game nobody has looked at in this browser. */
export function useUnread(gameId: number, started: boolean): number {
  const { data } = useNotices(gameId, { enabled: started });
  const readUntil = useReadUntil(gameId);
  return data?.filter(({ time }) => time > readUntil).length ?? 0;
}

/** The bell above every page of a game, with its list; on phones the list has a page of its own, and no bell. */
export function NoticeBell({ gameId, started, challengeIdOf }: NoticeBellProps) {
  const t = useText('notice');
  const [opened, setOpened] = useState(false);
  const unread = useUnread(gameId, started);
  const quiet = useQuiet();
  useNoticeToasts(gameId, challengeIdOf);
  const name = unread > 0 ? t('notice.bellUnread', { count: unread }) : t('notice.bell');
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={400}
      trapFocus
      withRoles
      shadow="md"
      radius="md"
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          className={classes.bell}
          aria-label={name}
          data-hint={opened ? undefined : name}
          onClick={() => setOpened(!opened)}
        >
          {quiet ? <IconBellOff size={18} stroke={1.75} /> : <IconBell size={18} stroke={1.75} />}
          {unread > 0 && (
            <span className={`figures ${classes.count}`} aria-hidden>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.dropdown} aria-label={t('notice.bell')}>
        <div className={classes.head}>
          <h2 className={classes.title}>{t('notice.title')}</h2>
          <QuietSwitch />
        </div>
        <NoticeList gameId={gameId} started={started} challengeIdOf={challengeIdOf} className={classes.list} />
      </Popover.Dropdown>
    </Popover>
  );
}
