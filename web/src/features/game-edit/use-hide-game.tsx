import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { GameInfo } from '@vexil/server/contract/game';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { toastFailure, toastSuccess } from '../../ui/toast';
import classes from './GamesPage.module.css';
import { useUpdateGame } from './game-edit.queries';

/** Hides a game or shows it, says so, and offers to take it back. */
export function useHideGame() {
  const t = useText('game-edit');
  const describe = useDescribeError();
  const update = useUpdateGame();
  const change = async (game: GameInfo, hidden: boolean, withUndo: boolean) => {
    const id = `game-hidden-${game.id}`;
    try {
      await update.mutateAsync({ id: game.id, body: { hidden } });
    } catch (error) {
      return toastFailure(describe(error), { title: t('game-edit.games.hideFailed', { title: game.title }) });
    }
    const undo = () => {
      notifications.hide(id);
      void change(game, !hidden, false);
    };
    notifications.hide(id);
    toastSuccess(
      <span className={classes.undo}>
        {t(hidden ? 'game-edit.games.nowHidden' : 'game-edit.games.nowVisible', { title: game.title })}
        {withUndo && (
          <Button size="compact-sm" variant="subtle" onClick={undo}>
            {t('game-edit.games.undo')}
          </Button>
        )}
      </span>,
      { id, autoClose: 8000 },
    );
  };
  return { hide: (game: GameInfo, hidden: boolean) => void change(game, hidden, true), pending: update.isPending };
}
