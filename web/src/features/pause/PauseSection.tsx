import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { GameInfo } from '@vexil/contract/game';
import { openFreeze } from '@vexil/rules/game-freeze.rules';
import { shiftedTime } from '@vexil/rules/pause.rules';
import { gamePhase } from '@vexil/rules/phase.rules';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable, MainCell } from '../../ui/DataTable';
import { formatTime } from '../../ui/format-time';
import { Panel } from '../../ui/Panel';
import { Time } from '../../ui/Time';
import { useAsked } from '../../ui/use-asked';
import { useNow } from '../../ui/use-now';
import { PauseDialog } from './PauseDialog';
import { gameQuery, type Pause, usePause, usePauses, useResume } from './pause.queries';

export function PauseSection({ gameId }: { gameId: number }) {
  const t = useText('pause');
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const { data: pauses = [] } = usePauses(gameId).data ?? {};
  const phase = gamePhase(game, useNow());
  const pause = usePause(gameId);
  const resume = useResume(gameId);
  const { subject, opened, number, ask, close } = useAsked<'pause' | 'resume'>();
  const isPaused = game.pausedAt !== null;
  const actions = isPaused ? (
    <Button leftSection={<IconPlayerPlay />} onClick={() => ask('resume')}>
      {t('pause.resume')}
    </Button>
  ) : (
    <Button
      variant="default"
      leftSection={<IconPlayerPause />}
      disabled={phase !== 'Running'}
      onClick={() => ask('pause')}
    >
      {t('pause.action')}
    </Button>
  );
  return (
    <Panel title={t('pause.title')} actions={actions} className="below-12">
      <State game={game} isRunning={phase === 'Running'} />
      {pauses.length > 0 && <PauseTable pauses={pauses} />}
      {subject === 'pause' && (
        <PauseDialog
          key={number}
          opened={opened}
          onClose={close}
          title={t('pause.ask')}
          submitLabel={t('pause.action')}
          onPause={pause.mutateAsync}
        />
      )}
      {subject === 'resume' && (
        <ConfirmDialog
          opened={opened}
          onClose={close}
          title={t('pause.resumeAsk')}
          confirmLabel={t('pause.resume')}
          onConfirm={() => resume.mutateAsync()}
        >
          <p>{t('pause.moves')}</p>
          <NewTimes game={game} />
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function State({ game, isRunning }: { game: GameInfo; isRunning: boolean }) {
  const t = useText('pause');
  if (game.pausedAt === null) return <p className="dimmed">{t(isRunning ? 'pause.runs' : 'pause.notRunning')}</p>;
  return (
    <p>
      <strong>{t('pause.isPaused', { time: formatTime(game.pausedAt, 'moment') })}</strong>
    </p>
  );
}

/** What a resume at this moment would move. */
function NewTimes({ game }: { game: GameInfo }) {
  const t = useText('pause');
  const now = useNow();
  const { pausedAt, end, writeupDeadline, writeupRequired } = game;
  const freeze = openFreeze(game);
  const times = [
    { label: t('pause.end'), at: end },
    ...(freeze === null ? [] : [{ label: t('pause.freeze'), at: freeze }]),
    ...(writeupRequired ? [{ label: t('pause.writeups'), at: writeupDeadline }] : []),
  ].filter(({ at }) => pausedAt !== null && at > pausedAt);
  return (
    <ul className="above-12">
      {times.map(({ label, at }) => (
        <li key={label}>
          {label}: <Time at={at} format="short" /> →{' '}
          <Time at={shiftedTime(at, { pausedAt: pausedAt ?? now, resumedAt: now })} format="short" withZone />
        </li>
      ))}
    </ul>
  );
}

function PauseTable({ pauses }: { pauses: readonly Pause[] }) {
  const t = useText('pause');
  return (
    <DataTable label={t('pause.title')} head={[t('pause.reason'), t('pause.from'), t('pause.until'), t('pause.by')]}>
      {pauses.map(({ id, reason, hideStatements, pausedAt, resumedAt, userName, resumedBy }) => (
        <tr key={id}>
          <td data-wide>
            <MainCell name={reason} detail={hideStatements && resumedAt === null ? t('pause.hidden') : null} />
          </td>
          <td data-narrow data-label={t('pause.from')}>
            <Time at={pausedAt} format="short" />
          </td>
          <td data-narrow data-label={t('pause.until')}>
            {resumedAt === null ? t('pause.lasts') : <Time at={resumedAt} format="short" />}
          </td>
          <td data-label={t('pause.by')}>
            {[userName ?? t('pause.program'), ...(resumedAt === null ? [] : [resumedBy ?? t('pause.program')])].join(
              ' – ',
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
