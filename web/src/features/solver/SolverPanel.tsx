import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { TextSkeleton } from '../../ui/skeletons';
import classes from './Solver.module.css';
import { SolverChecks } from './SolverChecks';
import { SolverForm } from './SolverForm';
import { solverQuery } from './solver.queries';

type SolverPanelProps = { gameId: number; challengeId: number };

export function SolverPanel({ gameId, challengeId }: SolverPanelProps) {
  const t = useText('solver');
  const query = useQuery(solverQuery(gameId, challengeId));
  const { data } = query;
  return (
    <Panel id="solver" title={t('solver.title')} dense>
      <div className="stack gap-12">
        <p className={classes.words}>{t('solver.help')}</p>
        {query.isPending && <TextSkeleton lines={4} />}
        {!data && <QueryState query={query} />}
        {data && (
          <>
            <SolverForm key={JSON.stringify(data.solver)} gameId={gameId} challengeId={challengeId} loaded={data} />
            {data.checks.length > 0 && <SolverChecks gameId={gameId} challengeId={challengeId} checks={data.checks} />}
          </>
        )}
      </div>
    </Panel>
  );
}
