import { ActionIcon } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import type { ChallengeFinder } from '../../live/details-query';
import { kindOf, noticeKinds, useNoticeChoices } from './choices';
import classes from './NoticeBell.module.css';
import { type Reader, useReadUntil } from './read-state';
import { useNoticeToasts } from './use-notice-toasts';
import { useNotices } from './use-notices';

// Loaded when first opened.
const NoticePopup = lazy(() => import('./NoticePopup'));

type NoticeBellProps = Reader & {
  started: boolean;
  findChallenge: ChallengeFinder;
};

/** Number of notices not read in this browser, of the kinds that count. */
export function useUnread(reader: Reader, started: boolean): number {
  const { data } = useNotices(reader.gameId, { enabled: started });
  const readUntil = useReadUntil(reader);
  const choices = useNoticeChoices();
  return data?.filter(({ type, time }) => time > readUntil && choices[kindOf[type]].bell).length ?? 0;
}

/** Hidden on phones, where the notices have a page of their own. */
export function NoticeBell(props: NoticeBellProps) {
  const { gameId, started, findChallenge } = props;
  const t = useText('notice');
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const unread = useUnread(props, started);
  const choices = useNoticeChoices();
  const isQuiet = noticeKinds.every((kind) => !choices[kind].popup);
  useNoticeToasts(gameId, findChallenge);

  useEffect(() => {
    if (!opened) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpened(false);
    };
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The page's shortcuts must not close what is behind it as well.
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
        {isQuiet ? <IconBellOff /> : <IconBell />}
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
