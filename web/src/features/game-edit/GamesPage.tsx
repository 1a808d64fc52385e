import { Button, Select } from '@mantine/core';
import { IconFlagPlus, IconPackageImport, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GameInfo } from '@vexil/contract/game';
import { type GamePhase, gamePhases } from '@vexil/db/enums/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { useNow } from '../../ui/use-now';
import { GameRow } from './GameRow';
import classes from './GamesPage.module.css';
import { gamesQuery } from './game-edit.queries';
import { ImportDialog } from './ImportDialog';
import { NewGameDialog } from './NewGameDialog';

type GamesSearch = { q?: string; phase?: GamePhase };

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
  const [importing, setImporting] = useState(false);
  const phaseOf = (game: GameInfo) => gamePhase(game, now);
  const shown = (games.data ?? []).filter(
    (game) => matches(game, search.q) && (!search.phase || phaseOf(game) === search.phase),
  );
  const create = canCreate && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('game-edit.games.new')}
    </Button>
  );
  const bring = canCreate && (
    <Button
      variant="default"
      leftSection={<IconPackageImport size={18} stroke={1.75} aria-hidden />}
      onClick={() => setImporting(true)}
    >
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
      <PageHeader title={t('game-edit.games.title')} lead={t('game-edit.games.lead')} actions={actions} />
      <div className={classes.filters}>
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
        <span className={`${classes.count} figures`} role="status">
          {games.data && t('game-edit.games.count', { shown: shown.length, count: games.data.length })}
        </span>
      </div>
      <Panel flush>
        {games.isPending && <ListSkeleton count={6} />}
        <FailedQuery query={games} />
        {games.data && shown.length === 0 && (
          <NoGames any={games.data.length > 0} canCreate={canCreate} action={create} />
        )}
        {shown.length > 0 && (
          <ul className={classes.list}>
            {shown.map((game) => (
              <GameRow key={game.id} game={game} phase={phaseOf(game)} />
            ))}
          </ul>
        )}
      </Panel>
      <NewGameDialog opened={creating} onClose={() => setCreating(false)} />
      <ImportDialog opened={importing} onClose={() => setImporting(false)} />
    </>
  );
}

function NoGames({ any, canCreate, action }: { any: boolean; canCreate: boolean; action: ReactNode }) {
  const t = useText('game-edit');
  if (any) {
    return (
      <EmptyState
        icon={<IconSearchOff size={28} stroke={1.75} />}
        title={t('game-edit.games.nothingFound')}
        hint={t('game-edit.games.nothingFoundHint')}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconFlagPlus size={28} stroke={1.75} />}
      title={t('game-edit.games.empty')}
      hint={t(canCreate ? 'game-edit.games.emptyHint' : 'game-edit.games.emptyStaffHint')}
      action={action}
    />
  );
}

function matches({ title, summary, id }: GameInfo, query = ''): boolean {
  const text = `${title} ${summary} #${id}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
