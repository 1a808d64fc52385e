import type { ScoreboardChallenge } from '@vexil/contract/scoreboard';
import { useText } from '../../i18n/use-text';
import { categoryName, categoryStyle } from '../../ui/category';
import { Time } from '../../ui/Time';
import type { Row } from './board-rows';
import { Mark, markOf, useMarkNames } from './marks';
import classes from './SolveList.module.css';

type SolveListProps = {
  row: Row;
  challenges: ReadonlyMap<number, ScoreboardChallenge>;
  /** Number of latest solves to show; all if absent. */
  limit?: number;
  /** Blood bonus in percent, by mark. */
  bonusOf?: (kind: string) => string | undefined;
  /** By challenge, which solver the team was. */
  places?: ReadonlyMap<number, number>;
};

export function SolveList({ row, challenges, limit, bonusOf, places }: SolveListProps) {
  const t = useText('scoreboard');
  const names = useMarkNames();
  if (row.solvedChallenges.length === 0) return <p className="dimmed">{t('scoreboard.team.noSolves')}</p>;
  const solves = row.solvedChallenges.slice(limit === undefined ? 0 : -limit).reverse();
  return (
    <ol>
      {solves.map((solve) => {
        const challenge = challenges.get(solve.id);
        const kind = markOf(solve);
        const bonus = solve.score > 0 ? bonusOf?.(kind) : undefined;
        return (
          <li key={solve.id} className={classes.solve}>
            <span
              className="grid rigid faint"
              style={kind !== 'nothing' && challenge ? { color: categoryStyle(challenge) } : undefined}
              data-hint={names[kind]}
            >
              <Mark kind={kind} />
              <span className="visually-hidden">{names[kind]}: </span>
            </span>
            <span className="column grow shrinks">
              <span className={classes.title}>{challenge?.title ?? `#${solve.id}`}</span>
              <span className={classes.under}>
                {challenge && <span>{categoryName(t, challenge)}</span>}
                {places && <span>{t('scoreboard.team.place', { place: places.get(solve.id) ?? 1 })}</span>}
                <span>{solve.userName || t('scoreboard.gone')}</span>
              </span>
            </span>
            <span className={classes.facts}>
              <span className={`figures ${classes.points}`}>
                {t('scoreboard.points', { count: solve.score })}
                {bonus && <small>{bonus}</small>}
              </span>
              <Time at={solve.time} format="short" className={classes.time} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
