import { Button, Select } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { SavedViews } from '../../ui/SavedViews';
import { SearchField } from '../../ui/SearchField';
import { useFilterFold } from '../../ui/use-filter-fold';
import classes from './Monitor.module.css';
import type { FeedSearch, OnFeedSearch } from './monitor-search';
import { SheetButtons } from './SheetButtons';
import { type Named, useNames } from './use-names';

type Kind<Name extends string> = { name: Name; label: string; icon: ReactNode };

type FeedFiltersProps<Name extends string> = {
  gameId: number;
  /** Verdicts or kinds of events; one can be chosen. */
  kinds: Kind<Name>[];
  kindsLabel: string;
  search: FeedSearch & { type?: Name };
  onSearch: OnFeedSearch<FeedSearch & { type?: Name }>;
  /** Names the list among those whose views are kept. */
  place: string;
  /** Whether the list is live, and its pause. */
  state: ReactNode;
  exportButton: ReactNode;
  /** Further switches. */
  children?: ReactNode;
};

export function FeedFilters<Name extends string>(props: FeedFiltersProps<Name>) {
  const { gameId, kinds, kindsLabel, search, onSearch, place, state, exportButton, children } = props;
  const t = useText('monitor');
  const names = useNames(gameId);
  const filterCount = Object.values(search).filter((value) => value !== undefined && value !== '').length;
  const isFiltered = filterCount > 0;
  const fold = useFilterFold(filterCount);
  /** These filters and no other. */
  const only = (wanted: object) =>
    onSearch({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...wanted });
  const choice = (
    <>
      <fieldset className={classes.chips}>
        <legend className="visually-hidden">{kindsLabel}</legend>
        {kinds.map(({ name, label, icon }) => (
          <button
            key={name}
            type="button"
            className={classes.chip}
            aria-pressed={search.type === name}
            onClick={() => onSearch({ type: search.type === name ? undefined : name })}
          >
            {icon}
            {label}
          </button>
        ))}
      </fieldset>
      {children}
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of two years ago do not know the search element
    <div className="grid gap-8 below-12" role="search">
      <div className={classes.line}>
        {fold.button}
        {!fold.isPhone && choice}
        <span className={classes.state}>{state}</span>
      </div>
      {fold.isPhone && fold.isShown && <div className={classes.line}>{choice}</div>}
      {fold.isShown && (
        <div className={classes.line}>
          <SearchField
            className={classes.search}
            label={t('monitor.filter.search')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ q: q || undefined })}
          />
          <NameSelect
            label={t('monitor.filter.team')}
            names={names.teams}
            value={search.team}
            onChange={(team) => onSearch({ team })}
          />
          <NameSelect
            label={t('monitor.filter.challenge')}
            names={names.challenges}
            value={search.challenge}
            onChange={(challenge) => onSearch({ challenge })}
          />
          {isFiltered && (
            <Button variant="subtle" leftSection={<IconFilterOff />} onClick={() => only({})}>
              {t('monitor.filter.clear')}
            </Button>
          )}
          <span className={classes.views}>
            {fold.isPhone && <SheetButtons gameId={gameId} />}
            {exportButton}
            <SavedViews place={`${gameId}:${place}`} search={search} isFiltered={isFiltered} onApply={only} />
          </span>
        </div>
      )}
    </div>
  );
}

type NameSelectProps = {
  label: string;
  names: readonly Named[];
  value: number | undefined;
  onChange: (id: number | undefined) => void;
};

/** Options drawn at once; typing finds the others. */
const optionsMax = 60;

function NameSelect({ label, names, value, onChange }: NameSelectProps) {
  const t = useText('monitor');
  const isKnown = value === undefined || names.some(({ id }) => id === value);
  // A team may have left the board.
  const all = isKnown ? names : [...names, { id: value, name: `#${value}` }];
  return (
    <Select
      className={classes.select}
      aria-label={label}
      placeholder={label}
      data-set={value !== undefined || undefined}
      searchable
      clearable
      limit={optionsMax}
      nothingFoundMessage={t('monitor.filter.none')}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(Number(next) || undefined)}
    />
  );
}
