import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { formatNumber } from '../../ui/format-number';
import { QueryState } from '../../ui/QueryState';
import { TextSkeleton } from '../../ui/skeletons';
import { RelativeTime } from '../../ui/Time';
import classes from './Solver.module.css';
import { outputQuery, type SolverCheck } from './solver.queries';

type ChecksProps = { gameId: number; challengeId: number; checks: readonly SolverCheck[] };

export function SolverChecks({ gameId, challengeId, checks }: ChecksProps) {
  const t = useText('solver');
  const [shown, setShown] = useState<number | null>(null);
  return (
    <section aria-label={t('solver.checks')}>
      <h3 className="below-8 text-13">{t('solver.checks')}</h3>
      <ul className="grid frame">
        {checks.map((check) => (
          <li key={check.id} className={classes.check}>
            <div className="row wrap gap-4-12">
              <span
                className={classes.state}
                data-result={check.result}
                role={check.result === 'running' ? 'status' : undefined}
              >
                {t(`solver.result.${check.result}`)}
              </span>
              <span className={classes.facts}>
                <RelativeTime at={check.endedAt ?? check.requestedAt} />
                <Took check={check} />
                {check.exitCode !== null && <span>{t('solver.exitCode', { code: check.exitCode })}</span>}
                <span>{check.userName ?? t('solver.scheduled')}</span>
              </span>
              {check.exitCode !== null || check.result === 'timedOut' ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-expanded={shown === check.id}
                  onClick={() => setShown(shown === check.id ? null : check.id)}
                >
                  {t('solver.output')}
                </Button>
              ) : null}
            </div>
            {check.reason && <p className={classes.words}>{check.reason}</p>}
            {shown === check.id && <Output gameId={gameId} challengeId={challengeId} checkId={check.id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Took({ check: { startedAt, endedAt } }: { check: SolverCheck }) {
  const t = useText('solver');
  if (startedAt === null || endedAt === null) return null;
  return <span className="figures">{t('solver.took', { seconds: formatNumber((endedAt - startedAt) / 1000) })}</span>;
}

function Output({ gameId, challengeId, checkId }: { gameId: number; challengeId: number; checkId: number }) {
  const t = useText('solver');
  const query = useQuery(outputQuery(gameId, challengeId, checkId));
  return (
    <>
      <p className={classes.words}>{t('solver.outputHelp')}</p>
      <QueryState query={query} pending={<TextSkeleton lines={3} />} />
      {query.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached with the keyboard
        <pre className={`${classes.outputText} mono`} tabIndex={0}>
          {query.data.text || t('solver.noOutput')}
        </pre>
      )}
    </>
  );
}
