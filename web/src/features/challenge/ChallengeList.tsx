import { IconCircleCheck, IconClockOff, IconServer2 } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { ListedChallenge } from '@vexil/contract/challenge';
import { type MouseEvent, memo, useMemo, useState } from 'react';
import type { BaseFeature, Translate } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { BloodMark, type BloodRank } from '../../ui/BloodMark';
import { CategoryIcon } from '../../ui/CategoryTag';
import { categoryKey, categoryName, categoryStyle } from '../../ui/category';
import { useReached } from '../../ui/use-reached';
import classes from './ChallengeList.module.css';
import { firstRows, inTwoColumns } from './challenge-columns';
import type { ChallengeGroup } from './challenge-filter';
import type { ChallengesSearch } from './challenge-search';

type ChallengeListProps = {
  gameId: number;
  groups: readonly ChallengeGroup[];
  search: ChallengesSearch;
  solved: ReadonlySet<number>;
  plays: boolean;
  running: ReadonlySet<number>;
  ownTeamId: number;
  /** Whether a solve counts now. */
  bloodsOpen: boolean;
  /** Of each column; all when absent. */
  rowsMax?: number | undefined;
  onOpen: (challengeId: number) => void;
};

/** One stop of the Tab key; arrow keys move in it. */
export function ChallengeList(props: ChallengeListProps) {
  const { gameId, groups, search, solved, plays, running, ownTeamId, bloodsOpen, rowsMax, onOpen } = props;
  const t = useText('challenge');
  const [cursor, setCursor] = useState<number>();
  const ids = groups.flatMap(({ challenges }) => challenges.map(({ id }) => id));
  const stop = [cursor, search.challenge].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  const hrefOf = useChallengeHref(gameId, search);
  return inTwoColumns(groups).map((column) => (
    <div key={column[0] && categoryKey(column[0])}>
      {firstRows(column, rowsMax).map(({ shown, ...group }) => {
        const { challenges } = group;
        const name = categoryName(t, group);
        const done = challenges.filter(({ id }) => solved.has(id)).length;
        return (
          <section key={categoryKey(group)} className={classes.group} aria-label={name}>
            <h2 className={classes.heading}>
              <CategoryIcon of={group} size={16} />
              {name}
              <span className="figures push rigid faint medium">
                {plays && t('challenge.list.solvedOf', { solved: done, count: challenges.length })}
              </span>
            </h2>
            <ul className={classes.rows}>
              {shown.map((challenge) => (
                <ChallengeRow
                  key={challenge.id}
                  href={hrefOf(challenge.id)}
                  challenge={challenge}
                  solved={solved.has(challenge.id)}
                  running={running.has(challenge.id)}
                  selected={search.challenge === challenge.id}
                  ownTeamId={ownTeamId}
                  bloodsOpen={bloodsOpen}
                  isTabStop={challenge.id === stop}
                  t={t}
                  onOpen={onOpen}
                  onFocus={setCursor}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  ));
}

/** The address of each challenge with the filters kept, from one that the router has built: a hundred take it long. */
function useChallengeHref(gameId: number, search: ChallengesSearch): (challengeId: number) => string {
  const router = useRouter();
  return useMemo(() => {
    const { href } = router.buildLocation({
      to: '/games/$id/challenges',
      params: { id: gameId },
      search: { ...search, challenge: 0 },
    });
    return (challengeId) => href.replace('challenge=0', `challenge=${challengeId}`);
  }, [router, gameId, search]);
}

const isForBrowser = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

type ChallengeRowProps = {
  href: string;
  challenge: ListedChallenge;
  solved: boolean;
  running: boolean;
  selected: boolean;
  ownTeamId: number;
  bloodsOpen: boolean;
  isTabStop: boolean;
  /** Passed down: a hook per row costs more. */
  t: Translate<'challenge' | BaseFeature>;
  onOpen: (challengeId: number) => void;
  onFocus: (challengeId: number) => void;
};

/** The others stand in the challenge. */
const tagsShown = 3;

const bloodNames = ['ui.blood.first', 'ui.blood.second', 'ui.blood.third'] as const;

/** The own blood, or the next one that is still to be had; those of others are no news after the first hour. */
function bloodOf(challenge: ListedChallenge, ownTeamId: number, isOpen: boolean, t: ChallengeRowProps['t']) {
  const { bloods, disableBloodBonus } = challenge;
  const own = bloods.findIndex(({ id }) => id === ownTeamId);
  const index = own >= 0 ? own : isOpen && !disableBloodBonus ? bloods.length : -1;
  const name = bloodNames[index];
  if (name === undefined) return undefined;
  const words = t(own >= 0 ? 'challenge.list.bloodOwn' : 'challenge.list.bloodOpen', { blood: t(name) });
  return { rank: (index + 1) as BloodRank, open: own < 0, words };
}

const ChallengeRow = memo(function ChallengeRow(props: ChallengeRowProps) {
  const { href, challenge, solved, running, selected, ownTeamId, bloodsOpen, isTabStop, t, onOpen, onFocus } = props;
  const closed = useReached(challenge.deadline);
  const blood = bloodOf(challenge, ownTeamId, !solved && !closed && bloodsOpen, t);
  return (
    <li className={classes.item}>
      <a
        href={href}
        className={classes.row}
        data-challenge={challenge.id}
        data-solved={solved || undefined}
        aria-current={selected || undefined}
        style={{ '--category': categoryStyle(challenge) }}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => onFocus(challenge.id)}
        onClick={(event) => {
          if (isForBrowser(event)) return;
          event.preventDefault();
          onOpen(challenge.id);
        }}
      >
        <span className={classes.tile}>
          <CategoryIcon of={challenge} size={20} />
        </span>
        <span className="grow shrinks">
          <span className={classes.title}>{challenge.title}</span>
          <span className={classes.facts}>
            <span className="figures">{t('challenge.list.solves', { count: challenge.solved })}</span>
            {blood && (
              <span className="inline-row" role="img" aria-label={blood.words} data-hint={blood.words}>
                <BloodMark rank={blood.rank} open={blood.open} size={16} decorative />
              </span>
            )}
            {running && (
              <span className="inline-row gap-4 solved semibold">
                <IconServer2 size={16} />
                {t('challenge.list.running')}
              </span>
            )}
            {challenge.tags?.slice(0, tagsShown).map((tag) => (
              <span key={tag} className={classes.tag}>
                {tag}
              </span>
            ))}
            {closed && !solved && (
              <span className="inline-row gap-4 faint semibold">
                <IconClockOff size={16} />
                {t('challenge.list.closed')}
              </span>
            )}
          </span>
        </span>
        <span className={classes.worth}>
          <span className={`figures ${classes.value}`}>{challenge.score}</span>
          {solved && (
            <span className="inline-row gap-4 solved semibold">
              <IconCircleCheck size={16} />
              {t('challenge.list.solved')}
            </span>
          )}
        </span>
      </a>
    </li>
  );
});
