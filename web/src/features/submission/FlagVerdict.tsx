import { IconAlertCircle, IconClock, IconHelpCircle, IconX, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './FlagField.module.css';
import type { FlagState } from './flag-store';

type FlagVerdictProps = {
  state: FlagState;
  practice: boolean;
  attempts: number;
  /** Null for no limit. */
  left: number | null;
  /** Number of characters, if too many. */
  length: number | null;
  /** The server's refusal. */
  refusal: string;
};

export function FlagVerdict({ state, practice, attempts, left, length, refusal }: FlagVerdictProps) {
  const t = useText('submission');
  const leftText = left === null ? '' : ` ${t('submission.left', { count: left })}`;
  switch (state.kind) {
    case 'wrong':
      return (
        <Line
          tone="bad"
          icon={IconX}
          text={`${t(state.isEarlierFlag ? 'submission.wrongEarlier' : 'submission.wrong')}${leftText}`}
        />
      );
    case 'arrived':
      return <Line tone="bad" icon={IconX} text={`${t('submission.arrived')}${leftText}`} />;
    case 'lost':
      return <Line tone="bad" icon={IconAlertCircle} text={t('submission.lost')} />;
    case 'reconciling':
      return <Line tone="wait" icon={IconClock} text={t('submission.uncertain')} />;
    case 'unjudged':
      return <Line tone="wait" icon={IconHelpCircle} text={t('submission.unjudged', { id: state.submissionId })} />;
    case 'refused':
      return <Line tone="bad" icon={IconAlertCircle} text={refusal} />;
    case 'invalid':
      return <Line tone="bad" icon={IconAlertCircle} text={t(`submission.invalid.${state.reason}`)} />;
    case 'rateLimited':
      return <RateLimited until={state.until} />;
    default:
      if (length !== null)
        return <Line tone="wait" icon={IconAlertCircle} text={t('submission.tooLong', { length })} />;
      return (
        <p className="dimmed">
          {left === null
            ? attempts > 0 && t('submission.attempts', { count: attempts })
            : t('submission.attemptsLeft', { attempts, count: left })}
          {practice && ` ${t('submission.practice')}`}
        </p>
      );
  }
}

function Line({ tone, icon: Icon, text }: { tone: 'bad' | 'wait'; icon: TablerIcon; text: ReactNode }) {
  return (
    <p className={classes.verdict} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={16} stroke="2px" />
      <span>{text}</span>
    </p>
  );
}

/** Counts down by this machine's clock: the server gives a duration, not a time. */
function RateLimited({ until }: { until: number }) {
  const t = useText('submission');
  const [now, setNow] = useState(Date.now);
  const left = Math.ceil((until - now) / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <Line tone="bad" icon={IconClock} text={t('submission.tooFast', { count: Math.max(1, left) })} />;
}
