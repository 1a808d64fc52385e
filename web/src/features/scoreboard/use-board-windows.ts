import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import type { Layout, Row } from './board-rows';
import type { BoardView } from './board-search';

/** Pixels. */
export const rowHeight = 34;
const toolsHeight = 44;
/** Of the frame, both sides. */
const borders = 2;
const headHeights = { list: 30, categories: 44, challenges: 116, tall: 148 };
/** From this height of the board on, names of challenges have more room. */
const tallFrom = 800;
/** The names of the columns, below the tools in the corner. */
const namesHeight = 32;

/** Columns become as narrow as it takes to have all of them in sight; 24 px can still be pressed. */
const columnWidths = { categories: { min: 76, max: 150 }, challenges: { min: 24, max: 112 } };
/** From this width on names of challenges lie flat. */
export const flatNamesFrom = 84;

/** Minimum width of the columns in list view; narrow ones leave the score over time to the page of the team. */
const factsWidthFor = (width: number) => (width < 760 ? 250 : 420);

/** Widths of rank, team, solved and score together, and of each column beside them. */
export function widthsFor(view: BoardView, width: number, columns: number): { fixed: number; column: number } {
  if (view === 'list')
    return { fixed: Math.max(300, Math.min(480, width - borders - factsWidthFor(width))), column: 0 };
  const { min, max } = columnWidths[view];
  const roomy = width >= 1500 ? 480 : width >= 1060 ? 440 : width >= 1000 ? 400 : 360;
  const fixed = width - borders - roomy >= columns * min ? roomy : 360;
  const fitting = Math.floor((width - fixed - borders) / Math.max(1, columns));
  return { fixed, column: columns > 0 ? Math.max(min, Math.min(max, fitting)) : 0 };
}

/** Columns become visible in batches, so that horizontal scrolling rarely renders all rows again. */
const columnStep = 6;

export type PinEdge = 'top' | 'bottom' | null;

type WindowsOptions = {
  rows: readonly Row[];
  view: BoardView;
  layout: Layout;
  /** Index of the account's team among the visible rows; -1 if filtered out, null without a team. */
  ownPlace: number | null;
  box: RefObject<HTMLDivElement | null>;
};

/** Virtualised rows and columns, column widths, and the edge the account's team has scrolled past. */
export function useBoardWindows({ rows, view, layout, ownPlace, box }: WindowsOptions) {
  const { ref: sizeRef, width, height } = useElementSize();
  const { ref: aboveRef, height: aboveHeight } = useElementSize();
  const { ref: toolsRef, height: cornerHeight } = useElementSize();
  // Tools stand in the corner beside the challenges, else in a line above the head.
  const inCorner = view === 'challenges';
  const toolsLine = inCorner ? 0 : toolsHeight;
  const named = headHeights[inCorner && height >= tallFrom ? 'tall' : view];
  const ownHeadHeight = Math.max(named, inCorner ? cornerHeight + namesHeight : 0);
  const headHeight = toolsLine + ownHeadHeight;
  const columns = view === 'challenges' ? layout.columns : view === 'categories' ? layout.categories.length : 0;
  const { fixed: fixedWidth, column: columnWidth } = widthsFor(view, width, columns);

  const tableWidth = fixedWidth + (view === 'list' ? factsWidthFor(width) : columns * columnWidth);

  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: aboveHeight + headHeight,
    scrollPaddingStart: headHeight,
    overscan: 4,
    useFlushSync: false,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => box.current,
    estimateSize: () => columnWidth,
    paddingStart: fixedWidth,
    overscan: 1,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured holds for one width of columns
  useLayoutEffect(() => horizontal.measure(), [horizontal, columnWidth, fixedWidth]);

  const [pin, setPin] = useState<PinEdge>(null);
  const [hasMore, setHasMore] = useState(false);
  const look = useCallback(() => {
    const element = box.current;
    if (element) setHasMore(element.scrollLeft + element.clientWidth < tableWidth);
    if (!element || ownPlace === null) return setPin(null);
    if (ownPlace < 0) return setPin('bottom');
    const top = aboveHeight + ownPlace * rowHeight;
    if (top < element.scrollTop) return setPin('top');
    const bottom = top + headHeight + rowHeight;
    setPin(bottom > element.scrollTop + element.clientHeight + 1 ? 'bottom' : null);
  }, [box, ownPlace, aboveHeight, headHeight, tableWidth]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size of the box shows other rows
  useLayoutEffect(look, [look, width, rows]);

  const columnItems = horizontal.getVirtualItems();
  return {
    sizeRef,
    aboveRef,
    toolsRef,
    fixedWidth,
    columnWidth,
    headHeight,
    ownHeadHeight,
    tableWidth,
    /** Indexes of the rows to render. */
    shown: vertical.getVirtualItems().map(({ index }) => index),
    from: Math.floor((columnItems[0]?.index ?? 0) / columnStep) * columnStep,
    to: Math.ceil(((columnItems.at(-1)?.index ?? -1) + 1) / columnStep) * columnStep - 1,
    pin: ownPlace === null ? null : pin,
    /** Whether columns are outside at the end. */
    hasMore,
    onScroll: look,
    scrollToRow: (index: number) => vertical.scrollToIndex(index, { align: 'center' }),
  };
}
