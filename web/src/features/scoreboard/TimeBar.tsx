import { ActionIcon, Button, Loader, Slider } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconHistory, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { formatTime, zoneName } from '../../ui/format-time';
import { nextSolveTime, sliderStep, solveTimesOf } from './solve-times';
import classes from './TimeBar.module.css';

type TimeBarProps = {
  /** The displayed time in Unix milliseconds. */
  at: number;
  start: number;
  /** The time of the newest scoreboard. */
  latest: number;
  /** The newest scoreboard; its solve times are the slider's steps. */
  board: Scoreboard;
  loading: boolean;
  failed: string | undefined;
  onRetry: () => void;
  /** Undefined returns to the newest scoreboard. */
  onChange: (at: number | undefined) => void;
};

/** Minimum interval between requests while the slider moves. */
const settleMs = 150;

export function TimeBar({ at, start, latest, board, loading, failed, onRetry, onChange }: TimeBarProps) {
  const t = useText('scoreboard');
  const [dragged, setDragged] = useState<number>();
  const shown = Math.min(Math.max(dragged ?? at, start), latest);
  const moments = solveTimesOf(board);
  const earlier = nextSolveTime(moments, at, 'back');
  const later = nextSolveTime(moments, at, 'forward');

  const commit = useDebouncedCallback((next: number) => {
    setDragged(undefined);
    onChange(next >= latest ? undefined : next);
  }, settleMs);
  const nameOf = (time: number) => `${formatTime(time, 'exact')} ${zoneName(time)}`;
  const step = (name: string, icon: React.ReactNode, target: number | undefined) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={name}
      data-hint={name}
      disabled={target === undefined}
      onClick={() => onChange(target)}
    >
      {icon}
    </ActionIcon>
  );

  return (
    <section className={classes.bar} aria-label={t('scoreboard.past.title')} aria-busy={loading}>
      <p className={classes.words} role="status">
        <IconHistory />
        <span>
          {t('scoreboard.past.standings')} <strong className="figures">{nameOf(shown)}</strong>
        </span>
        {loading && <Loader size={14} aria-hidden />}
      </p>
      <div className={classes.controls}>
        {step(t('scoreboard.past.earlier'), <IconPlayerTrackPrev />, earlier)}
        <Slider
          className="grow"
          min={start}
          max={Math.max(latest, start + 1)}
          step={sliderStep(latest - start)}
          value={shown}
          label={nameOf}
          thumbLabel={t('scoreboard.past.time')}
          thumbProps={{ 'aria-valuetext': nameOf(shown) }}
          onChange={setDragged}
          onChangeEnd={commit}
        />
        {step(t('scoreboard.past.later'), <IconPlayerTrackNext />, later)}
      </div>
      <Button variant="default" onClick={() => onChange(undefined)}>
        {t('scoreboard.past.now')}
      </Button>
      {failed !== undefined && (
        <p className={classes.failed} role="alert">
          {t('scoreboard.past.failed')} {failed}{' '}
          <Button variant="subtle" size="compact-sm" onClick={onRetry}>
            {t('scoreboard.past.retry')}
          </Button>
        </p>
      )}
    </section>
  );
}
