import type { Endpoints } from './endpoint';

export const gameCheckEndpoints = {
  get: { method: 'GET', path: '/api/edit/games/:id/check' },
  start: { method: 'POST', path: '/api/edit/games/:id/check' },
} as const satisfies Endpoints;
