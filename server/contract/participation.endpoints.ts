import type { Endpoints } from './endpoint';

export const participationEndpoints = {
  check: { method: 'GET', path: '/api/game/:id/check' },
  join: { method: 'POST', path: '/api/game/:id' },
  acceptRules: { method: 'POST', path: '/api/game/:id/rules' },
  answerFields: { method: 'PUT', path: '/api/game/:id/fields' },
  publicFields: { method: 'GET', path: '/api/game/:id/teams/:teamId/fields' },
  leave: { method: 'DELETE', path: '/api/game/:id' },
} as const satisfies Endpoints;
