import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { GameInfo } from '@vexil/contract/game';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Panel } from '../../ui/Panel';
import { toastSuccess } from '../../ui/toast';
import { DeleteGameDialog } from './DeleteGameDialog';
import { useFlushScoreboard } from './game-edit.queries';
import classes from './InfoPage.module.css';

export function DangerSection({ game, id, title }: { game: GameInfo; id: string; title: string }) {
  const t = useText('game-edit');
  const flush = useFlushScoreboard(game.id);
  const [asking, setAsking] = useState<'flush' | 'delete'>();
  const close = () => setAsking(undefined);
  const navigate = useNavigate();
  const leave = () => navigate({ to: '/admin/games', ignoreBlocker: true });
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.actions}>
        <p className={classes.words}>{t('game-edit.danger.flushHelp')}</p>
        <Button variant="default" onClick={() => setAsking('flush')}>
          {t('game-edit.danger.flush')}
        </Button>
        <p className={classes.words}>{t('game-edit.danger.deleteHelp')}</p>
        <Button variant="outline" color="red" onClick={() => setAsking('delete')}>
          {t('game-edit.danger.delete')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking === 'flush'}
        onClose={close}
        title={t('game-edit.danger.flushTitle')}
        confirmLabel={t('game-edit.danger.flush')}
        onConfirm={() => flush.mutateAsync().then(() => toastSuccess(t('game-edit.danger.flushed')))}
      >
        {t('game-edit.danger.flushHelp')}
      </ConfirmDialog>
      <DeleteGameDialog game={game} opened={asking === 'delete'} onClose={close} onDeleted={leave} />
    </Panel>
  );
}
