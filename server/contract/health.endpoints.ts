import type { Endpoints } from './endpoint';

export const healthEndpoints = {
  get: { method: 'GET', path: '/api/edit/games/:id/health' },
} as const satisfies Endpoints;
