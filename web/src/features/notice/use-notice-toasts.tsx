import { IconBulb, IconFlagPlus, IconSpeakerphone } from '@tabler/icons-react';
import type { Notice } from '@vexil/contract/notice';
import { type ReactNode, useRef } from 'react';
import { serverNow } from '../../api/clock';
import { useText } from '../../i18n/use-text';
import { useOnLive } from '../../live/use-live';
import { BloodMark } from '../../ui/BloodMark';
import { toastNews } from '../../ui/toast';
import { NoticeText } from './NoticeText';
import { isQuiet } from './notice-marks';

/** After a long absence many notices come at once; those are for the list. */
const freshMs = 30_000;
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

const marks: Partial<Record<Notice['type'], ReactNode>> = {
  Normal: <IconSpeakerphone {...icon} />,
  FirstBlood: <BloodMark rank={1} size={20} />,
  NewChallenge: <IconFlagPlus {...icon} />,
  NewHint: <IconBulb {...icon} />,
};

/**
 * Tells of what has just happened in a game on every one of its pages: what the organisers write, first bloods, new
 * challenges and hints. `challengeIdOf` finds the challenge that a notice names, for the link to it.
 */
export function useNoticeToasts(gameId: number, challengeIdOf: (title: string) => number | undefined): void {
  const t = useText('notice');
  const find = useRef(challengeIdOf);
  find.current = challengeIdOf;
  useOnLive(gameId, 'ReceivedGameNotice', (notice) => {
    const icon = marks[notice.type];
    if (!icon || isQuiet() || serverNow() - notice.time > freshMs) return;
    toastNews(<NoticeText notice={notice} gameId={gameId} challengeIdOf={find.current} />, {
      id: `notice ${notice.id}`,
      title: t(`notice.type.${notice.type}`),
      icon,
      autoClose: notice.type === 'Normal' ? 15_000 : 8000,
    });
  });
}
