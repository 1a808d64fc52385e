export const logLevels = ['Information', 'Warning', 'Error', 'Fatal'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What a line is about. Submissions are many, and kept apart from the others. */
export const logKinds = ['submission', 'instance', 'account', 'team', 'game', 'platform'] as const;
export type LogKind = (typeof logKinds)[number];

export const taskStatuses = [
  'Success',
  'Failed',
  'Duplicate',
  'Denied',
  'NotFound',
  'Exit',
  'Pending',
  'Degraded',
  'Unhealthy',
] as const;
export type TaskStatus = (typeof taskStatuses)[number];
