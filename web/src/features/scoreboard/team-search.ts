import { int, listOf, searchOf } from '../../ui/search-params';
import { comparedMax } from './board-search';

const id = int(1);

/** Search parameters of a team's page. */
export const readTeamSearch = searchOf({
  /** Other teams beside it. */
  compare: listOf(id, comparedMax),
  from: int(0),
  to: int(0),
});
export type TeamSearch = ReturnType<typeof readTeamSearch>;
