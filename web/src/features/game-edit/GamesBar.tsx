import { Button } from '@mantine/core';
import type { GameInfo } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { useRunEach } from '../../ui/run-each';
import { SelectionBar } from '../../ui/SelectionBar';
import { toastWithUndo } from '../../ui/undo-toast';
import type { Selection } from '../../ui/use-selection';
import { useUpdateGame } from './game-edit.queries';

/** What can be done to many games; deleting is asked for one by one. */
export function GamesBar({ games, selection }: { games: readonly GameInfo[]; selection: Selection<number> }) {
  const t = useText('game-edit');
  const update = useUpdateGame();
  const { run, done } = useRunEach();
  const chosen = games.filter(({ id }) => selection.chosen.includes(id));
  const hide = (some: readonly GameInfo[], hidden: boolean) =>
    run(some, ({ id }) => update.mutateAsync({ id, body: { hidden } }));
  const change = async (hidden: boolean) => {
    const changed = await hide(
      chosen.filter((game) => game.hidden !== hidden),
      hidden,
    );
    if (changed.length === 0) return;
    selection.clear();
    toastWithUndo(t('ui.selection.changed', { number: changed.length }), {
      id: 'games-hidden',
      undoLabel: t('game-edit.games.undo'),
      onUndo: () => void hide(changed, !hidden),
    });
  };
  const button = (label: string, hidden: boolean) => (
    <Button
      size="xs"
      variant="default"
      disabled={done !== undefined || !chosen.some((game) => game.hidden !== hidden)}
      onClick={() => void change(hidden)}
    >
      {label}
    </Button>
  );
  return (
    <SelectionBar selection={selection} of={games.length} done={done}>
      {button(t('game-edit.games.show'), false)}
      {button(t('game-edit.games.hide'), true)}
    </SelectionBar>
  );
}
