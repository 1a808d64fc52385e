import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { useState } from 'react';
import { describeError } from '../../api/describe-error';
import { fieldErrors } from '../../api/field-errors';
import { routeQuery } from '../../api/route-query';
import { useUploadLimit } from '../../api/use-upload-limit';
import { useText } from '../../i18n/use-text';
import { FileDrop } from '../../ui/FileDrop';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import classes from './GamesPage.module.css';
import { gameQuery } from './game-edit.queries';
import { useImportGame } from './game-tools.queries';

/** The state of an import; kept by the dialog, which does not close meanwhile. */
export function useImport() {
  const [progress, setProgress] = useState(0);
  const upload = useImportGame(setProgress);
  const send = ([file]: File[]) => {
    setProgress(0);
    if (file) upload.mutate(file);
  };
  return { ...upload, progress, send };
}

export function ImportPackage({ data, error, isPending, progress, send, reset }: ReturnType<typeof useImport>) {
  const t = useText('game-tools');
  const sizeBytesMax = useUploadLimit('packageBytesMax');
  if (data !== undefined) return <Report gameId={data} onAnother={reset} />;
  return (
    <div>
      <p className="below-12 dimmed">{t('game-tools.importHelp')}</p>
      <FileDrop
        accept="application/zip,.zip"
        sizeBytesMax={sizeBytesMax}
        onFiles={send}
        progress={isPending ? progress : undefined}
      />
      {isPending && progress === 1 && (
        <p role="status" className={classes.importing}>
          {t('game-tools.importing')}
        </p>
      )}
      {error && <Problems error={error} />}
    </div>
  );
}

function Problems({ error }: { error: unknown }) {
  const t = useText('game-tools');
  const places = Object.entries(fieldErrors(error)).filter(([place]) => place !== 'file');
  return (
    <Alert color="red" mt="md" role="alert">
      {describeError(error)}
      {places.length > 0 && (
        <ul aria-label={t('game-tools.problems')} className={classes.places}>
          {places.map(([place, text]) => (
            <li key={place}>
              <span className="mono">{place}</span> {text}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function Report({ gameId, onAnother }: { gameId: number; onAnother: () => void }) {
  const t = useText('game-tools');
  const game = useQuery(gameQuery(gameId));
  const challenges = useQuery(routeQuery(challengeEditEndpoints.list, { params: { id: gameId } }));
  const divisions = useQuery(routeQuery(divisionEndpoints.list, { params: { id: gameId } }));
  const isReady = game.data && challenges.data && divisions.data;
  return (
    <>
      <QueryState query={game} />
      {!isReady && <ListSkeleton count={3} />}
      {isReady && (
        <div role="status">
          <strong>{t('game-tools.imported', { title: game.data.title })}</strong>
          <ul className={classes.places}>
            <li>{t('game-tools.challenges', { count: challenges.data.length })}</li>
            <li>{t('game-tools.divisions', { count: divisions.data.length })}</li>
            <li>{t('game-tools.hidden')}</li>
          </ul>
        </div>
      )}
      <div className="row wrap end gap-8 above-20">
        <Button variant="default" onClick={onAnother}>
          {t('game-tools.another')}
        </Button>
        <Button renderRoot={(props) => <Link to="/admin/games/$id/info" params={{ id: gameId }} {...props} />}>
          {t('game-tools.open')}
        </Button>
      </div>
    </>
  );
}
