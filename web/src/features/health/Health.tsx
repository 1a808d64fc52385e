import { IconActivityHeartbeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GameInfo } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { FailedQuery } from '../../ui/FailedQuery';
import { StatusItem, StatusList } from '../../ui/StatusList';
import { StatusMenu } from '../../ui/StatusMenu';
import { RelativeTime } from '../../ui/Time';
import { ChallengeLinks } from './ChallengeLinks';
import { FindingLink } from './FindingLink';
import { type Finding, findingsOf } from './findings';
import classes from './Health.module.css';
import { healthQuery } from './health.queries';

/** What needs attention in a game that has started. */
export function Health({ game }: { game: GameInfo }) {
  const t = useText('health');
  const query = useQuery(healthQuery(game.id));
  if (!query.data) return <FailedQuery query={query} />;
  const findings = findingsOf(query.data, game.hidden && Date.now() < game.end);
  const [first] = findings;
  const grave = findings.some((each) => each.grave);
  return (
    <StatusMenu
      label={t('health.title')}
      icon={
        <IconActivityHeartbeat
          className={classes.beat}
          data-state={grave ? 'grave' : first ? 'odd' : 'fine'}
          aria-hidden
        />
      }
      count={first ? t('health.count', { number: findings.length }) : t('health.fine')}
      first={first && <FindingText finding={first} />}
    >
      {first && (
        <StatusList>
          {findings.map((finding) => (
            <StatusItem
              key={finding.kind}
              tone={finding.grave ? 'missing' : 'advice'}
              spoken={t(finding.grave ? 'health.grave' : 'health.odd')}
              sign="M8 3v6m0 3.2v.3"
              tools={
                <>
                  {'since' in finding && finding.since !== null && (
                    <RelativeTime at={finding.since} className="rigid dimmed text-13" />
                  )}
                  <FindingLink gameId={game.id} kind={finding.kind} />
                </>
              }
            >
              <FindingText finding={finding} />
              {'challenges' in finding && <ChallengeLinks gameId={game.id} finding={finding} />}
            </StatusItem>
          ))}
        </StatusList>
      )}
    </StatusMenu>
  );
}

function FindingText({ finding }: { finding: Finding }) {
  const t = useText('health');
  return 'count' in finding ? t(`health.${finding.kind}`, { number: finding.count }) : t(`health.${finding.kind}`);
}
