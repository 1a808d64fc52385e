import type { GameInfo } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { toastError } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import { useUpdateGame } from './game-edit.queries';

export function useHideGame() {
  const t = useText('game-edit');
  const update = useUpdateGame();
  const hide = async (game: GameInfo, hidden: boolean): Promise<void> => {
    try {
      await update.mutateAsync({ id: game.id, body: { hidden } });
    } catch (error) {
      return toastError(error, { title: t('game-edit.games.hideFailed', { title: game.title }) });
    }
    toastWithUndo(t(hidden ? 'game-edit.games.nowHidden' : 'game-edit.games.nowVisible', { title: game.title }), {
      id: `game-hidden-${game.id}`,
      undoLabel: t('game-edit.games.undo'),
      onUndo: () => void hide(game, !hidden),
    });
  };
  return { hide: (game: GameInfo, hidden: boolean) => void hide(game, hidden), pending: update.isPending };
}
