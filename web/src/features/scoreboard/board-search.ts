import { int, listOf, oneOf, searchOf, text } from '../../ui/search-params';

export const boardViews = ['list', 'categories', 'challenges'] as const;
export type BoardView = (typeof boardViews)[number];

export const boardSorts = ['score', 'solved', 'last'] as const;
export type BoardSort = (typeof boardSorts)[number];

/** Lines that can still be told apart. */
export const comparedMax = 10;

const id = int(1);

/** What the board shows, as it stands in the address; what makes no sense there counts as absent. */
export const readBoardSearch = searchOf({
  q: text(),
  division: id,
  /** Only teams that have solved it. */
  challenge: id,
  view: oneOf(boardViews),
  sort: oneOf(boardSorts),
  /** The team whose drawer is open. */
  team: id,
  /** Teams picked for the chart. */
  compare: listOf(id, comparedMax),
  chart: oneOf(['off']),
  /** The standings of an earlier moment, Unix milliseconds. */
  at: int(0),
});
export type BoardSearch = ReturnType<typeof readBoardSearch>;

/** Changes what is named and leaves the rest of the address as it is. */
export type OnBoardSearch = (change: Partial<BoardSearch>, options?: { push?: boolean }) => void;
