import type { Endpoints } from './endpoint';

export const submissionEndpoints = {
  submit: { method: 'POST', path: '/api/game/:id/challenges/:challengeId' },
  ofTeam: { method: 'GET', path: '/api/game/:id/challenges/:challengeId/submissions' },
  status: { method: 'GET', path: '/api/game/:id/challenges/:challengeId/status/:submissionId' },
} as const satisfies Endpoints;

export const submissionMonitorEndpoints = {
  list: { method: 'GET', path: '/api/game/:id/submissions' },
  cheatInfo: { method: 'GET', path: '/api/game/:id/cheatinfo' },
  findings: { method: 'GET', path: '/api/game/:id/findings' },
  sheet: { method: 'GET', path: '/api/game/:id/submissionsheet' },
} as const satisfies Endpoints;
