import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { RelativeTime } from '../../ui/Time';
import classes from './Cheat.module.css';
import { findingsQuery } from './monitor.queries';

/** Canary flags that were sent; shared flags have cases of their own. */
export function Canaries({ gameId }: { gameId: number }) {
  const t = useText('monitor');
  const { data } = useQuery(findingsQuery(gameId));
  const canaries =
    data?.data.flatMap(({ reason, submission }) => (reason === 'Canary' && submission ? [submission] : [])) ?? [];
  if (canaries.length === 0) return null;
  return (
    <Panel flush title={t('monitor.finding.Canary')} className={classes.cases}>
      <ul className={classes.list}>
        {canaries.map((submission) => (
          <li key={submission.id}>
            <Link
              to="/games/$id/monitor/submissions"
              params={{ id: gameId }}
              search={{ team: submission.teamId, challenge: submission.challengeId }}
              className={classes.caseLink}
            >
              <span className={classes.pair}>
                {submission.team} · {submission.user}
              </span>
              <span className={classes.about}>
                <span className="anywhere">{submission.challenge}</span>
                <RelativeTime at={submission.time} className="push" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
