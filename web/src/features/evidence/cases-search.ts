import { int, oneOf, searchOf, text } from '../../ui/search-params';

/** `reason` is one of findings, whose list the first load does not need; `team` is the number of the team in the game that is shown, `only` narrows the findings to it. */
export const readCasesSearch = searchOf({
  reason: text(32),
  team: int(1),
  only: oneOf(['team']),
  page: int(2),
});
export type CasesSearch = ReturnType<typeof readCasesSearch>;
