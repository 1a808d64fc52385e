import { Button } from '@mantine/core';
import {
  IconCircleCheck,
  IconClock,
  IconEye,
  IconEyeOff,
  IconHelpCircle,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import { teamSubmissionsQuery } from './submission.queries';
import classes from './TeamAnswers.module.css';

type Verdict = 'right' | 'wrong' | 'checking' | 'unjudged';

const verdicts: Record<AnswerResult, Verdict> = {
  Accepted: 'right',
  WrongAnswer: 'wrong',
  CheatDetected: 'wrong',
  FlagSubmitted: 'checking',
  NotFound: 'unjudged',
};
const icons: Record<Verdict, TablerIcon> = {
  right: IconCircleCheck,
  wrong: IconX,
  checking: IconClock,
  unjudged: IconHelpCircle,
};
const masked = '••••••••••••';

/** What the own team has answered; hidden until asked for, because others may look at the screen. */
export default function TeamAnswers({ gameId, challengeId }: { gameId: number; challengeId: number }) {
  const t = useText('submission');
  const query = useQuery(teamSubmissionsQuery(gameId, challengeId));
  const [revealed, setRevealed] = useState(false);
  const { data } = query;
  if (query.isPending) return <ListSkeleton count={3} />;
  if (!data) return <QueryState query={query} />;
  if (data.length === 0)
    return <EmptyState title={t('submission.answers.empty')} hint={t('submission.answers.emptyHint')} />;
  const Eye = revealed ? IconEyeOff : IconEye;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        mb={4}
        leftSection={<Eye size={16} aria-hidden />}
        onClick={() => setRevealed(!revealed)}
      >
        {t(revealed ? 'submission.answers.hide' : 'submission.answers.reveal')}
      </Button>
      <ol>
        {data.map(({ id, answer, status, time, user, isEarlierFlag, rejudged }) => {
          const verdict = verdicts[status];
          const Icon = icons[verdict];
          const word = t(`submission.answers.verdict.${isEarlierFlag ? 'earlier' : verdict}`);
          return (
            <li key={id} className={classes.row} data-verdict={verdict}>
              <Icon className={classes.icon} role="img" aria-hidden={false} aria-label={word} data-hint={word} />
              <code className={`mono ${classes.answer}`}>
                {revealed ? (
                  answer
                ) : (
                  <>
                    <span aria-hidden>{masked}</span>
                    <span className="visually-hidden">{t('submission.answers.masked')}</span>
                  </>
                )}
              </code>
              <span className={classes.user}>{user || t('submission.answers.gone')}</span>
              <Time at={time} format="short" className="dimmed text-12" />
              {rejudged && (
                <span className={`dimmed text-12 ${classes.reason}`}>
                  {t('submission.answers.rejudged', { reason: rejudged })}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
