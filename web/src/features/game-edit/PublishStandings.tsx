import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useUnfreeze } from './game-edit.queries';

/** Ends the freeze for everyone, after a question. */
export function PublishStandings({ gameId, size }: { gameId: number; size?: string }) {
  const t = useText('game-edit');
  const unfreeze = useUnfreeze(gameId);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size={size} onClick={() => setAsking(true)}>
        {t('game-edit.info.publish')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('game-edit.info.publishTitle')}
        confirmLabel={t('game-edit.info.publish')}
        onConfirm={() => unfreeze.mutateAsync()}
      >
        {t('game-edit.info.publishText')}
      </ConfirmDialog>
    </>
  );
}
