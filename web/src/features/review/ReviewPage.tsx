import { Switch } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type StoredParticipationStatus, storedParticipationStatuses } from '@vexil/db/enums/participation';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { FilterSelect, ListFilters } from '../../ui/ListFilters';
import { NothingFound } from '../../ui/NothingFound';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { useRowKeys } from '../../ui/use-row-keys';
import { BulkBar } from './BulkBar';
import { ParticipationRow } from './ParticipationRow';
import classes from './Review.module.css';
import { divisionsQuery, participationsQuery } from './review.queries';
import {
  actionsFor,
  countByStatus,
  inReviewOrder,
  inSearch,
  pageSize,
  type ReviewSearch,
  withDistinctNames,
} from './review-list';
import { StatusMark } from './StatusMark';

type ReviewPageProps = { gameId: number; search: ReviewSearch; onSearch: (search: ReviewSearch) => void };

export function ReviewPage({ gameId, search, onSearch }: ReviewPageProps) {
  const t = useText('review');
  const participations = useQuery(participationsQuery(gameId));
  const divisions = useQuery(divisionsQuery(gameId)).data ?? [];
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [personal, setPersonal] = useState(false);
  const keys = useRowKeys<HTMLUListElement>();

  const all = withDistinctNames(participations.data ?? []);
  const found = inSearch(all, search);
  const counts = countByStatus(found);
  const shown = inReviewOrder(found.filter(({ status }) => !search.status || status === search.status));
  const pageCount = Math.max(1, Math.ceil(shown.length / pageSize));
  const page = Math.min(search.page ?? 1, pageCount);
  const rows = shown.slice((page - 1) * pageSize, page * pageSize);
  const list = useRef<HTMLDivElement>(null);
  // With a filter for a status a decision takes the row away.
  useKeptFocus(list, String(rows.map(({ id }) => id).toSorted((a, b) => a - b)));
  const select = (ids: number[], on: boolean) =>
    setSelected((current) => {
      const next = new Set(current);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  const decidable = rows.filter((each) => actionsFor(each).length > 0).map(({ id }) => id);
  const chosen = all.filter((each) => selected.has(each.id) && actionsFor(each).length > 0);
  const filter = (next: Partial<ReviewSearch>) => onSearch({ ...search, page: undefined, ...next });

  return (
    <>
      <fieldset className={classes.statuses}>
        <legend className="visually-hidden">{t('review.filter.status')}</legend>
        <StatusButton
          label={t('review.filter.all')}
          count={found.length}
          pressed={!search.status}
          onClick={() => filter({ status: undefined })}
        />
        {storedParticipationStatuses.map((status) => (
          <StatusButton
            key={status}
            status={status}
            label={t(`review.status.${status}`)}
            count={counts[status]}
            pressed={search.status === status}
            onClick={() => filter({ status: search.status === status ? undefined : status })}
          />
        ))}
      </fieldset>
      <ListFilters label={t('review.filter.search')} q={search.q} onSearch={(q) => filter({ q })}>
        {divisions.length > 0 && (
          <FilterSelect
            label={t('review.filter.division')}
            placeholder={t('review.filter.anyDivision')}
            value={search.division === undefined ? undefined : String(search.division)}
            onChange={(value) => filter({ division: value === undefined || value === 'none' ? value : Number(value) })}
            data={[
              ...divisions.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: 'none', label: t('review.row.noDivision') },
            ]}
          />
        )}
        <Switch
          className={classes.personal}
          label={t('review.filter.personal')}
          checked={personal}
          onChange={(event) => setPersonal(event.currentTarget.checked)}
        />
      </ListFilters>
      <Panel flush>
        <QueryState query={participations} pending={<ListSkeleton count={8} />} />
        <div ref={list}>
          {participations.data && shown.length === 0 && (
            <NothingToReview any={participations.data.length > 0} onClear={() => onSearch({})} />
          )}
          <ul {...keys}>
            {rows.map((participation) => (
              <ParticipationRow
                key={participation.id}
                gameId={gameId}
                participation={participation}
                divisions={divisions}
                personal={personal}
                selected={selected.has(participation.id)}
                onSelect={(on) => select([participation.id], on)}
              />
            ))}
          </ul>
        </div>
      </Panel>
      <Pager page={page} pageCount={pageCount} onPage={(next) => onSearch({ ...search, page: next })} />
      <BulkBar
        gameId={gameId}
        chosen={chosen}
        page={decidable}
        onSelect={select}
        onClear={() => setSelected(new Set())}
      />
    </>
  );
}

type StatusButtonProps = {
  status?: StoredParticipationStatus;
  label: string;
  count: number;
  pressed: boolean;
  onClick: () => void;
};

function StatusButton({ status, label, count, pressed, onClick }: StatusButtonProps) {
  return (
    <button type="button" className={classes.status} aria-pressed={pressed} onClick={onClick}>
      <span className="inline-row gap-6 dimmed text-13">
        {status && <StatusMark status={status} />}
        {label}
      </span>
      <strong>{count}</strong>
    </button>
  );
}

function NothingToReview({ any, onClear }: { any: boolean; onClear: () => void }) {
  const t = useText('review');
  return any ? (
    <NothingFound title={t('review.list.nothingFound')} onClear={onClear} />
  ) : (
    <EmptyState icon={<IconUsersGroup />} title={t('review.list.empty')} hint={t('review.list.emptyHint')} />
  );
}
