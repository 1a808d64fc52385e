import { Collapse, UnstyledButton } from '@mantine/core';
import { IconActivityHeartbeat, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GameInfo } from '@vexil/contract/game';
import { useId, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailedQuery } from '../../ui/FailedQuery';
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
  const [opened, setOpened] = useState(false);
  const listId = useId();
  if (!query.data) return <FailedQuery query={query} />;
  const findings = findingsOf(query.data, game.hidden && Date.now() < game.end);
  const [first] = findings;
  const grave = findings.some((each) => each.grave);
  return (
    <section className={classes.box} aria-label={t('health.title')}>
      <UnstyledButton
        className={classes.summary}
        onClick={() => setOpened(!opened)}
        aria-expanded={opened}
        aria-controls={listId}
        disabled={!first}
      >
        <IconActivityHeartbeat
          size={20}
          stroke={1.75}
          className={classes.beat}
          data-state={grave ? 'grave' : first ? 'odd' : 'fine'}
          aria-hidden
        />
        <strong>{t('health.title')}</strong>
        <span className={`${classes.count} figures`}>
          {first ? t('health.count', { number: findings.length }) : t('health.fine')}
        </span>
        <span className={classes.next}>{first && !opened && <FindingText finding={first} />}</span>
        {first && (
          <IconChevronDown
            size={18}
            stroke={1.75}
            className={classes.arrow}
            data-opened={opened || undefined}
            aria-hidden
          />
        )}
      </UnstyledButton>
      <Collapse expanded={opened && first !== undefined} id={listId}>
        <ul className={classes.list}>
          {findings.map((finding) => (
            <li key={finding.kind} className={classes.item} data-grave={finding.grave || undefined}>
              <Mark />
              <span className={classes.words}>
                <span className="visually-hidden">{t(finding.grave ? 'health.grave' : 'health.odd')}: </span>
                <FindingText finding={finding} />
                {'challenges' in finding && <ChallengeLinks gameId={game.id} finding={finding} />}
              </span>
              {'since' in finding && finding.since !== null && (
                <RelativeTime at={finding.since} className={classes.since} />
              )}
              <FindingLink gameId={game.id} kind={finding.kind} />
            </li>
          ))}
        </ul>
      </Collapse>
    </section>
  );
}

function FindingText({ finding }: { finding: Finding }) {
  const t = useText('health');
  return 'count' in finding ? t(`health.${finding.kind}`, { number: finding.count }) : t(`health.${finding.kind}`);
}

const Mark = () => (
  <svg viewBox="0 0 16 16" width="16" height="16" className={classes.mark} aria-hidden>
    <path d="M8 3v6m0 3.2v.3" />
  </svg>
);
