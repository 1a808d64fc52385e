import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Submission } from '@vexil/contract/submission';
import { memo, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ClockTime, Time } from '../../ui/Time';
import { useFlagText, WholeFlag } from './FlagText';
import classes from './Monitor.module.css';
import type { FeedSearch } from './monitor-search';
import { RowDetails } from './RowDetails';
import { VerdictBadge } from './VerdictBadge';

type SubmissionRowProps = {
  gameId: number;
  row: Submission;
  canEdit: boolean;
  onSearch: (change: FeedSearch) => void;
};

export const SubmissionRow = memo(function SubmissionRow({ gameId, row, canEdit, onSearch }: SubmissionRowProps) {
  const t = useText('monitor');
  const [opened, setOpened] = useState(false);
  const flag = useFlagText(row);
  const bodyId = `submission-${row.id}`;
  return (
    <li className={classes.row} data-opened={opened || undefined}>
      <button
        type="button"
        data-row
        className={classes.submission}
        aria-expanded={opened}
        aria-controls={bodyId}
        onClick={() => setOpened(!opened)}
      >
        <ClockTime at={row.time} className={classes.time} />
        <VerdictBadge status={row.status} />
        <span className={classes.team}>{row.team}</span>
        <span className={classes.member}>{row.user}</span>
        <span className={classes.challenge}>{row.challenge}</span>
        <code className={classes.flag}>{flag}</code>
        <IconChevronDown size={16} className={classes.arrow} />
      </button>
      <div id={bodyId} hidden={!opened}>
        {opened && (
          <RowDetails gameId={gameId} row={row} canEdit={canEdit} onSearch={onSearch}>
            <p className="below-8 dimmed text-13">
              {t(`monitor.verdictHint.${row.status}`)}{' '}
              {row.status === 'CheatDetected' && (
                <Link to="/games/$id/monitor/cheatinfo" params={{ id: gameId }} search={{ case: row.id }}>
                  {t('monitor.row.toCase')}
                </Link>
              )}
            </p>
            <dl className={classes.facts}>
              <div>
                <dt>{t('monitor.column.flag')}</dt>
                <dd className={classes.whole}>
                  <WholeFlag {...row} />
                </dd>
              </div>
              <div>
                <dt>{t('monitor.column.time')}</dt>
                <dd>
                  <Time at={row.time} format="exact" withZone />
                </dd>
              </div>
              <div>
                <dt>{t('monitor.column.via')}</dt>
                <dd>{t(`monitor.via.${row.via}`)}</dd>
              </div>
              <div>
                <dt>{t('monitor.column.number')}</dt>
                <dd className="figures">{row.id}</dd>
              </div>
            </dl>
          </RowDetails>
        )}
      </div>
    </li>
  );
});
