import type { GameInfo } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { TypedConfirmDialog } from '../../ui/TypedConfirmDialog';
import { useDeleteGame } from './game-edit.queries';

type DeleteGameDialogProps = {
  game: GameInfo;
  opened: boolean;
  onClose: () => void;
  /** For pages of the game itself. */
  onDeleted?: () => Promise<unknown>;
};

export function DeleteGameDialog({ game: { id, title }, opened, onClose, onDeleted }: DeleteGameDialogProps) {
  const t = useText('game-edit');
  const remove = useDeleteGame();
  return (
    <TypedConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('game-edit.danger.deleteTitle')}
      confirmLabel={t('game-edit.danger.delete')}
      expected={title}
      fieldLabel={t('game-edit.danger.typeTitle', { title })}
      onConfirm={async () => {
        await remove.mutateAsync(id);
        await onDeleted?.();
      }}
    >
      {t('game-edit.danger.deleteText')}
    </TypedConfirmDialog>
  );
}
