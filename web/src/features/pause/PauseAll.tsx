import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { GameInfo } from '@vexil/contract/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import { useAsked } from '../../ui/use-asked';
import { useNow } from '../../ui/use-now';
import { PauseDialog } from './PauseDialog';
import { usePauseAll, useResumeAll } from './pause.queries';

/** Of all games at once: resuming as soon as one is paused. */
export function PauseAll({ games }: { games: readonly GameInfo[] }) {
  const t = useText('pause');
  const now = useNow();
  const pause = usePauseAll();
  const resume = useResumeAll();
  const { subject, opened, number, ask, close } = useAsked<'pause' | 'resume'>();
  const done = (ids: readonly number[]) => toastSuccess(t('pause.all.done', { number: ids.length }));
  const isAnyPaused = games.some(({ pausedAt }) => pausedAt !== null);
  const isAnyRunning = games.some((game) => gamePhase(game, now) === 'Running');
  return (
    <>
      {isAnyPaused ? (
        <Button variant="default" leftSection={<IconPlayerPlay />} onClick={() => ask('resume')}>
          {t('pause.all.resume')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlayerPause />}
          disabled={!isAnyRunning}
          title={isAnyRunning ? undefined : t('pause.all.none')}
          onClick={() => ask('pause')}
        >
          {t('pause.all.pause')}
        </Button>
      )}
      {subject === 'pause' && (
        <PauseDialog
          key={number}
          opened={opened}
          onClose={close}
          title={t('pause.all.ask')}
          submitLabel={t('pause.all.pause')}
          onPause={async (body) => done(await pause.mutateAsync(body))}
        />
      )}
      {subject === 'resume' && (
        <ConfirmDialog
          opened={opened}
          onClose={close}
          title={t('pause.all.resumeAsk')}
          confirmLabel={t('pause.all.resume')}
          onConfirm={async () => done(await resume.mutateAsync())}
        >
          {t('pause.all.resumeText')}
        </ConfirmDialog>
      )}
    </>
  );
}
