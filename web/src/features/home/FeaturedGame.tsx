import { IconArrowRight } from '@tabler/icons-react';
import type { BasicGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { LinkButton } from '../../ui/links';
import { PhaseChip } from '../../ui/PhaseChip';
import { Time } from '../../ui/Time';
import { useNow } from '../../ui/use-now';
import classes from './FeaturedGame.module.css';
import { listedPhase } from './listed-phase';

type FeaturedGameProps = { game: BasicGame; team: string | undefined; onPhaseChange: () => void };

export function FeaturedGame({ game, team, onPhaseChange }: FeaturedGameProps) {
  const t = useText('home');
  const { phase, until } = listedPhase(game, useNow());
  return (
    <article className={classes.lead} data-phase={phase}>
      {game.poster && <img src={game.poster} alt="" className={classes.poster} />}
      <div className={classes.words}>
        <div className={classes.chips}>
          <PhaseChip phase={phase} />
          {team && <span className={classes.team}>{t('home.myTeam', { team })}</span>}
        </div>
        <h2 className={classes.title}>{game.title}</h2>
        {game.summary && <p className={classes.summary}>{game.summary}</p>}
        <p className={classes.facts}>
          <Time at={game.start} format="short" /> – <Time at={game.end} format="short" withZone />
          <span>
            {game.limit === 0
              ? t('home.anySize')
              : game.limit === 1
                ? t('home.individual')
                : t('home.teamOf', { count: game.limit })}
          </span>
        </p>
      </div>
      <div className={classes.side}>
        {until !== undefined && (
          <p className={classes.clock}>
            <span>{t(phase === 'Upcoming' ? 'home.startsIn' : 'home.endsIn')}</span>
            <Countdown until={until} onZero={onPhaseChange} className={classes.figures} />
          </p>
        )}
        <LinkButton
          to={`/games/${game.id}` as '/'}
          size="md"
          variant={phase === 'Ended' ? 'default' : 'filled'}
          rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
        >
          {t(phase === 'Running' ? 'home.enter' : 'home.view')}
        </LinkButton>
      </div>
    </article>
  );
}
