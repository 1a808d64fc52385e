import type { Scoreboard, ScoreboardChallenge } from '@vexil/contract/scoreboard';
import { lazy, useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { BloodMark, type BloodRank } from '../../ui/BloodMark';
import { Disclosure } from './Disclosure';
import classes from './Solves.module.css';
import { solversOf } from './solvers';

const SolverList = lazy(() => import('./SolverList'));

type SolvesProps = {
  gameId: number;
  challenge: ScoreboardChallenge;
  board: Scoreboard;
  ownTeamId: number;
  releasedAt: number;
  end: number;
};

export function Solves({ gameId, challenge, board, ownTeamId, releasedAt, end }: SolvesProps) {
  const t = useText('challenge');
  const { items } = board;
  const solvers = useMemo(() => solversOf({ items }, challenge.id), [items, challenge.id]);
  const bloods = challenge.bloods.map((blood, index) => (
    <span key={blood.id} className={classes.blood}>
      <BloodMark rank={(index + 1) as BloodRank} size={16} />
      <span className={classes.name}>{blood.name}</span>
    </span>
  ));
  const count =
    solvers.length === 0 ? t('challenge.solvers.none') : t('challenge.list.solves', { count: solvers.length });
  return (
    <Disclosure
      title={t('challenge.solvers.title')}
      note={bloods.length > 0 ? <span className="flex gap-10 shrinks">{bloods}</span> : count}
    >
      <SolverList
        gameId={gameId}
        ownTeamId={ownTeamId}
        solvers={solvers}
        bloods={challenge.bloods}
        releasedAt={releasedAt}
        end={end}
      />
    </Disclosure>
  );
}
