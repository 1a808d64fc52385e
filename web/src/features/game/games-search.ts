import { int, oneOf, searchOf, text } from '../../ui/search-params';

export const phaseFilters = ['all', 'running', 'upcoming', 'ended'] as const;
export type PhaseFilter = (typeof phaseFilters)[number];

/** Search parameters of the games page; invalid values are ignored. */
export const readGamesSearch = searchOf({
  phase: oneOf(phaseFilters),
  q: text(),
  page: int(1),
});
export type GamesSearch = ReturnType<typeof readGamesSearch>;

export const gamesPerPage = 24;
