import { Button } from '@mantine/core';
import { IconPlus, IconPuzzle } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { categoryKey } from '../../ui/category';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ListPanel } from '../../ui/ListPanel';
import { NothingFound } from '../../ui/NothingFound';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { useNow } from '../../ui/use-now';
import { useSelection } from '../../ui/use-selection';
import { BulkBar } from './BulkBar';
import { ChallengeFilters } from './ChallengeFilters';
import { ChallengeMenu } from './ChallengeMenu';
import { ChallengeRow } from './ChallengeRow';
import classes from './ChallengesPage.module.css';
import { challengesQuery, gameQuery, healthQuery } from './challenge-edit.queries';
import { fits } from './challenge-filter';
import { findOddities } from './challenge-health';
import { sortChallenges } from './challenge-order';
import type { ChallengeOrder, ChallengesSearch } from './challenges-search';
import { NewChallengeDialog } from './NewChallengeDialog';
import { useDeleteOnLeave, usePendingDeletes } from './pending-deletes';
import { useBulkChange } from './use-bulk-change';
import { useOrder } from './use-order';

type ChallengesPageProps = {
  gameId: number;
  search: ChallengesSearch;
  onSearch: (search: ChallengesSearch) => void;
  /** Sets the blood bonus, which all challenges share. */
  bonus: (dialog: { opened: boolean; onClose: () => void }) => ReactNode;
};

export function ChallengesPage({ gameId, search, onSearch, bonus }: ChallengesPageProps) {
  const t = useText('challenge-edit');
  const challenges = useQuery(challengesQuery(gameId));
  const { all, oddOf, healthOf } = useListed(gameId);
  const shownIds = all.filter((one) => fits(one, search, oddOf(one).length > 0)).map(({ id }) => id);
  const order = useOrder(gameId, all, shownIds);
  const shown = sortChallenges(order.sorted, search).filter(({ id }) => shownIds.includes(id));
  const isInOrder = (search.order ?? 'place') === 'place' && !search.desc;
  // What is filtered away must not be changed with the rest.
  const selection = useSelection(shown.map(({ id }) => id));
  const [creating, setCreating] = useState(false);
  const [rewarding, setRewarding] = useState(false);
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const selected = shown.filter(({ id }) => selection.has(id));
  useDeleteOnLeave();
  const page = useRef<HTMLDivElement>(null);
  const change = useBulkChange(gameId);
  const place = useRef(0);
  if (selected[0]) place.current = shown.indexOf(selected[0]) + 1;
  useKeptFocus(page, `${change.runs} ${shownIds}`, [
    '[data-floor] [data-acts] button:not([disabled])',
    `tbody tr:nth-child(${place.current}) [data-row]`,
    'tbody tr:last-child [data-row]',
    'button:not([disabled])',
  ]);
  const create = (
    <Button leftSection={<IconPlus />} onClick={() => setCreating(true)}>
      {t('challenge-edit.list.new')}
    </Button>
  );
  return (
    <div ref={page} className={classes.page}>
      <div className="row wrap gap-8-12 below-12">
        <ChallengeFilters game={game} search={search} onSearch={onSearch} />
        <span className="push dimmed text-13 figures" role="status">
          {challenges.data && t('challenge-edit.list.count', { shown: shown.length, count: all.length })}
        </span>
        <ChallengeMenu gameId={gameId} challenges={all} onBonus={() => setRewarding(true)} />
        {create}
      </div>
      <ListPanel
        query={challenges}
        count={8}
        isEmpty={shown.length === 0}
        empty={<Nothing filtered={all.length > 0} onClear={() => onSearch({})} create={create} />}
      >
        <DataTable
          label={t('challenge-edit.frame.keys')}
          selection={selection}
          sort={{
            order: search.order ?? 'place',
            desc: search.desc ?? false,
            onSort: (by, desc) => onSearch({ ...search, order: by as ChallengeOrder, desc: desc || undefined }),
          }}
          head={[
            { title: t('challenge-edit.order.label'), order: 'place' },
            { title: t('challenge-edit.field.title'), order: 'title' },
            { title: t('challenge-edit.field.type'), isSpare: true },
            t('challenge-edit.section.flags'),
            { title: t('challenge-edit.list.value'), order: 'score' },
            { title: t('challenge-edit.score.solves'), order: 'solves' },
            t('challenge-edit.list.state'),
            t('challenge-edit.list.checks'),
            '',
          ]}
        >
          {shown.map((challenge) => (
            <ChallengeRow
              key={challenge.id}
              game={game}
              challenge={challenge}
              health={healthOf(challenge.id)}
              odd={oddOf(challenge)}
              selection={selection}
              place={order.sorted.indexOf(challenge) + 1}
              handle={isInOrder ? order.handle(challenge) : undefined}
              moving={order.moving === challenge.id}
              outOfReach={order.category !== undefined && order.category !== categoryKey(challenge)}
            />
          ))}
        </DataTable>
      </ListPanel>
      <p id="challenge-order-keys" className="visually-hidden">
        {t('challenge-edit.order.keys')}
      </p>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {order.spoken}
      </p>
      {selected.length > 0 && (
        <BulkBar game={game} selected={selected} change={change} selection={selection} shownCount={shown.length} />
      )}
      <NewChallengeDialog gameId={gameId} opened={creating} onClose={() => setCreating(false)} />
      {bonus({ opened: rewarding, onClose: () => setRewarding(false) })}
    </div>
  );
}

/** The challenges that are not about to be deleted, with what is odd about each. */
function useListed(gameId: number) {
  const deleting = usePendingDeletes();
  const health = useQuery(healthQuery(gameId)).data;
  const all = (useQuery(challengesQuery(gameId)).data ?? []).filter(({ id }) => !deleting.includes(id));
  const now = useNow();
  const healthOf = (id: number) => health?.find(({ challengeId }) => challengeId === id);
  return { all, healthOf, oddOf: (one: (typeof all)[number]) => findOddities(one, healthOf(one.id), now) };
}

function Nothing({ filtered, onClear, create }: { filtered: boolean; onClear: () => void; create: ReactNode }) {
  const t = useText('challenge-edit');
  return filtered ? (
    <NothingFound title={t('challenge-edit.list.nothingFound')} onClear={onClear} />
  ) : (
    <EmptyState
      icon={<IconPuzzle />}
      title={t('challenge-edit.list.empty')}
      hint={t('challenge-edit.list.emptyHint')}
      action={create}
    />
  );
}
