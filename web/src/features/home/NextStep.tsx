import { IconArrowRight } from '@tabler/icons-react';
import type { OwnGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { LinkButton } from '../../ui/links';
import classes from './NextStep.module.css';
import type { Step } from './next-step';

type NextStepProps = { step: Step; gameId: number; game: OwnGame | undefined };

const icon = <IconArrowRight />;

/** One sentence about where the reader stands, and the button that leads on. */
export function NextStep({ step, gameId, game }: NextStepProps) {
  const t = useText('home');
  return (
    <div className={classes.step} data-step={step}>
      <p className={classes.words}>
        <span className="block dimmed text-12">{t('home.step.label')}</span>
        {t(`home.step.${step}.text`, { team: game?.teamName ?? '' })}
        {step === 'writeup' && game?.writeupDeadline && (
          <Countdown until={game.writeupDeadline} className={classes.left} />
        )}
      </p>
      <div className={classes.buttons}>
        <StepButton step={step} gameId={gameId} seesBoard={game?.boardVisible !== false} />
      </div>
    </div>
  );
}

function StepButton({ step, gameId, seesBoard }: { step: Step; gameId: number; seesBoard: boolean }) {
  const t = useText('home');
  const label = t(`home.step.${step}.button`);
  const params = { id: gameId };
  if (step === 'register') {
    return (
      <>
        <LinkButton to="/account/register" rightSection={icon}>
          {label}
        </LinkButton>
        <LinkButton to="/games/$id" params={params} variant="default">
          {t('home.view')}
        </LinkButton>
      </>
    );
  }
  if (step === 'play' || step === 'practice') {
    return (
      <>
        <LinkButton to="/games/$id/challenges" params={params} rightSection={icon}>
          {label}
        </LinkButton>
        {seesBoard && (
          <LinkButton to="/games/$id/scoreboard" params={params} variant="default">
            {t('home.scoreboard')}
          </LinkButton>
        )}
      </>
    );
  }
  if (step === 'edit' || step === 'watch') {
    const isEdit = step === 'edit';
    return (
      <>
        {isEdit && (
          <LinkButton to="/admin/games/$id" params={params} rightSection={icon}>
            {label}
          </LinkButton>
        )}
        <LinkButton to="/games/$id/monitor" params={params} variant={isEdit ? 'default' : 'filled'}>
          {t('home.step.watch.button')}
        </LinkButton>
      </>
    );
  }
  if (step === 'results') return <ResultsButton gameId={gameId} seesBoard={seesBoard} />;
  const isAction = step === 'join' || step === 'writeup';
  return (
    <LinkButton to="/games/$id" params={params} rightSection={icon} variant={isAction ? 'filled' : 'default'}>
      {label}
    </LinkButton>
  );
}

function ResultsButton({ gameId, seesBoard }: { gameId: number; seesBoard: boolean }) {
  const t = useText('home');
  return (
    <LinkButton
      to={seesBoard ? '/games/$id/scoreboard' : '/games/$id'}
      params={{ id: gameId }}
      rightSection={icon}
      variant="default"
    >
      {t(seesBoard ? 'home.step.results.button' : 'home.view')}
    </LinkButton>
  );
}
