import { Button, NativeSelect, NumberInput } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRestore,
} from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { LinkButton } from '../../ui/links';
import classes from './RevealPage.module.css';

type RevealControlsProps = {
  game: { id: number };
  teams: number;
  begun: boolean;
  done: boolean;
  playing: boolean;
  seconds: number;
  lastTeams: number;
  onNext: () => void;
  onBack: () => void;
  onRestart: () => void;
  onPlaying: (playing: boolean) => void;
  onSeconds: (seconds: number) => void;
  onLastTeams: (count: number) => void;
};

const speeds = [0.5, 1, 2, 4, 8];

export function RevealControls(props: RevealControlsProps) {
  const { game, teams, begun, done, playing, seconds, lastTeams, onPlaying } = props;
  const t = useText('presenter');
  return (
    <footer className="row wrap gap-8 text-13">
      <Button disabled={done} leftSection={<IconPlayerSkipForward aria-hidden />} onClick={props.onNext}>
        {t('presenter.reveal.next')}
      </Button>
      <Button
        variant="default"
        disabled={!begun}
        leftSection={<IconPlayerSkipBack aria-hidden />}
        onClick={props.onBack}
      >
        {t('presenter.reveal.back')}
      </Button>
      <Button
        variant="default"
        disabled={done}
        aria-pressed={playing}
        leftSection={playing ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
        onClick={() => onPlaying(!playing)}
      >
        {t('presenter.reveal.play')}
      </Button>
      <NativeSelect
        aria-label={t('presenter.reveal.speed')}
        data={speeds.map((each) => ({ value: String(each), label: t('presenter.reveal.seconds', { count: each }) }))}
        value={String(seconds)}
        onChange={(event) => props.onSeconds(Number(event.currentTarget.value))}
      />
      <div className={classes.order}>
        <span aria-hidden>{t('presenter.reveal.lastTeams')}</span>
        <NumberInput
          aria-label={t('presenter.reveal.lastTeams')}
          min={0}
          max={teams}
          clampBehavior="strict"
          allowDecimal={false}
          value={lastTeams}
          onChange={(value) => props.onLastTeams(Number(value) || 0)}
        />
      </div>
      <Button
        variant="subtle"
        disabled={!begun}
        leftSection={<IconRestore aria-hidden />}
        onClick={() => {
          onPlaying(false);
          props.onRestart();
        }}
      >
        {t('presenter.reveal.restart')}
      </Button>
      <LinkButton variant="subtle" to={done ? '/admin/games/$id' : '/games/$id/scoreboard'} params={{ id: game.id }}>
        {t(done ? 'presenter.reveal.publish' : 'presenter.leave')}
      </LinkButton>
    </footer>
  );
}
