import { int, searchOf, text } from '../../ui/search-params';

/** Search parameters of the teams page; invalid values are ignored. */
export const readTeamsSearch = searchOf({
  team: int(1),
  /** Invite code from a join link; opens the dialog with it. */
  code: text(256),
});
export type TeamsSearch = ReturnType<typeof readTeamsSearch>;
