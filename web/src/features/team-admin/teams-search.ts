import { flag, int, oneOf, searchOf, text } from '../../ui/search-params';

const teamOrders = ['name', 'members', 'games'] as const;
export type TeamOrder = (typeof teamOrders)[number];

export const readTeamsSearch = searchOf({
  q: text(256),
  locked: flag,
  order: oneOf(teamOrders),
  desc: flag,
  page: int(1),
});
export type TeamsSearch = ReturnType<typeof readTeamsSearch>;
