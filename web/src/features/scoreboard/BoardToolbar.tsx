import { ActionIcon, SegmentedControl, Select } from '@mantine/core';
import { IconChartLine, IconHistory, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { SearchField } from '../../ui/SearchField';
import { useTyped } from '../../ui/use-typed';
import classes from './BoardToolbar.module.css';
import {
  type BoardSearch,
  type BoardSort,
  type BoardView,
  boardSorts,
  boardViews,
  type OnBoardSearch,
} from './board-search';

type BoardToolbarProps = {
  search: BoardSearch;
  onSearch: OnBoardSearch;
  divisions: ReadonlyMap<number, string>;
  /** Set when only teams that solved this challenge are shown. */
  challengeTitle: string | undefined;
  shown: number;
  total: number;
  /** Small screens have one view, and a sort control instead of sortable column headers. */
  compact: boolean;
  /** Opens the past standings; undefined when there are none. */
  onPast: (() => void) | undefined;
  state: ReactNode;
};

export function BoardToolbar(props: BoardToolbarProps) {
  const { search, onSearch, divisions, challengeTitle, shown, total, compact, onPast, state } = props;
  const t = useText('scoreboard');
  const [typed, type] = useTyped(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  const filtered = Boolean(search.q) || search.division !== undefined || search.challenge !== undefined;
  const chartOff = search.chart === 'off';
  const chartName = t(chartOff ? 'scoreboard.chart.show' : 'scoreboard.chart.hide');
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of two years ago do not know the search element
    <div className={classes.toolbar} role="search">
      <SearchField className={classes.search} label={t('scoreboard.filter.search')} value={typed} onChange={type} />
      {divisions.size > 0 && (
        <Select
          className={classes.select}
          aria-label={t('scoreboard.filter.division')}
          data={[
            { value: '', label: t('scoreboard.filter.allDivisions') },
            ...[...divisions].map(([id, name]) => ({ value: String(id), label: name })),
          ]}
          value={search.division === undefined ? '' : String(search.division)}
          onChange={(value) => onSearch({ division: Number(value) || undefined })}
        />
      )}
      <Select
        className={classes.select}
        aria-label={t('scoreboard.filter.order')}
        data={boardSorts.map((sort) => ({ value: sort, label: t(`scoreboard.sort.${sort}`) }))}
        value={search.sort ?? 'score'}
        onChange={(value) => onSearch({ sort: value && value !== 'score' ? (value as BoardSort) : undefined })}
      />
      {!compact && (
        <SegmentedControl
          aria-label={t('scoreboard.filter.view')}
          data={boardViews.map((view) => ({ value: view, label: t(`scoreboard.view.${view}`) }))}
          value={search.view ?? 'challenges'}
          onChange={(view) => onSearch({ view: view === 'challenges' ? undefined : (view as BoardView) })}
        />
      )}
      <ActionIcon
        className={classes.chart}
        variant="default"
        size={36}
        aria-pressed={!chartOff}
        aria-label={chartName}
        data-hint={chartName}
        onClick={() => onSearch({ chart: chartOff ? undefined : 'off' })}
      >
        <IconChartLine size={18} stroke={1.75} />
      </ActionIcon>
      {onPast && (
        <ActionIcon
          className={classes.chart}
          variant="default"
          size={36}
          aria-pressed={search.at !== undefined}
          aria-label={t('scoreboard.past.title')}
          data-hint={t('scoreboard.past.title')}
          onClick={onPast}
        >
          <IconHistory size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {challengeTitle !== undefined && (
        <button type="button" className={classes.chip} onClick={() => onSearch({ challenge: undefined })}>
          <span>{t('scoreboard.filter.solversOf', { challenge: challengeTitle })}</span>
          <IconX size={14} stroke={2} aria-hidden />
          <span className="visually-hidden">{t('scoreboard.filter.clearChallenge')}</span>
        </button>
      )}
      <span className={classes.state}>
        {filtered && (
          <span className={`figures ${classes.count}`} role="status">
            {t('scoreboard.filter.shown', { shown, count: total })}
          </span>
        )}
        {state}
      </span>
    </div>
  );
}
