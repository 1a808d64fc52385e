import { Button, NativeSelect } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRestore,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { LinkButton } from '../../ui/links';

type RevealControlsProps = {
  gameId: number;
  begun: boolean;
  done: boolean;
  playing: boolean;
  seconds: number;
  /** What is left to do once everything is open. */
  publish: ReactNode;
  onNext: () => void;
  onBack: () => void;
  onRestart: () => void;
  onPlaying: (playing: boolean) => void;
  onSeconds: (seconds: number) => void;
};

const speeds = [0.5, 1, 2, 4, 8];

/** Only what can be done at this step. */
export function RevealControls(props: RevealControlsProps) {
  const { begun, done, playing, seconds, onPlaying } = props;
  const t = useText('presenter');
  return (
    <footer className="row wrap gap-8 text-13">
      {done && props.publish}
      {!done && (
        <Button leftSection={<IconPlayerSkipForward />} onClick={props.onNext}>
          {t(begun ? 'presenter.reveal.next' : 'presenter.reveal.begin')}
        </Button>
      )}
      {begun && (
        <Button variant="default" leftSection={<IconPlayerSkipBack />} onClick={props.onBack}>
          {t('presenter.reveal.back')}
        </Button>
      )}
      {!done && (
        <>
          <Button
            variant="default"
            aria-pressed={playing}
            leftSection={playing ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
            onClick={() => onPlaying(!playing)}
          >
            {t('presenter.reveal.play')}
          </Button>
          <NativeSelect
            aria-label={t('presenter.reveal.speed')}
            data={speeds.map((each) => ({
              value: String(each),
              label: t('presenter.reveal.seconds', { count: each }),
            }))}
            value={String(seconds)}
            onChange={(event) => props.onSeconds(Number(event.currentTarget.value))}
          />
        </>
      )}
      {begun && (
        <Button variant="subtle" leftSection={<IconRestore />} onClick={props.onRestart}>
          {t('presenter.reveal.restart')}
        </Button>
      )}
      <LinkButton variant="subtle" to="/games/$id/scoreboard" params={{ id: props.gameId }}>
        {t('presenter.leave')}
      </LinkButton>
    </footer>
  );
}
