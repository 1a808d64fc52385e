import { Button, Select } from '@mantine/core';
import { IconFlagPlus, IconPackageImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GameInfo } from '@vexil/contract/game';
import { type GamePhase, gamePhases } from '@vexil/db/enums/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { NothingFound } from '../../ui/NothingFound';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { useNow } from '../../ui/use-now';
import { useSelection } from '../../ui/use-selection';
import { DeleteGameDialog } from './DeleteGameDialog';
import type { GameTask } from './GameRow';
import { GamesBar } from './GamesBar';
import classes from './GamesPage.module.css';
import { GamesTable } from './GamesTable';
import { gamesQuery } from './game-edit.queries';
import type { GameOrder, GamesSearch } from './games-search';
import { type Beginning, NewGameDialog } from './NewGameDialog';

type GamesPageProps = {
  search: GamesSearch;
  onSearch: (search: GamesSearch) => void;
  /** Only administrators make games. */
  canCreate: boolean;
};

export function GamesPage({ search, onSearch, canCreate }: GamesPageProps) {
  const t = useText('game-edit', 'game-tools');
  const games = useQuery(gamesQuery());
  const now = useNow();
  const [creating, setCreating] = useState(false);
  const [begin, setBegin] = useState<Beginning>();
  const [from, setFrom] = useState<number>();
  const [deleted, setDeleted] = useState<GameInfo>();
  const [deleting, setDeleting] = useState(false);
  const phaseOf = (game: GameInfo) => gamePhase(game, now);
  // The newest first, until another order is asked for.
  const order = search.order ?? 'start';
  const desc = search.desc ?? search.order === undefined;
  const shown = (games.data ?? [])
    .filter((game) => matches(game, search.q) && (!search.phase || phaseOf(game) === search.phase))
    .toSorted((one, other) => (desc ? -1 : 1) * compare(one, other, order));
  const selection = useSelection(shown.map(({ id }) => id));
  const make = (beginning: Beginning, id?: number) => {
    setBegin(beginning);
    setFrom(id);
    setCreating(true);
  };
  const onTask = (game: GameInfo, task: GameTask) => {
    if (task === 'copy') return make('copy', game.id);
    setDeleted(game);
    setDeleting(true);
  };
  const create = canCreate && (
    <Button leftSection={<IconPlus aria-hidden />} onClick={() => make('empty')}>
      {t('game-edit.games.new')}
    </Button>
  );
  const bring = canCreate && (
    <Button variant="default" leftSection={<IconPackageImport aria-hidden />} onClick={() => make('package')}>
      {t('game-tools.import')}
    </Button>
  );
  const actions = canCreate && (
    <>
      {bring}
      {create}
    </>
  );
  return (
    <>
      <PageHeader title={t('game-edit.games.title')} lead={canCreate && t('game-edit.games.lead')} actions={actions} />
      <div className="row wrap gap-8-12 below-12">
        <SearchField
          className={classes.search}
          label={t('game-edit.games.search')}
          value={search.q ?? ''}
          onChange={(q) => onSearch({ ...search, q: q || undefined })}
        />
        <Select
          className={classes.phase}
          aria-label={t('game-edit.games.phase')}
          placeholder={t('game-edit.games.anyPhase')}
          clearable
          value={search.phase ?? null}
          onChange={(phase) => onSearch({ ...search, phase: (phase as GamePhase | null) ?? undefined })}
          data={gamePhases.map((phase) => ({ value: phase, label: t(`ui.phase.${phase}`) }))}
        />
        <span className="push dimmed text-13 figures" role="status">
          {games.data && t('game-edit.games.count', { shown: shown.length, count: games.data.length })}
        </span>
      </div>
      <Panel flush>
        {games.isPending && <ListSkeleton count={6} />}
        <FailedQuery query={games} />
        {games.data && shown.length === 0 && (
          <NoGames
            any={games.data.length > 0}
            onClear={() => onSearch({ ...search, q: undefined, phase: undefined })}
            canCreate={canCreate}
            action={create}
          />
        )}
        {shown.length > 0 && (
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
        )}
      </Panel>
      <GamesBar games={shown} selection={selection} />
      <NewGameDialog opened={creating} onClose={() => setCreating(false)} begin={begin} from={from} />
      {deleted && <DeleteGameDialog game={deleted} opened={deleting} onClose={() => setDeleting(false)} />}
    </>
  );
}

type NoGamesProps = { any: boolean; onClear: () => void; canCreate: boolean; action: ReactNode };

function NoGames({ any, onClear, canCreate, action }: NoGamesProps) {
  const t = useText('game-edit');
  if (any) return <NothingFound title={t('game-edit.games.nothingFound')} onClear={onClear} />;
  return (
    <EmptyState
      icon={<IconFlagPlus size={28} />}
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
