import { IconCircleCheck, IconClockOff, IconServer2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ScoreboardChallenge } from '@vexil/contract/scoreboard';
import { memo, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { categoryColour } from '../../theme/tokens';
import { BloodMark, type BloodRank } from '../../ui/BloodMark';
import { CategoryIcon } from '../../ui/CategoryTag';
import { useReached } from '../../ui/use-reached';
import classes from './ChallengeList.module.css';
import type { ChallengeGroup } from './challenge-filter';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type ChallengeListProps = {
  gameId: number;
  groups: readonly ChallengeGroup[];
  solved: ReadonlySet<number>;
  running: ReadonlySet<number>;
  selected: number | undefined;
  ownTeamId: number;
  onOpen: () => void;
};

/** One stop of the Tab key; arrow keys move in it. */
export function ChallengeList({ groups, ...rest }: ChallengeListProps) {
  const t = useText('challenge');
  const [cursor, setCursor] = useState<number>();
  const ids = groups.flatMap(({ challenges }) => challenges.map(({ id }) => id));
  const stop = [cursor, rest.selected].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  return groups.map(({ category, challenges }) => {
    const done = challenges.filter(({ id }) => rest.solved.has(id)).length;
    return (
      <section key={category} className={classes.group} aria-label={t(`ui.category.${category}`)}>
        <h2 className={classes.heading}>
          <CategoryIcon category={category} size={16} />
          {t(`ui.category.${category}`)}
          <span className={`figures ${classes.tally}`}>
            {t('challenge.list.solvedOf', { solved: done, count: challenges.length })}
          </span>
        </h2>
        <ul className={classes.rows}>
          {challenges.map((challenge) => (
            <ChallengeRow
              key={challenge.id}
              gameId={rest.gameId}
              challenge={challenge}
              solved={rest.solved.has(challenge.id)}
              running={rest.running.has(challenge.id)}
              selected={rest.selected === challenge.id}
              replace={rest.selected !== undefined}
              ownTeamId={rest.ownTeamId}
              isTabStop={challenge.id === stop}
              onOpen={rest.onOpen}
              onFocus={setCursor}
            />
          ))}
        </ul>
      </section>
    );
  });
}

type ChallengeRowProps = {
  gameId: number;
  challenge: ScoreboardChallenge;
  solved: boolean;
  running: boolean;
  selected: boolean;
  /** Replaces the history entry when switching between challenges. */
  replace: boolean;
  ownTeamId: number;
  isTabStop: boolean;
  onOpen: () => void;
  onFocus: (challengeId: number) => void;
};

const ChallengeRow = memo(function ChallengeRow(props: ChallengeRowProps) {
  const { gameId, challenge, solved, running, selected, replace, ownTeamId, isTabStop, onOpen, onFocus } = props;
  const t = useText('challenge');
  const closed = useReached(challenge.deadline);
  return (
    <li>
      <Link
        from="/games/$id/challenges"
        to="/games/$id/challenges"
        params={{ id: gameId }}
        search={(search) => ({ ...search, challenge: challenge.id })}
        replace={replace}
        resetScroll={false}
        className={classes.row}
        data-challenge={challenge.id}
        data-solved={solved || undefined}
        aria-current={selected || undefined}
        activeProps={{ 'aria-current': undefined }}
        style={{ '--category': categoryColour(challenge.category) }}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => onFocus(challenge.id)}
        onClick={onOpen}
      >
        <span className={classes.tile}>
          <CategoryIcon category={challenge.category} size={20} />
        </span>
        <span className={classes.words}>
          <span className={classes.title}>{challenge.title}</span>
          <span className={classes.facts}>
            <span className="figures">{t('challenge.list.solves', { count: challenge.solved })}</span>
            {challenge.bloods.length > 0 && (
              <span className={classes.bloods}>
                {challenge.bloods.map((blood, index) => (
                  <span key={blood.id} data-mine={blood.id === ownTeamId || undefined} data-hint={blood.name}>
                    <BloodMark rank={(index + 1) as BloodRank} size={16} />
                  </span>
                ))}
              </span>
            )}
            {running && (
              <span className={classes.running}>
                <IconServer2 {...icon} />
                {t('challenge.list.running')}
              </span>
            )}
            {closed && !solved && (
              <span className={classes.closed}>
                <IconClockOff {...icon} />
                {t('challenge.list.closed')}
              </span>
            )}
          </span>
        </span>
        <span className={classes.worth}>
          <span className={`figures ${classes.value}`}>{challenge.score}</span>
          {solved && (
            <span className={classes.solved}>
              <IconCircleCheck {...icon} />
              {t('challenge.list.solved')}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
});
