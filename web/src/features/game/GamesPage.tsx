import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFlag3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../api/clock';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { QueryState } from '../../ui/QueryState';
import { SearchField } from '../../ui/SearchField';
import { CardsSkeleton } from '../../ui/skeletons';
import { useTyped } from '../../ui/use-typed';
import { GameCard } from './GameCard';
import classes from './GamesPage.module.css';
import { gamesQuery, useOwnTeams } from './game.queries';
import { filterGames } from './games-filter';
import { type GamesSearch, gamesPerPage, type PhaseFilter, phaseFilters } from './games-search';
import { WeekTimeline } from './WeekTimeline';

/** So many are found without filters. */
const fewMax = 2;

type GamesPageProps = { search: GamesSearch; onSearch: (search: GamesSearch) => void; signedIn: boolean };

export function GamesPage({ search, onSearch, signedIn }: GamesPageProps) {
  const t = useText('game');
  const games = useQuery(gamesQuery());
  const now = serverNow();
  const wide = useMediaQuery('(min-width: 75em)', true);
  const own = useOwnTeams(signedIn);
  // Own games come first, so nothing is shown before that would move a moment later.
  const isPending = games.isPending || own.isPending;
  const found = filterGames((!isPending && games.data) || [], search, own.teams, now);
  const pageCount = Math.max(1, Math.ceil(found.length / gamesPerPage));
  const page = Math.min(search.page ?? 1, pageCount);
  const shown = found.slice((page - 1) * gamesPerPage, page * gamesPerPage);
  const filtered = (search.phase ?? 'all') !== 'all' || Boolean(search.q);
  const hasFew = !filtered && games.data && games.data.length <= fewMax;

  return (
    <div className={hasFew ? 'narrow' : undefined}>
      <PageHeader title={t('game.list.title')} lead={t('game.list.lead')} />
      {!hasFew && <Filters search={search} onSearch={onSearch} />}
      {isPending && <CardsSkeleton count={6} minWidth={300} height={340} />}
      <QueryState query={games} title={t('game.list.failed')} />
      {games.data && !isPending && shown.length === 0 && (
        <EmptyState
          icon={<IconFlag3 />}
          title={filtered ? t('game.list.nothing') : t('game.list.empty')}
          hint={filtered ? t('game.list.nothingHint') : t('game.list.emptyHint')}
        />
      )}
      <div className={classes.page}>
        <div>
          <div className={classes.cards}>
            {shown.map((game) => (
              <GameCard key={game.id} game={game} team={own.teams.get(game.id)} />
            ))}
          </div>
          <Pager page={page} pageCount={pageCount} onPage={(next) => onSearch({ ...search, page: next })} />
        </div>
        {wide && found.length > 0 && <WeekTimeline games={found} />}
      </div>
    </div>
  );
}

function Filters({ search, onSearch }: Omit<GamesPageProps, 'signedIn'>) {
  const t = useText('game');
  const [typed, setTyped] = useTyped(search.q ?? '', (q) =>
    onSearch({ ...search, page: undefined, q: q || undefined }),
  );
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label={t('game.list.phase')}
        value={search.phase ?? 'all'}
        onChange={(value) =>
          onSearch({ ...search, page: undefined, phase: value === 'all' ? undefined : (value as PhaseFilter) })
        }
        data={phaseFilters.map((value) => ({ value, label: t(`game.list.${value}`) }))}
      />
      <SearchField className={classes.search} label={t('game.list.search')} value={typed} onChange={setTyped} />
    </div>
  );
}
