import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Panel } from '../../ui/Panel';
import classes from './ChallengeEditor.module.css';
import { useDeleteLater } from './use-delete-later';

type DeleteSectionProps = { gameId: number; challenge: ChallengeEdit; id: string; title: string };

export function DeleteSection({ gameId, challenge, id, title }: DeleteSectionProps) {
  const t = useText('challenge-edit');
  const navigate = useNavigate();
  const deleteLater = useDeleteLater(gameId);
  const [asking, setAsking] = useState(false);
  const action = async () => {
    await navigate({ to: '/admin/games/$id/challenges', params: { id: gameId }, ignoreBlocker: true });
    deleteLater([challenge]);
  };
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.testLine}>
        <p className={classes.words}>{t('challenge-edit.delete.help')}</p>
        <Button variant="outline" color="red" onClick={() => setAsking(true)}>
          {t('challenge-edit.delete.action')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('challenge-edit.delete.title', { title: challenge.title })}
        confirmLabel={t('challenge-edit.delete.action')}
        danger
        onConfirm={action}
      >
        {t('challenge-edit.delete.text', { count: challenge.acceptedCount })}
      </ConfirmDialog>
    </Panel>
  );
}
