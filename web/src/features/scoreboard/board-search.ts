import { z } from 'zod';

export const boardViews = ['list', 'categories', 'challenges'] as const;
export type BoardView = (typeof boardViews)[number];

export const boardSorts = ['score', 'solved', 'last'] as const;
export type BoardSort = (typeof boardSorts)[number];

/** Lines that can still be told apart. */
export const comparedMax = 10;

const Id = z.coerce.number().int().min(1);

/** What the board shows, as it stands in the address; what makes no sense there counts as absent. */
export const BoardSearch = z.object({
  q: z.coerce.string().optional().catch(undefined),
  division: Id.optional().catch(undefined),
  /** Only teams that have solved it. */
  challenge: Id.optional().catch(undefined),
  view: z.enum(boardViews).optional().catch(undefined),
  sort: z.enum(boardSorts).optional().catch(undefined),
  /** The team whose drawer is open. */
  team: Id.optional().catch(undefined),
  /** Teams picked for the chart. */
  compare: z.array(Id).max(comparedMax).optional().catch(undefined),
  chart: z.literal('off').optional().catch(undefined),
});
export type BoardSearch = z.infer<typeof BoardSearch>;

/** Changes what is named and leaves the rest of the address as it is. */
export type OnBoardSearch = (change: Partial<BoardSearch>, options?: { push?: boolean }) => void;
