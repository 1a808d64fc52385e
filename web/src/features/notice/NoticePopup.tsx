import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import type { ChallengeFinder } from '../../live/details-query';
import classes from './NoticeBell.module.css';
import { NoticeList } from './NoticeList';
import type { Reader } from './read-state';

type NoticePopupProps = Reader & {
  started: boolean;
  findChallenge: ChallengeFinder;
};

/** Takes the focus when it opens. */
export default function NoticePopup(props: NoticePopupProps) {
  const t = useText('notice');
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => popup.current?.focus(), []);
  return (
    <div ref={popup} role="dialog" aria-label={t('notice.title')} tabIndex={-1} className={classes.popup}>
      <div className={classes.head}>
        <h2 className="text-16 semibold display">{t('notice.title')}</h2>
      </div>
      <NoticeList {...props} className={classes.list} />
    </div>
  );
}
