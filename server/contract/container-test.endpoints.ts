import type { Endpoints } from './endpoint';

export const testContainerEndpoints = {
  create: { method: 'POST', path: '/api/edit/games/:id/challenges/:challengeId/container' },
  extend: { method: 'POST', path: '/api/edit/games/:id/challenges/:challengeId/container/extend' },
  destroy: { method: 'DELETE', path: '/api/edit/games/:id/challenges/:challengeId/container' },
  log: { method: 'GET', path: '/api/edit/games/:id/challenges/:challengeId/container/log' },
} as const satisfies Endpoints;
