import { int, oneOf, searchOf, text } from '../../ui/search-params';

export const levels = ['Information', 'Warning', 'Error', 'Fatal'] as const;
export type Level = (typeof levels)[number];

/** `all` is said: without a kind the submissions are left out. */
export const shownKinds = ['submission', 'instance', 'account', 'team', 'game', 'platform', 'all'] as const;

export const readLogsSearch = searchOf({
  q: text(128),
  level: oneOf(levels),
  kind: oneOf(shownKinds),
  game: int(1),
  page: int(1),
});
export type LogsSearch = ReturnType<typeof readLogsSearch>;
