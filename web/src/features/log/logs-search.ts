export const levels = ['Information', 'Warning', 'Error', 'Fatal'] as const;
export type Level = (typeof levels)[number];
export type LogsSearch = { q?: string; level?: Level; page?: number };
