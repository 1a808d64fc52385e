import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DetailedGame } from '@vexil/contract/game';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import type { ReactNode } from 'react';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import classes from './Requirements.module.css';

type RequirementsProps = { game: DetailedGame; signedIn: boolean };

/** What the reader has and what is missing to take part; nothing once a team is accepted. */
export default function Requirements({ game, signedIn }: RequirementsProps) {
  const t = useText('game');
  const requested = game.status !== 'Unsubmitted';
  const teams = useQuery({ ...routeQuery(teamEndpoints.list), enabled: signedIn && !requested && !game.individual });
  const hasTeam = requested || (teams.data?.length ?? 0) > 0;
  const review = (game.divisions.length > 0 ? game.divisions : [game]).map(({ reviewRequired }) => reviewRequired);
  const code = game.inviteCodeRequired || game.divisions.some(({ inviteCodeRequired }) => inviteCodeRequired);
  return (
    <section aria-labelledby="needs">
      <h2 id="needs" className="below-8 text-13 semibold">
        {t('game.needs.title')}
      </h2>
      <ul className={classes.list}>
        <Need done={signedIn}>
          {signedIn ? t('game.needs.account') : <Link to="/account/register">{t('game.needs.account')}</Link>}
        </Need>
        {!game.individual && (
          <Need done={hasTeam}>
            {t('game.needs.team')}
            {game.limit > 0 && <small>{t('game.needs.teamLimit', { count: game.limit })}</small>}
          </Need>
        )}
        {code && (
          <Need done={requested}>
            {t('game.needs.code')}
            <small>{t(game.inviteCodeRequired ? 'game.needs.codeText' : 'game.needs.codeDivisions')}</small>
          </Need>
        )}
        <Need done={requested}>{t('game.needs.join')}</Need>
        {review.includes(true) && (
          <Need done={false}>
            {t('game.needs.accepted')}
            {review.includes(false) && <small>{t('game.needs.acceptedDivisions')}</small>}
          </Need>
        )}
      </ul>
    </section>
  );
}

function Need({ done, children }: { done: boolean; children: ReactNode }) {
  const t = useText('game');
  const Icon = done ? IconCircleCheck : IconCircle;
  return (
    <li data-done={done || undefined}>
      <Icon />
      <span>
        <span className="visually-hidden">{t(done ? 'game.needs.done' : 'game.needs.missing')} </span>
        {children}
      </span>
    </li>
  );
}
