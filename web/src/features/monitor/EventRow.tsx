import {
  IconAlertTriangle,
  IconBolt,
  IconChevronDown,
  IconFlag3,
  IconPlayerPlay,
  IconPlayerStop,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Activity } from '@vexil/contract/activity';
import type { ActivityType } from '@vexil/db/enums/activity';
import { type AnswerResult, answerResults } from '@vexil/db/enums/submission';
import { memo, useState } from 'react';
import type { Translate } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { ClockTime, Time } from '../../ui/Time';
import { useFlagText, WholeFlag } from './FlagText';
import classes from './Monitor.module.css';
import type { FeedSearch } from './monitor-search';
import { RowDetails } from './RowDetails';

export const eventIcons: Record<ActivityType, TablerIcon> = {
  Normal: IconBolt,
  ContainerStart: IconPlayerPlay,
  ContainerDestroy: IconPlayerStop,
  FlagSubmit: IconFlag3,
  CheatDetected: IconAlertTriangle,
};

/** The first verdict: a shared flag has an event of its own. */
const verdictOf = (value: string | undefined): AnswerResult =>
  answerResults.find((each) => each === value) ?? 'FlagSubmitted';

/** What happened, as a sentence. */
export function sentenceOf(
  { type, values, challenge, endReason }: Activity,
  t: Translate<'monitor'>,
  flag = values[1] ?? '',
): string {
  const [first = '', second = '', third = ''] = values;
  switch (type) {
    case 'FlagSubmit':
      return t('monitor.event.flag', {
        verdict: t(`monitor.verdict.${verdictOf(first)}`),
        challenge: challenge ?? third,
        flag,
      });
    case 'CheatDetected':
      return t('monitor.event.cheat', { challenge: challenge ?? first, sender: second, owner: third });
    case 'ContainerStart':
      return t('monitor.event.start', { challenge: challenge ?? second });
    case 'ContainerDestroy':
      return t(`monitor.ended.${endReason ?? 'other'}`, { challenge: challenge ?? second });
    case 'Normal':
      return values.join(' · ');
  }
}

type EventRowProps = { gameId: number; row: Activity; canEdit: boolean; onSearch: (change: FeedSearch) => void };

export const EventRow = memo(function EventRow({ gameId, row, canEdit, onSearch }: EventRowProps) {
  const [opened, setOpened] = useState(false);
  const flag = { status: verdictOf(row.values[0]), answer: row.values[1] ?? '' };
  const sentence = sentenceOf(row, useText('monitor'), useFlagText(flag));
  const Icon = eventIcons[row.type];
  const bodyId = `event-${row.id}`;
  return (
    <li className={classes.row} data-opened={opened || undefined}>
      <button
        type="button"
        data-row
        className={classes.event}
        aria-expanded={opened}
        aria-controls={bodyId}
        onClick={() => setOpened(!opened)}
      >
        <ClockTime at={row.time} className={classes.time} />
        <Icon
          className={classes.kindIcon}
          data-event={row.type}
          data-verdict={row.type === 'FlagSubmit' ? verdictOf(row.values[0]) : undefined}
        />
        <span className={classes.sentence}>{sentence}</span>
        <span className={classes.team}>{row.team}</span>
        <span className={classes.member}>{row.user}</span>
        <IconChevronDown size={16} className={classes.arrow} />
      </button>
      <div id={bodyId} hidden={!opened}>
        {opened && (
          <RowDetails gameId={gameId} row={row} canEdit={canEdit} onSearch={onSearch}>
            <p className="below-8 dimmed text-13">
              <Time at={row.time} format="exact" withZone />
            </p>
            {row.type === 'FlagSubmit' && (
              <p className="inline-row below-8">
                <WholeFlag {...flag} />
              </p>
            )}
          </RowDetails>
        )}
      </div>
    </li>
  );
});
