import type { Endpoints } from './endpoint';

export const submissionMonitorEndpoints = {
  list: { method: 'GET', path: '/api/game/:id/submissions' },
  cheatInfo: { method: 'GET', path: '/api/game/:id/cheatinfo' },
  findings: { method: 'GET', path: '/api/game/:id/findings' },
  sheet: { method: 'GET', path: '/api/game/:id/submissionsheet' },
} as const satisfies Endpoints;
