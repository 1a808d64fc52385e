import { signedPoints } from '@vexil/rules/award.rules';
import { useText } from '../../i18n/use-text';
import { Time } from '../../ui/Time';
import type { Row } from './board-rows';
import classes from './SolveList.module.css';

/** Awards and penalties with their reasons, the latest first; nothing for a team without any. */
type AwardListProps = { row: Row; challenges: ReadonlyMap<number, { title: string }> };

export function AwardList({ row, challenges }: AwardListProps) {
  const t = useText('scoreboard');
  if (!row.awards) return null;
  return (
    <section className="below-16">
      <h3 className="below-8 text-14 semibold">{t('scoreboard.team.awards')}</h3>
      <ol>
        {row.awards.toReversed().map(({ id, points, reason, label, time, challengeId }) => (
          <li key={id} className={classes.solve}>
            <span className="column grow shrinks">
              <span className="anywhere">{challengeId ? t('scoreboard.team.hint') : reason}</span>
              {challengeId && <span className={classes.under}>{challenges.get(challengeId)?.title}</span>}
              {label && <span className={classes.under}>{label}</span>}
            </span>
            <span className={classes.facts}>
              <span className={`figures ${classes.points}`} data-fine={points < 0 || undefined}>
                {signedPoints(points)}
              </span>
              <Time at={time} format="short" className={classes.time} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
