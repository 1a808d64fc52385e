export const levels = ['Information', 'Warning', 'Error', 'Fatal'] as const;
export type Level = (typeof levels)[number];

/** `all` is said: without a kind the submissions are left out. */
export const shownKinds = ['submission', 'instance', 'account', 'team', 'game', 'platform', 'all'] as const;
export type LogsSearch = {
  q?: string;
  level?: Level;
  kind?: (typeof shownKinds)[number];
  game?: number;
  page?: number;
};
