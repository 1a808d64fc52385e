import { Alert, Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventImport } from '@vexil/contract/package';
import { useEffect, useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useInvalidate } from '../../api/use-invalidate';
import { useUploadLimit } from '../../api/use-upload-limit';
import { useText } from '../../i18n/use-text';
import { UnreadableZip } from '../../ui/chosen-folder';
import { FailureAlert } from '../../ui/FailureAlert';
import { FileDrop } from '../../ui/FileDrop';
import { Fold } from '../../ui/Fold';
import { Remarks } from '../../ui/Remarks';
import { gamesQuery } from './game-edit.queries';
import { eventQuery, isGone, useReadEvent, useStartEvent } from './game-tools.queries';

/** The event is sent twice, to be checked and to be imported: servers share no files but those of games. */
export function ImportEvent() {
  const t = useText('game-tools');
  const tCode = useText('code');
  const sizeBytesMax = useUploadLimit('packageBytesMax');
  const [progress, setProgress] = useState(0);
  const reading = useReadEvent();
  const starting = useStartEvent(setProgress);
  const { data: report, error } = useQuery(eventQuery(starting.data?.id));
  const read = reading.data;
  const send = (file: File | null | undefined, mode: 'check' | 'import') => {
    setProgress(0);
    if (file) starting.mutate({ file, mode });
  };
  const choose = (chosen: File | undefined) => {
    starting.reset();
    if (chosen) reading.mutate(chosen, { onSuccess: ({ file }) => send(file, 'check') });
  };
  const state = reading.isPending || starting.isPending ? undefined : report?.state;
  const invalidateGames = useInvalidate(gamesQuery().queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the game is there
  useEffect(() => {
    if (state === 'Imported') void invalidateGames();
  }, [state]);
  const failure = reading.error ?? starting.error ?? error;
  const isBusy = state === 'Reading' || state === 'Storing';
  return (
    <div className="grid gap-12">
      <p className="dimmed">{t('game-tools.event.help')}</p>
      {!isBusy && state !== 'Imported' && (
        <FileDrop
          accept="application/zip,.zip"
          sizeBytesMax={sizeBytesMax}
          onFiles={([chosen]) => choose(chosen)}
          progress={starting.isPending ? progress : undefined}
        />
      )}
      {reading.isPending && <div role="status">{t('game-tools.event.reading')}</div>}
      <FailureAlert>
        {failure instanceof UnreadableZip
          ? tCode(`code.${failure.reason}`, { name: reading.variables?.name ?? '' })
          : failure && (isGone(failure) ? t('game-tools.event.gone') : describeError(failure))}
      </FailureAlert>
      {read && !read.file && <Found {...read} />}
      {read?.file && report && state && (
        <Report
          report={{ ...report, losses: [...read.losses, ...report.losses] }}
          onImport={() => send(read.file, 'import')}
        />
      )}
    </div>
  );
}

function Found({ problems, losses }: Pick<EventImport, 'problems' | 'losses'>) {
  const tCode = useText('code');
  return (
    <>
      {problems.length > 0 && (
        <Alert color="red" role="alert" title={tCode('code.problems', { count: problems.length })}>
          <Remarks remarks={problems} />
        </Alert>
      )}
      {losses.length > 0 && (
        <Fold title={tCode('code.losses', { count: losses.length })} wanted={problems.length === 0}>
          <Remarks remarks={losses} />
        </Fold>
      )}
    </>
  );
}

function Report({ report, onImport }: { report: EventImport; onImport: () => void }) {
  const t = useText('game-tools');
  const { state, title, done, total, gameId, problems, losses, ...counts } = report;
  const { challenges, accounts, teams, submissions, awards } = counts;
  return (
    <>
      <div role="status">
        {state === 'Reading' && t('game-tools.event.reading')}
        {state === 'Storing' && t('game-tools.event.stored', { done, total })}
        {state === 'Checked' && t('game-tools.event.sum', { title, challenges, accounts, teams, submissions, awards })}
        {state === 'Imported' && <strong>{t('game-tools.imported', { title })}</strong>}
      </div>
      {state === 'Storing' && (
        <Progress value={(100 * done) / total} aria-label={t('game-tools.event.stored', { done, total })} />
      )}
      <FailureAlert>{counts.error}</FailureAlert>
      <Found problems={problems} losses={losses} />
      {state === 'Checked' && <Button onClick={onImport}>{t('game-tools.event.make')}</Button>}
      {gameId !== null && (
        <Button renderRoot={(props) => <Link to="/admin/games/$id/info" params={{ id: gameId }} {...props} />}>
          {t('game-tools.open')}
        </Button>
      )}
    </>
  );
}
