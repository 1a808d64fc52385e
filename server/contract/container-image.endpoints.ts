import type { Endpoints } from './endpoint';

export const containerImageEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/challenges/:challengeId/images' },
  pull: { method: 'POST', path: '/api/edit/games/:id/challenges/:challengeId/images' },
} as const satisfies Endpoints;
