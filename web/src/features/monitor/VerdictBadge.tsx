import { IconAlertTriangle, IconCheck, IconDots, IconQuestionMark, IconX, type TablerIcon } from '@tabler/icons-react';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { useText } from '../../i18n/use-text';
import classes from './Monitor.module.css';

export const verdictIcons: Record<AnswerResult, TablerIcon> = {
  Accepted: IconCheck,
  WrongAnswer: IconX,
  CheatDetected: IconAlertTriangle,
  NotFound: IconQuestionMark,
  FlagSubmitted: IconDots,
};

export function VerdictBadge({ status }: { status: AnswerResult }) {
  const t = useText('monitor');
  const Icon = verdictIcons[status];
  return (
    <span className={classes.verdict} data-verdict={status}>
      <Icon size={14} stroke={2.25} />
      {t(`monitor.verdict.${status}`)}
    </span>
  );
}
