import { int, listOf, oneOf, searchOf, text } from '../../ui/search-params';

export const boardViews = ['list', 'categories', 'challenges'] as const;
export type BoardView = (typeof boardViews)[number];

export const boardSorts = ['score', 'solved', 'last'] as const;
export type BoardSort = (typeof boardSorts)[number];

/** More lines cannot be distinguished. */
export const comparedMax = 10;

const id = int(1);

/** Search parameters of the scoreboard page; invalid values are ignored. */
export const readBoardSearch = searchOf({
  q: text(),
  /** 0 is the board of those who score together, also for a team of another. */
  division: int(0),
  /** Shows only teams that solved this challenge. */
  challenge: id,
  view: oneOf(boardViews),
  sort: oneOf(boardSorts),
  team: id,
  /** Teams selected for the chart. */
  compare: listOf(id, comparedMax),
  /** The strip above the standings, or the large chart in front of them. */
  chart: oneOf(['on', 'off', 'large']),
  /** The zoomed part of the chart, in Unix milliseconds. */
  from: int(0),
  to: int(0),
  /** Time of past standings in Unix milliseconds. */
  at: int(0),
});
export type BoardSearch = ReturnType<typeof readBoardSearch>;

/** Changes the given parameters and keeps the others. */
export type OnBoardSearch = (change: Partial<BoardSearch>, options?: { push?: boolean }) => void;

/** After the `#` of an address of the board: it opens at the own row. */
export const ownRowHash = 'own';
