import { Button, Checkbox } from '@mantine/core';
import { IconPlus, IconPuzzle } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { NothingFound } from '../../ui/NothingFound';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { useNow } from '../../ui/use-now';
import { useRowKeys } from '../../ui/use-row-keys';
import { useSelection } from '../../ui/use-selection';
import { BulkBar } from './BulkBar';
import { ChallengeFilters } from './ChallengeFilters';
import { ChallengeMenu } from './ChallengeMenu';
import { ChallengeRow } from './ChallengeRow';
import classes from './ChallengesPage.module.css';
import { challengesQuery, gameQuery, healthQuery } from './challenge-edit.queries';
import { fits } from './challenge-filter';
import { findOddities } from './challenge-health';
import type { ChallengesSearch } from './challenges-search';
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
  const shown = order.sorted.filter(({ id }) => shownIds.includes(id));
  // What is filtered away must not be changed with the rest.
  const selection = useSelection(shown.map(({ id }) => id));
  const [creating, setCreating] = useState(false);
  const [rewarding, setRewarding] = useState(false);
  const keys = useRowKeys<HTMLUListElement>();
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const selected = shown.filter(({ id }) => selection.has(id));
  useDeleteOnLeave();
  const page = useRef<HTMLDivElement>(null);
  const change = useBulkChange(gameId);
  const place = useRef(0);
  if (selected[0]) place.current = shown.indexOf(selected[0]) + 1;
  useKeptFocus(page, `${change.runs} ${shownIds}`, [
    '[data-floor] [data-acts] button:not([disabled])',
    `li:nth-child(${place.current}) [data-row]`,
    'li:last-child [data-row]',
    'button:not([disabled])',
  ]);
  const create = (
    <Button leftSection={<IconPlus aria-hidden />} onClick={() => setCreating(true)}>
      {t('challenge-edit.list.new')}
    </Button>
  );
  return (
    <div ref={page} className={classes.page}>
      <div className="row wrap gap-8-12 below-12">
        <Checkbox
          aria-label={t('challenge-edit.bulk.selectAll')}
          checked={selection.isAll}
          indeterminate={!selection.isAll && selected.length > 0}
          disabled={shown.length === 0}
          onChange={selection.toggleAll}
        />
        <ChallengeFilters search={search} onSearch={onSearch} />
        <span className="push dimmed text-13 figures" role="status">
          {challenges.data && t('challenge-edit.list.count', { shown: shown.length, count: all.length })}
        </span>
        <ChallengeMenu gameId={gameId} challenges={all} onBonus={() => setRewarding(true)} />
        {create}
      </div>
      {challenges.isPending && (
        <Panel flush>
          <ListSkeleton count={8} />
        </Panel>
      )}
      {challenges.isError && !challenges.data && (
        <Panel>
          <QueryState query={challenges} />
        </Panel>
      )}
      {challenges.data && shown.length === 0 && (
        <Nothing filtered={all.length > 0} onClear={() => onSearch({})} create={create} />
      )}
      {shown.length > 0 && (
        <ul {...keys} className={classes.list}>
          {shown.map((challenge) => (
            <ChallengeRow
              key={challenge.id}
              game={game}
              challenge={challenge}
              health={healthOf(challenge.id)}
              odd={oddOf(challenge)}
              selected={selection.has(challenge.id)}
              onSelect={() => selection.toggle(challenge.id)}
              handle={order.handle(challenge)}
              moving={order.moving === challenge.id}
              outOfReach={order.category !== undefined && order.category !== challenge.category}
            />
          ))}
        </ul>
      )}
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
  return (
    <Panel>
      {filtered ? (
        <NothingFound title={t('challenge-edit.list.nothingFound')} onClear={onClear} />
      ) : (
        <EmptyState
          icon={<IconPuzzle size={28} />}
          title={t('challenge-edit.list.empty')}
          hint={t('challenge-edit.list.emptyHint')}
          action={create}
        />
      )}
    </Panel>
  );
}
