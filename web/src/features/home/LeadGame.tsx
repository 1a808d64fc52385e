import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BasicGame, OwnGame } from '@vexil/contract/game';
import type { Role } from '@vexil/db/enums/account';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { Cover } from '../../ui/Cover';
import { PhaseChip } from '../../ui/PhaseChip';
import { StoppedClock } from '../../ui/stopped-clock';
import { TimeRange } from '../../ui/Time';
import { useNow } from '../../ui/use-now';
import { isOwn, type Own } from './home.queries';
import classes from './LeadGame.module.css';
import { listedPhase } from './listed-phase';
import { NextStep } from './NextStep';
import { nextStep } from './next-step';

type LeadGameProps = {
  game: BasicGame;
  /** undefined for visitors. */
  role: Role | undefined;
  /** undefined while it is not known. */
  own: Own | undefined;
  onPhaseChange: () => void;
};

/** The game that matters most now: its whole poster, its clock, where the reader stands, and what to do next. */
export function LeadGame({ game, role, own, onPhaseChange }: LeadGameProps) {
  const t = useText('home');
  const now = useNow();
  const { phase, until } = listedPhase(game, now);
  const step = nextStep({ phase, role, own, now });
  const mine = own?.game;
  const link = { to: '/games/$id', params: { id: game.id } } as const;
  return (
    <article className={classes.lead} data-phase={phase}>
      <Link {...link} className={classes.poster} tabIndex={-1} aria-hidden>
        <Cover title={game.title} poster={game.poster} eager />
      </Link>
      <div className={classes.words}>
        <div className="row wrap gap-8-12">
          <PhaseChip phase={phase} pausedAt={game.pausedAt} />
          {isOwn(mine) && <span className={classes.team}>{t('home.myTeam', { team: mine.teamName })}</span>}
        </div>
        <h2 className={classes.title}>
          <Link {...link} className={classes.link}>
            {game.title}
          </Link>
        </h2>
        {game.summary && <p className={classes.summary}>{game.summary}</p>}
        <p className={classes.facts}>
          <span>
            <TimeRange from={game.start} to={game.end} format="short" withZone />
          </span>
          <span>{teamSize(game.limit, t)}</span>
        </p>
        <div className={classes.state}>
          {until !== undefined && (
            <p className={classes.figure}>
              <span>{t(phase === 'Upcoming' ? 'home.startsIn' : 'home.endsIn')}</span>
              <StoppedClock value={game.pausedAt}>
                <Countdown until={until} onZero={onPhaseChange} className={classes.large} />
              </StoppedClock>
            </p>
          )}
          {mine?.place && phase === 'Running' && <OwnPlace place={mine.place} />}
        </div>
      </div>
      <div className={classes.step}>
        {step ? (
          <NextStep step={step} gameId={game.id} game={mine} />
        ) : (
          <Skeleton height={66} radius="md" aria-hidden />
        )}
      </div>
    </article>
  );
}

function teamSize(limit: number, t: ReturnType<typeof useText<'home'>>): string {
  if (limit === 0) return t('home.anySize');
  return limit === 1 ? t('home.individual') : t('home.teamOf', { count: limit });
}

function OwnPlace({ place }: { place: NonNullable<OwnGame['place']> }) {
  const t = useText('home');
  const { rank, score, solvedCount, challengeCount } = place;
  return (
    <>
      <p className={classes.figure}>
        <span>{t('home.rank')}</span>
        <span className={`figures ${classes.large} ${classes.rank}`}>{rank > 0 ? `#${rank}` : '–'}</span>
      </p>
      <p className={classes.figure}>
        <span>{t('home.points')}</span>
        <span className={`figures ${classes.large}`}>{score}</span>
      </p>
      <p className={classes.figure}>
        <span>{t('home.solved')}</span>
        <span className={`figures ${classes.large}`}>
          {t('home.solvedOf', { solved: solvedCount, all: challengeCount })}
        </span>
      </p>
    </>
  );
}
