import { Button } from '@mantine/core';
import { IconFlagPlus, IconPackageImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GameInfo } from '@vexil/contract/game';
import { gamePhases } from '@vexil/db/enums/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { FilterSelect, ListFilters } from '../../ui/ListFilters';
import { ListPanel } from '../../ui/ListPanel';
import { NothingFound } from '../../ui/NothingFound';
import { PageHeader } from '../../ui/PageHeader';
import { useAsked } from '../../ui/use-asked';
import { useNow } from '../../ui/use-now';
import { useSelection } from '../../ui/use-selection';
import { DeleteGameDialog } from './DeleteGameDialog';
import type { GameTask } from './GameRow';
import { GamesBar } from './GamesBar';
import { GamesTable } from './GamesTable';
import { gamesQuery } from './game-edit.queries';
import type { GameOrder, GamesSearch } from './games-search';
import { type Beginning, NewGameDialog } from './NewGameDialog';

type GamesPageProps = {
  search: GamesSearch;
  onSearch: (search: GamesSearch) => void;
  /** Only administrators make games. */
  canCreate: boolean;
  /** For administrators. */
  tools?: (games: readonly GameInfo[]) => ReactNode;
};

export function GamesPage({ search, onSearch, canCreate, tools }: GamesPageProps) {
  const t = useText('game-edit', 'game-tools');
  const games = useQuery(gamesQuery());
  const now = useNow();
  const creating = useAsked<{ begin: Beginning; from?: number }>();
  const deleting = useAsked<GameInfo>();
  const phaseOf = (game: GameInfo) => gamePhase(game, now);
  // The newest first, until another order is asked for.
  const order = search.order ?? 'start';
  const desc = search.desc ?? search.order === undefined;
  const shown = (games.data ?? [])
    .filter((game) => matches(game, search.q) && (!search.phase || phaseOf(game) === search.phase))
    .toSorted((one, other) => (desc ? -1 : 1) * compare(one, other, order));
  const selection = useSelection(shown.map(({ id }) => id));
  const onTask = (game: GameInfo, task: GameTask) =>
    task === 'copy' ? creating.ask({ begin: 'copy', from: game.id }) : deleting.ask(game);
  const create = canCreate && (
    <Button leftSection={<IconPlus />} onClick={() => creating.ask({ begin: 'empty' })}>
      {t('game-edit.games.new')}
    </Button>
  );
  const bring = canCreate && (
    <Button variant="default" leftSection={<IconPackageImport />} onClick={() => creating.ask({ begin: 'package' })}>
      {t('game-tools.import')}
    </Button>
  );
  const actions = canCreate && (
    <>
      {games.data && tools?.(games.data)}
      {bring}
      {create}
    </>
  );
  return (
    <>
      <PageHeader title={t('game-edit.games.title')} lead={canCreate && t('game-edit.games.lead')} actions={actions} />
      <ListFilters
        label={t('game-edit.games.search')}
        q={search.q}
        onSearch={(q) => onSearch({ ...search, q })}
        count={games.data && t('game-edit.games.count', { shown: shown.length, count: games.data.length })}
      >
        <FilterSelect
          label={t('game-edit.games.phase')}
          placeholder={t('game-edit.games.anyPhase')}
          value={search.phase}
          onChange={(phase) => onSearch({ ...search, phase })}
          data={gamePhases.map((phase) => ({ value: phase, label: t(`ui.phase.${phase}`) }))}
        />
      </ListFilters>
      <ListPanel
        query={games}
        count={6}
        isEmpty={shown.length === 0}
        empty={
          <NoGames
            any={games.data !== undefined && games.data.length > 0}
            onClear={() => onSearch({ ...search, q: undefined, phase: undefined })}
            canCreate={canCreate}
            action={create}
          />
        }
      >
        <GamesTable
          games={shown}
          phaseOf={phaseOf}
          sort={{
            order,
            desc,
            onSort: (next, descending) => onSearch({ ...search, order: next as GameOrder, desc: descending }),
          }}
          selection={selection}
          canCreate={canCreate}
          onTask={onTask}
        />
      </ListPanel>
      <GamesBar games={shown} selection={selection} />
      <NewGameDialog opened={creating.opened} onClose={creating.close} {...creating.subject} />
      {deleting.subject && (
        <DeleteGameDialog game={deleting.subject} opened={deleting.opened} onClose={deleting.close} />
      )}
    </>
  );
}

type NoGamesProps = { any: boolean; onClear: () => void; canCreate: boolean; action: ReactNode };

function NoGames({ any, onClear, canCreate, action }: NoGamesProps) {
  const t = useText('game-edit');
  if (any) return <NothingFound title={t('game-edit.games.nothingFound')} onClear={onClear} />;
  return (
    <EmptyState
      icon={<IconFlagPlus />}
      title={t('game-edit.games.empty')}
      hint={t(canCreate ? 'game-edit.games.emptyHint' : 'game-edit.games.emptyStaffHint')}
      action={action}
    />
  );
}

function compare(one: GameInfo, other: GameInfo, order: GameOrder): number {
  return order === 'title' ? one.title.localeCompare(other.title) : one.start - other.start;
}

function matches({ title, summary, id }: GameInfo, query = ''): boolean {
  const text = `${title} ${summary} #${id}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
