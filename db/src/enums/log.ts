export const logLevels = ['Information', 'Warning', 'Error', 'Fatal'] as const;
export type LogLevel = (typeof logLevels)[number];

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
