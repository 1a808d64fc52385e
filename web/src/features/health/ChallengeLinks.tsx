import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { RelativeTime } from '../../ui/Time';
import type { Finding } from './findings';
import classes from './Health.module.css';

type Challenges = Extract<Finding, { challenges: unknown }>;

/** Each challenge with its figures, linked to where one sees why. */
export function ChallengeLinks({ gameId, finding }: { gameId: number; finding: Challenges }) {
  const t = useText('health');
  const params = (chalId: number) => ({ id: gameId, chalId });
  switch (finding.kind) {
    case 'wrongFlags':
      return (
        <Chips>
          {finding.challenges.map(({ id, title, wrong, usual }) => (
            <Link
              key={id}
              className={classes.chip}
              to="/games/$id/monitor/submissions"
              params={{ id: gameId }}
              search={{ challenge: id, type: 'WrongAnswer' }}
            >
              {title} <small>{t('health.wrongFlagsOf', { wrong, usual })}</small>
            </Link>
          ))}
        </Chips>
      );
    case 'runningOut':
      return (
        <Chips>
          {finding.challenges.map(({ id, title, left, teams }) => (
            <Link key={id} className={classes.chip} to="/admin/games/$id/challenges/$chalId/flags" params={params(id)}>
              {title} <small>{t('health.runningOutOf', { left, teams })}</small>
            </Link>
          ))}
        </Chips>
      );
    case 'failedStarts':
      return (
        <Chips>
          {finding.challenges.map(({ id, title, failed, starts }) => (
            <EditorLink key={id} {...params(id)} hash="container">
              {title} <small>{t('health.failedStartsOf', { failed, starts })}</small>
            </EditorLink>
          ))}
        </Chips>
      );
    case 'selfEnds':
      return (
        <Chips>
          {finding.challenges.map(({ id, title, ended, outOfMemory }) => (
            <EditorLink key={id} {...params(id)} hash="container">
              {title} <small>{outOfMemory > 0 ? t('health.selfEndsMemory', { ended, outOfMemory }) : ended}</small>
            </EditorLink>
          ))}
        </Chips>
      );
    case 'failedChecks':
      return (
        <Chips>
          {finding.challenges.map(({ id, title, since }) => (
            <EditorLink key={id} {...params(id)} hash="solver">
              {title}{' '}
              <small>
                <RelativeTime at={since} />
              </small>
            </EditorLink>
          ))}
        </Chips>
      );
    case 'unsolved':
      return (
        <Chips>
          {finding.challenges.map(({ id, title, teams }) => (
            <EditorLink key={id} {...params(id)}>
              {title} <small>{t('health.unsolvedOf', { teams })}</small>
            </EditorLink>
          ))}
        </Chips>
      );
    default:
      return (
        <Chips>
          {finding.challenges.map(({ id, title }) => (
            <EditorLink key={id} {...params(id)}>
              {title}
            </EditorLink>
          ))}
        </Chips>
      );
  }
}

const Chips = ({ children }: { children: ReactNode }) => <span className={classes.chips}>{children}</span>;

type EditorLinkProps = { id: number; chalId: number; hash?: string; children: ReactNode };

const EditorLink = ({ id, chalId, hash, children }: EditorLinkProps) => (
  <Link className={classes.chip} to="/admin/games/$id/challenges/$chalId" params={{ id, chalId }} hash={hash}>
    {children}
  </Link>
);
