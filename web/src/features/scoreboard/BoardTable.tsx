// biome-ignore-all lint/a11y/useSemanticElements: rows and cells of a windowed table are placed by hand, which table elements forbid
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells are not operated, the buttons in them are

import { type PointerEvent, type ReactNode, type RefObject, useImperativeHandle, useMemo, useRef } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';
import { useStable } from '../../ui/use-stable';
import { BoardHead } from './BoardHead';
import { BoardRow, type RowShared } from './BoardRow';
import classes from './BoardTable.module.css';
import { type BoardDivision, type CategoryGroup, type Layout, type Row, solvesOf } from './board-rows';
import type { BoardSearch, BoardView, OnBoardSearch } from './board-search';
import type { CellScale } from './cells';
import { fixedColumns } from './cells';
import { MarkShapes, markOf, useMarkNames } from './marks';
import { PinnedRow } from './PinnedRow';
import { rowHeight, useBoardWindows } from './use-board-windows';
import { useRowMotion } from './use-row-motion';

export type BoardHandle = { showOwn: () => void };

export type BoardTableProps = {
  rows: readonly Row[];
  own: Row | undefined;
  version: number;
  groups: readonly CategoryGroup[];
  layout: Layout;
  divisions: ReadonlyMap<number, BoardDivision>;
  view: BoardView;
  search: BoardSearch;
  onSearch: OnBoardSearch;
  onOpen: (teamId: number) => void;
  onCompare: (teamId: number) => void;
  scale: CellScale;
  /** Content above the header that scrolls away with the rows. */
  above: ReactNode;
  /** In the corner of the head beside the challenges, else above the head. */
  tools: ReactNode;
  /** Replaces the rows when there are none. */
  nothing: ReactNode;
  handle: RefObject<BoardHandle | null>;
  /** Without, the frame alone is there and is measured, so that rows are drawn once, at their width. */
  drawn: boolean;
};

/** Virtualised in both directions. Header and team column are sticky, and the account's team is pinned when scrolled away. */
export function BoardTable(props: BoardTableProps) {
  const { rows, own, version, groups, layout, divisions, view, search, onSearch, onOpen, onCompare, scale, handle } =
    props;
  const t = useText('scoreboard');
  const markNames = useMarkNames();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const ownPlace = useMemo(() => (own ? rows.findIndex(({ id }) => id === own.id) : null), [rows, own]);
  const windows = useBoardWindows({ rows, view, layout, ownPlace, box });
  const { fixedWidth, columnWidth, from, to, pin } = windows;
  const filter = JSON.stringify([search.q, search.division, search.challenge, search.sort]);
  useRowMotion(body, { rows, version, filter, rowHeight });
  const describeSolve = useSolveHints({ rows, groups, own });

  const showOwn = useStable(() => {
    if (ownPlace === null) return;
    if (ownPlace >= 0) {
      windows.scrollToRow(ownPlace);
      focusWhenThere(() => body.current?.querySelector('[data-own] button'));
    } else onSearch({ q: undefined, division: undefined, challenge: undefined });
  });
  useImperativeHandle(handle, () => ({ showOwn }));

  const shared: RowShared = {
    view,
    layout,
    columnWidth,
    from,
    to,
    inDivision: search.division !== undefined,
    scale,
    markNames,
    t,
    language: useLanguage(),
    onOpen,
    onCompare,
  };
  const cellColumns = view === 'list' ? 3 : view === 'categories' ? layout.categories.length : layout.columns;
  const divisionOf = (row: Row) => (row.divisionId === null ? undefined : divisions.get(row.divisionId));
  const compared = new Set(search.compare);

  return (
    <div className={classes.frame} data-after={windows.hasMore || undefined} ref={windows.sizeRef}>
      <div
        ref={box}
        className={classes.box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        onScroll={windows.onScroll}
        onPointerOver={describeSolve}
        style={{
          '--fixed-width': `${fixedWidth}px`,
          '--head-height': `${windows.headHeight}px`,
          '--table-width': `${windows.tableWidth}px`,
          '--row-height': `${rowHeight}px`,
        }}
      >
        <MarkShapes />
        <div className={classes.above} ref={windows.aboveRef}>
          {props.above}
        </div>
        <div className={classes.tools} data-corner={view === 'challenges' || undefined}>
          <div ref={windows.toolsRef}>{props.tools}</div>
        </div>
        {props.drawn && (
          <div
            className={classes.table}
            role="table"
            aria-label={t('scoreboard.table')}
            aria-rowcount={rows.length + 2}
            aria-colcount={fixedColumns + cellColumns}
          >
            <BoardHead
              {...{ groups, layout, view, columnWidth, from, to, search, onSearch }}
              top={windows.headHeight - windows.ownHeadHeight}
              height={windows.ownHeadHeight}
            />
            {own && pin === 'top' && (
              <PinnedRow {...shared} edge="top" row={own} division={divisionOf(own)} onShow={showOwn} />
            )}
            <div ref={body} className={classes.body} role="rowgroup" style={{ height: rows.length * rowHeight }}>
              {windows.shown.map((index) => {
                const row = rows[index];
                if (!row) return null;
                return (
                  <BoardRow
                    key={row.id}
                    {...shared}
                    row={row}
                    index={index}
                    top={index * rowHeight}
                    division={divisionOf(row)}
                    own={row.id === own?.id}
                    compared={compared.has(row.id)}
                  />
                );
              })}
            </div>
            {own && pin === 'bottom' && (
              <PinnedRow
                {...shared}
                edge="bottom"
                absent={ownPlace === -1}
                row={own}
                division={divisionOf(own)}
                onShow={showOwn}
              />
            )}
          </div>
        )}
        {rows.length === 0 && <div className={classes.nothing}>{props.nothing}</div>}
      </div>
    </div>
  );
}

const framesMax = 60;

/** A row is made once its place is scrolled to. */
function focusWhenThere(find: () => HTMLElement | null | undefined, frames = framesMax): void {
  const found = find();
  if (found) found.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusWhenThere(find, frames - 1));
}

type HintsInput = { rows: readonly Row[]; groups: readonly CategoryGroup[]; own: Row | undefined };

// Tooltips are built on hover: building one per cell would cost more than the cells.
function useSolveHints({ rows, groups, own }: HintsInput) {
  const t = useText('scoreboard');
  const markNames = useMarkNames();
  return ({ target }: PointerEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-challenge]') : null;
    if (!cell) return;
    const teamId = Number(cell.closest<HTMLElement>('[data-team]')?.dataset.team ?? own?.id);
    const row = rows.find(({ id }) => id === teamId) ?? own;
    const solve = row && solvesOf(row).get(Number(cell.dataset.challenge));
    if (!solve) return;
    const title = groups.flatMap(({ challenges }) => challenges).find(({ id }) => id === solve.id)?.title ?? '';
    const who = solve.userName || t('scoreboard.gone');
    const what = t('scoreboard.points', { count: solve.score });
    const mark = markNames[markOf(solve)];
    cell.dataset.hint = [title, mark, what, who, formatTime(solve.time, 'short')].join(' · ');
  };
}
