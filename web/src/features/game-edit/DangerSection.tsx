import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { GameInfo } from '@vexil/contract/game';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Panel } from '../../ui/Panel';
import { TypedConfirmDialog } from '../../ui/TypedConfirmDialog';
import { toastFailure, toastSuccess } from '../../ui/toast';
import { useDeleteGame, useFlushScoreboard } from './game-edit.queries';
import { useExportGame } from './game-tools.queries';
import classes from './InfoPage.module.css';

export function DangerSection({ game, id, title }: { game: GameInfo; id: string; title: string }) {
  const t = useText('game-edit', 'game-tools');
  const describe = useDescribeError();
  const exporting = useExportGame(game.id);
  const exportGame = () =>
    exporting.mutate(undefined, {
      onSuccess: () => toastSuccess(t('game-tools.exported')),
      onError: (error) => toastFailure(describe(error)),
    });
  const flush = useFlushScoreboard(game.id);
  const [asking, setAsking] = useState<'flush' | 'delete'>();
  const close = () => setAsking(undefined);
  const navigate = useNavigate();
  const remove = useDeleteGame();
  const deleteGame = async () => {
    await remove.mutateAsync(game.id);
    await navigate({ to: '/admin/games', ignoreBlocker: true });
    toastSuccess(t('game-edit.danger.deleted', { title: game.title }));
  };
  return (
    <Panel id={id} title={title}>
      <div className={classes.actions}>
        <p className={classes.words}>{t('game-tools.exportHelp')}</p>
        <Button variant="default" loading={exporting.isPending} onClick={exportGame}>
          {t('game-tools.export')}
        </Button>
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
      <TypedConfirmDialog
        opened={asking === 'delete'}
        onClose={close}
        title={t('game-edit.danger.deleteTitle')}
        confirmLabel={t('game-edit.danger.delete')}
        expected={game.title}
        fieldLabel={t('game-edit.danger.typeTitle', { title: game.title })}
        onConfirm={deleteGame}
      >
        {t('game-edit.danger.deleteText')}
      </TypedConfirmDialog>
    </Panel>
  );
}
