import type { Endpoints } from './endpoint';

export const containerEndpoints = {
  list: { method: 'GET', path: '/api/game/:id/container' },
  create: { method: 'POST', path: '/api/game/:id/container/:challengeId' },
  extend: { method: 'POST', path: '/api/game/:id/container/:challengeId/extend' },
  destroy: { method: 'DELETE', path: '/api/game/:id/container/:challengeId' },
} as const satisfies Endpoints;
