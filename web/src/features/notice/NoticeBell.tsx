import { ActionIcon } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './NoticeBell.module.css';
import { useNotices } from './notice.queries';
import { useQuiet, useReadUntil } from './notice-marks';
import { useNoticeToasts } from './use-notice-toasts';

// The list and its switches come when somebody looks at them.
const NoticePopup = lazy(() => import('./NoticePopup'));

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
export function NoticeBell(props: NoticeBellProps) {
  const { gameId, started, challengeIdOf } = props;
  const t = useText('notice');
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const unread = useUnread(gameId, started);
  const quiet = useQuiet();
  useNoticeToasts(gameId, challengeIdOf);

  useEffect(() => {
    if (!opened) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpened(false);
    };
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The page's own keys must not close what lies behind as well.
      event.preventDefault();
      setOpened(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', leaveByKey, true);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', leaveByKey, true);
    };
  }, [opened]);

  const name = unread > 0 ? t('notice.bellUnread', { count: unread }) : t('notice.bell');
  return (
    <div ref={place} className={classes.place}>
      <ActionIcon
        ref={button}
        variant="default"
        size={36}
        className={classes.bell}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={opened}
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
      {opened && (
        <Suspense>
          <NoticePopup {...props} />
        </Suspense>
      )}
    </div>
  );
}
