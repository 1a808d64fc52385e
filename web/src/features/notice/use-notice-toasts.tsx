import { IconBulb, IconFlagPlus, IconSpeakerphone } from '@tabler/icons-react';
import type { Notice } from '@vexil/contract/notice';
import { type ReactNode, useRef } from 'react';
import { serverNow } from '../../api/clock';
import { useText } from '../../i18n/use-text';
import type { ChallengeFinder } from '../../live/details-query';
import { useOnLive } from '../../live/use-live';
import { BloodMark } from '../../ui/BloodMark';
import { hideToast, toastNews } from '../../ui/toast';
import { kindOf, noticeChoices } from './choices';
import { NoticeText } from './NoticeText';
import { playNoticeSound } from './sound';

/** More notices at once, as after a reconnection, show no toasts. */
const freshMs = 30_000;
/** Between our clock and the server's. */
const skewMs = 1000;

const marks: Partial<Record<Notice['type'], ReactNode>> = {
  Normal: <IconSpeakerphone />,
  FirstBlood: <BloodMark rank={1} size={20} />,
  NewChallenge: <IconFlagPlus />,
  NewHint: <IconBulb />,
};

const idOf = ({ id }: Pick<Notice, 'id'>) => `notice ${id}`;

/** Shows toasts for new notices, until they are corrected or deleted. `findChallenge` finds the challenge a notice names, for its link. */
export function useNoticeToasts(gameId: number, findChallenge: ChallengeFinder): void {
  const t = useText('notice');
  // The first connection repeats what is only just older than the page.
  const openedAt = useRef(serverNow());
  const find = useRef(findChallenge);
  find.current = findChallenge;
  useOnLive(gameId, 'NoticeChanged', (notice) => void hideToast(idOf(notice)));
  useOnLive(gameId, 'NoticeDeleted', (notice) => void hideToast(idOf(notice)));
  useOnLive(gameId, 'ReceivedGameNotice', (notice) => {
    const icon = marks[notice.type];
    const choice = noticeChoices()[kindOf[notice.type]];
    const isOld = notice.time < Math.max(openedAt.current - skewMs, serverNow() - freshMs);
    if (!icon || isOld) return;
    if (choice.sound) playNoticeSound();
    if (!choice.popup) return;
    toastNews(<NoticeText notice={notice} gameId={gameId} findChallenge={find.current} />, {
      id: idOf(notice),
      title: t(`notice.type.${notice.type}`),
      icon,
      autoClose: notice.type === 'Normal' ? 15_000 : 8000,
    });
  });
}
