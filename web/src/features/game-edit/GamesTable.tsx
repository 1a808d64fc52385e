import type { GameInfo } from '@vexil/contract/game';
import type { GamePhase } from '@vexil/db/enums/game';
import { useText } from '../../i18n/use-text';
import { DataTable, type Sort } from '../../ui/DataTable';
import type { Selection } from '../../ui/use-selection';
import { GameRow, type GameTask } from './GameRow';

type GamesTableProps = {
  games: readonly GameInfo[];
  phaseOf: (game: GameInfo) => GamePhase;
  sort: Sort;
  selection: Selection<number>;
  /** Only administrators make games. */
  canCreate: boolean;
  onTask: (game: GameInfo, task: GameTask) => void;
};

export function GamesTable({ games, phaseOf, sort, selection, canCreate, onTask }: GamesTableProps) {
  const t = useText('game-edit');
  return (
    <DataTable
      label={t('game-edit.games.title')}
      sort={sort}
      selection={selection}
      head={[
        { title: t('game-edit.games.game'), order: 'title' },
        t('game-edit.games.phase'),
        { title: t('game-edit.games.times'), order: 'start' },
        t('game-edit.games.visibility'),
        '',
      ]}
    >
      {games.map((game) => (
        <GameRow
          key={game.id}
          game={game}
          phase={phaseOf(game)}
          selection={selection}
          canCreate={canCreate}
          onTask={(task) => onTask(game, task)}
        />
      ))}
    </DataTable>
  );
}
