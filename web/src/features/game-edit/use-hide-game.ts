import type { GameInfo } from '@vexil/contract/game';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { toastFailure } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import { useUpdateGame } from './game-edit.queries';

export function useHideGame() {
  const t = useText('game-edit');
  const describe = useDescribeError();
  const update = useUpdateGame();
  const hide = async (game: GameInfo, hidden: boolean): Promise<void> => {
    try {
      await update.mutateAsync({ id: game.id, body: { hidden } });
    } catch (error) {
      return toastFailure(describe(error), { title: t('game-edit.games.hideFailed', { title: game.title }) });
    }
    toastWithUndo(t(hidden ? 'game-edit.games.nowHidden' : 'game-edit.games.nowVisible', { title: game.title }), {
      id: `game-hidden-${game.id}`,
      undoLabel: t('game-edit.games.undo'),
      onUndo: () => void hide(game, !hidden),
    });
  };
  return { hide: (game: GameInfo, hidden: boolean) => void hide(game, hidden), pending: update.isPending };
}
