import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverNow } from '../../api/clock';
import { useText } from '../../i18n/use-text';
import { BloodMark, type BloodRank } from '../../ui/BloodMark';
import { Time } from '../../ui/Time';
import classes from './SolverList.module.css';
import { formatElapsed, type Solver, solveCurve } from './solvers';

const pageSize = 50;
const curve = { width: 600, height: 48 };

type SolverListProps = {
  gameId: number;
  ownTeamId: number;
  solvers: readonly Solver[];
  /** Not always of the first places: some teams get none, and some challenges give none. */
  bloods: readonly { id: number }[];
  releasedAt: number;
  end: number;
};

/** The teams that solved a challenge: places, times since its release, and the curve of solves. */
export default function SolverList({ gameId, ownTeamId, solvers, bloods, releasedAt, end }: SolverListProps) {
  const t = useText('challenge');
  const [shown, setShown] = useState(pageSize);
  if (solvers.length === 0) return <p className="dimmed">{t('challenge.solvers.none')}</p>;
  const rankOf = (teamId: number) => (bloods.findIndex(({ id }) => id === teamId) + 1) as BloodRank | 0;
  return (
    <>
      <Curve times={solvers.map(({ time }) => time)} from={releasedAt} to={Math.min(end, serverNow())} />
      <ol>
        {solvers.slice(0, shown).map(({ teamId, name, place, time }) => {
          const rank = rankOf(teamId);
          return (
            <li key={teamId} className={classes.row} data-own={teamId === ownTeamId || undefined}>
              <span className="figures row gap-6 dimmed text-13">
                {place}
                {rank > 0 && <BloodMark rank={rank as BloodRank} size={18} />}
              </span>
              <Link
                to="/games/$id/scoreboard"
                params={{ id: gameId }}
                search={{ team: teamId }}
                className={classes.team}
              >
                {name}
              </Link>
              <span className="figures nowrap bright text-12" data-hint={t('challenge.solvers.since')}>
                +{formatElapsed(time - releasedAt)}
              </span>
              <Time at={time} format="short" className="nowrap dimmed text-12" />
            </li>
          );
        })}
      </ol>
      {solvers.length > shown && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setShown(shown + pageSize)}>
          {t('challenge.solvers.more', { count: Math.min(pageSize, solvers.length - shown) })}
        </Button>
      )}
    </>
  );
}

function Curve({ times, from, to }: { times: readonly number[]; from: number; to: number }) {
  const t = useText('challenge');
  const path = solveCurve(times, { from, to: Math.max(to, times.at(-1) ?? to), ...curve });
  return (
    <figure className="below-8">
      <svg
        viewBox={`0 0 ${curve.width} ${curve.height}`}
        preserveAspectRatio="none"
        className={classes.curve}
        role="img"
        aria-label={t('challenge.solvers.curve', { count: times.length })}
      >
        <path d={`${path}V${curve.height}Z`} className={classes.area} />
        <path d={path} className={classes.line} />
      </svg>
      <figcaption className={classes.axis} aria-hidden>
        <Time at={from} format="short" />
        <Time at={Math.max(to, times.at(-1) ?? to)} format="short" />
      </figcaption>
    </figure>
  );
}
