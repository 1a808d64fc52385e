import { useText } from '../i18n/use-text';
import { Countdown } from './Countdown';
import classes from './PhaseChip.module.css';
import { StoppedClock } from './stopped-clock';

type Phase = 'Upcoming' | 'Running' | 'Practice' | 'Ended';

export type PhaseChipProps = {
  phase: Phase;
  /** The next turn (Unix milliseconds): the start of what is upcoming, the end of what runs. */
  until?: number;
  onZero?: () => void;
  /** Since when a running game is paused. */
  pausedAt?: number | null;
};

/** A game's phase as shape and word, with the time to its next turn. */
export function PhaseChip({ phase: unpaused, until, onZero, pausedAt = null }: PhaseChipProps) {
  const t = useText();
  const phase = pausedAt !== null && unpaused === 'Running' ? 'Paused' : unpaused;
  return (
    <span className={`${classes.chip} ${classes[phase]}`}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden className={classes.shape}>
        {phase === 'Upcoming' && <circle cx="5" cy="5" r="3.75" className={classes.ring} />}
        {phase === 'Running' && <circle cx="5" cy="5" r="4" />}
        {phase === 'Practice' && <path d="M5 .75 9.25 5 5 9.25.75 5z" />}
        {phase === 'Paused' && <path d="M1.5 1h2.5v8H1.5zM6 1h2.5v8H6z" />}
        {phase === 'Ended' && <rect x="1.25" y="1.25" width="7.5" height="7.5" rx="1" />}
      </svg>
      {t(`ui.phase.${phase}`)}
      {until !== undefined && (
        <StoppedClock value={pausedAt}>
          <Countdown until={until} onZero={onZero} />
        </StoppedClock>
      )}
    </span>
  );
}
