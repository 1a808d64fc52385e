import { findingReasons } from '@vexil/db/enums/evidence';
import { int, oneOf, searchOf } from '../../ui/search-params';

/** `team` is the number of the team in the game that is shown, `only` narrows the findings to it. */
export const readCasesSearch = searchOf({
  reason: oneOf(findingReasons),
  team: int(1),
  only: oneOf(['team']),
  page: int(2),
});
export type CasesSearch = ReturnType<typeof readCasesSearch>;
