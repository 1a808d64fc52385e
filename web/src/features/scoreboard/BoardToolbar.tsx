import { ActionIcon, type ActionIconProps, NativeSelect, Popover, SegmentedControl, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChartLine, IconConfetti, IconHexagons, IconHistory, IconPresentation, IconX } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { SearchField } from '../../ui/SearchField';
import classes from './BoardToolbar.module.css';
import type { BoardDivision } from './board-rows';
import {
  type BoardSearch,
  type BoardSort,
  type BoardView,
  boardSorts,
  boardViews,
  type OnBoardSearch,
} from './board-search';

export type BoardToolbarProps = {
  search: BoardSearch;
  onSearch: OnBoardSearch;
  view: BoardView;
  divisions: ReadonlyMap<number, BoardDivision>;
  /** Set when only teams that solved this challenge are shown. */
  challengeTitle: string | undefined;
  shown: number;
  total: number;
  /** Whether the strip is unfolded; undefined where it has no room, and the large chart is opened. */
  chart: boolean | undefined;
  onChart: () => void;
  gameId: number;
  /** Staff may start the ceremony. */
  isStaff: boolean;
  /** Opens the past standings; undefined when there are none. */
  onPast: (() => void) | undefined;
  legend: ReactNode;
  state: ReactNode;
  /** Small screens have one view, and a sort control instead of sortable column headers; `corner` is beside the columns. */
  place: 'compact' | 'corner' | 'line';
};

const isFiltered = ({ q, division, challenge }: BoardSearch): boolean =>
  Boolean(q) || division !== undefined || challenge !== undefined;

export function BoardToolbar(props: BoardToolbarProps) {
  const { search, onSearch, view, divisions, challengeTitle, shown, total, state, place } = props;
  const t = useText('scoreboard');
  const size = place === 'compact' ? undefined : 'xs';
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of two years ago do not know the search element
    <div className={classes.toolbar} role="search" data-place={place}>
      <SearchField
        className={classes.search}
        label={t('scoreboard.filter.search')}
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q || undefined })}
      />
      {divisions.size > 0 && (
        <Choice
          size={size}
          name={t('scoreboard.filter.division')}
          data={[
            { value: '', label: t('scoreboard.filter.allDivisions') },
            ...[...divisions.values()].map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={search.division === undefined ? '' : String(search.division)}
          onChange={(value) => onSearch({ division: Number(value) || undefined })}
        />
      )}
      {place === 'compact' ? (
        <Choice
          name={t('scoreboard.filter.order')}
          data={boardSorts.map((sort) => ({ value: sort, label: t(`scoreboard.sort.${sort}`) }))}
          value={search.sort ?? 'score'}
          onChange={(value) => onSearch({ sort: value && value !== 'score' ? (value as BoardSort) : undefined })}
        />
      ) : (
        <SegmentedControl
          size="xs"
          className="rigid"
          aria-label={t('scoreboard.filter.view')}
          data={boardViews.map((each) => ({ value: each, label: t(`scoreboard.view.${each}`) }))}
          value={view}
          onChange={(next) => onSearch({ view: next as BoardView })}
        />
      )}
      <Tools {...props} />
      {challengeTitle !== undefined && (
        <button type="button" className={classes.chip} onClick={() => onSearch({ challenge: undefined })}>
          <span>{t('scoreboard.filter.solversOf', { challenge: challengeTitle })}</span>
          <IconX size={14} stroke="2px" />
          <span className="visually-hidden">{t('scoreboard.filter.clearChallenge')}</span>
        </button>
      )}
      {(isFiltered(search) || state) && (
        <span className={classes.state}>
          {isFiltered(search) && (
            <span className="figures dimmed semibold" role="status">
              {t('scoreboard.filter.shown', { shown, count: total })}
            </span>
          )}
          {state}
        </span>
      )}
    </div>
  );
}

type ChoiceProps = {
  name: string;
  size?: 'xs';
  data: { value: string; label: string }[];
  value: string;
  onChange: (value: string | null) => void;
};

/** The browser's own where it is full size: on phones it is easier to use, and its list costs nothing until it opens. */
function Choice({ name, size, data, value, onChange }: ChoiceProps) {
  const common = { className: classes.select, 'aria-label': name, data, value };
  return size ? (
    <Select {...common} size={size} onChange={onChange} />
  ) : (
    <NativeSelect {...common} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  );
}

const LinkIcon = createLink((props: ActionIconProps & Omit<ComponentPropsWithRef<'a'>, keyof ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));

const chartAction = (shown: boolean | undefined) => (shown === undefined ? 'open' : shown ? 'hide' : 'show');

function Tools({ gameId, isStaff, search, place, chart, onChart, onPast, legend }: BoardToolbarProps) {
  const t = useText('scoreboard');
  const tool = (name: string, icon: ReactNode, onClick: () => void, pressed?: boolean) => (
    <ActionIcon
      variant="default"
      size={place === 'compact' ? 36 : 30}
      className={classes.tool}
      aria-pressed={pressed}
      aria-label={name}
      data-hint={name}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
  const link = (to: '/games/$id/present' | '/games/$id/reveal', name: string, shape: ReactNode) => (
    <LinkIcon to={to} params={{ id: gameId }} variant="default" size={30} aria-label={name} data-hint={name}>
      {shape}
    </LinkIcon>
  );
  return (
    <span className={classes.tools}>
      {tool(t(`scoreboard.chart.${chartAction(chart)}`), <IconChartLine />, onChart, chart)}
      {onPast && tool(t('scoreboard.past.title'), <IconHistory />, onPast, search.at !== undefined)}
      {place !== 'compact' && (
        <Popover position="bottom-start" withArrow shadow="md" width={300}>
          <Popover.Target>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('scoreboard.legend')}
              data-hint={t('scoreboard.legend')}
            >
              <IconHexagons />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>{legend}</Popover.Dropdown>
        </Popover>
      )}
      {place !== 'compact' && link('/games/$id/present', t('scoreboard.tools.present'), <IconPresentation />)}
      {place !== 'compact' && isStaff && link('/games/$id/reveal', t('scoreboard.tools.reveal'), <IconConfetti />)}
    </span>
  );
}

/** What fits the window: below 768 px a list to unfold, below 1200 px a table without challenges, and a chart from 720 px. */
export function useBoardFit(): { compact: boolean; view: BoardView; strip: boolean } {
  const options = { getInitialValueInEffect: false };
  const compact = useMediaQuery('(max-width: 47.99em)', undefined, options) ?? false;
  const narrow = useMediaQuery('(max-width: 74.99em)', undefined, options) ?? false;
  const high = useMediaQuery('(min-height: 45em)', undefined, options) ?? false;
  return { compact, view: narrow ? 'list' : 'challenges', strip: high && !compact };
}
