import type { Endpoints } from './endpoint';

export const submissionEndpoints = {
  submit: { method: 'POST', path: '/api/game/:id/challenges/:challengeId' },
  ofTeam: { method: 'GET', path: '/api/game/:id/challenges/:challengeId/submissions' },
  status: { method: 'GET', path: '/api/game/:id/challenges/:challengeId/status/:submissionId' },
} as const satisfies Endpoints;
