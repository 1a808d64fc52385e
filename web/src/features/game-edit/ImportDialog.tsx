import { Alert, Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { challengeEditEndpoints } from '@vexil/contract/challenge.endpoints';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { packageLimits } from '@vexil/contract/package.limits';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { fieldErrors } from '../../api/field-errors';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { FailedQuery } from '../../ui/FailedQuery';
import { FileDrop } from '../../ui/FileDrop';
import { ListSkeleton } from '../../ui/skeletons';
import classes from './GamesPage.module.css';
import { gameQuery } from './game-edit.queries';
import { useImportGame } from './game-tools.queries';

export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText('game-tools');
  const [progress, setProgress] = useState(0);
  const upload = useImportGame(setProgress);
  const close = () => {
    if (upload.isPending) return;
    upload.reset();
    onClose();
  };
  const send = ([file]: File[]) => {
    setProgress(0);
    if (file) upload.mutate(file);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('game-tools.importTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {upload.data === undefined ? (
        <>
          <p className={classes.lead}>{t('game-tools.importHelp')}</p>
          <FileDrop
            accept="application/zip,.zip"
            sizeBytesMax={packageLimits.bytesMax}
            onFiles={send}
            progress={upload.isPending ? progress : undefined}
          />
          {upload.isPending && progress === 1 && <p role="status">{t('game-tools.importing')}</p>}
          {upload.isError && <Problems error={upload.error} />}
        </>
      ) : (
        <Report gameId={upload.data} onAnother={() => upload.reset()} />
      )}
    </Modal>
  );
}

function Problems({ error }: { error: unknown }) {
  const t = useText('game-tools');
  const describe = useDescribeError();
  const places = Object.entries(fieldErrors(error)).filter(([place]) => place !== 'file');
  return (
    <Alert color="red" mt="md" role="alert">
      {describe(error)}
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
      <FailedQuery query={game} />
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
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onAnother}>
          {t('game-tools.another')}
        </Button>
        <Button renderRoot={(props) => <Link to="/admin/games/$id/info" params={{ id: gameId }} {...props} />}>
          {t('game-tools.open')}
        </Button>
      </Group>
    </>
  );
}
