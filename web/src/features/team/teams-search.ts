import { int, searchOf, text } from '../../ui/search-params';

/** What of the page is open, as it stands in the address; what makes no sense there counts as absent. */
export const readTeamsSearch = searchOf({
  /** The team whose panel is open. */
  team: int(1),
  /** An invite code from a join link; opens the dialog with it filled in. */
  code: text(256),
});
export type TeamsSearch = ReturnType<typeof readTeamsSearch>;
