import type { Endpoints } from './endpoint';

export const gamePageEndpoints = {
  get: { method: 'GET', path: '/api/game/:id/page' },
} as const satisfies Endpoints;
