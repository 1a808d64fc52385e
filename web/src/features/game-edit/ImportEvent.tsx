import { Alert, Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventImport } from '@vexil/contract/package';
import { useEffect, useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useInvalidate } from '../../api/use-invalidate';
import { useUploadLimit } from '../../api/use-upload-limit';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { FileDrop } from '../../ui/FileDrop';
import { Fold } from '../../ui/Fold';
import { Remarks } from '../../ui/Remarks';
import { gamesQuery } from './game-edit.queries';
import { eventQuery, isGone, useStartEvent } from './game-tools.queries';

/** The export is sent twice, to be checked and to be imported: servers share no files but those of games. */
export function ImportEvent() {
  const t = useText('game-tools');
  const describe = useDescribeError();
  const sizeBytesMax = useUploadLimit('packageBytesMax');
  const [progress, setProgress] = useState(0);
  const [file, setFile] = useState<File>();
  const starting = useStartEvent(setProgress);
  const { data: report, error } = useQuery(eventQuery(starting.data?.id));
  const start = (chosen: File | undefined, mode: 'check' | 'import') => {
    setProgress(0);
    setFile(chosen);
    if (chosen) starting.mutate({ file: chosen, mode });
  };
  const state = starting.isPending ? undefined : report?.state;
  const invalidateGames = useInvalidate(gamesQuery().queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the game is there
  useEffect(() => {
    if (state === 'Imported') void invalidateGames();
  }, [state]);
  const failure = starting.error ?? error;
  const isBusy = state === 'Reading' || state === 'Storing';
  return (
    <div className="grid gap-12">
      <p className="dimmed">{t('game-tools.event.help')}</p>
      {!isBusy && state !== 'Imported' && (
        <FileDrop
          accept="application/zip,.zip"
          sizeBytesMax={sizeBytesMax}
          onFiles={([chosen]) => start(chosen, 'check')}
          progress={starting.isPending ? progress : undefined}
        />
      )}
      <FailureAlert>{failure && (isGone(failure) ? t('game-tools.event.gone') : describe(failure))}</FailureAlert>
      {report && state && <Report report={report} onImport={() => start(file, 'import')} />}
    </div>
  );
}

function Report({ report, onImport }: { report: EventImport; onImport: () => void }) {
  const t = useText('game-tools');
  const tCode = useText('code');
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
      {state === 'Checked' && <Button onClick={onImport}>{t('game-tools.event.make')}</Button>}
      {gameId !== null && (
        <Button renderRoot={(props) => <Link to="/admin/games/$id/info" params={{ id: gameId }} {...props} />}>
          {t('game-tools.open')}
        </Button>
      )}
    </>
  );
}
