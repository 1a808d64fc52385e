import type { Endpoints } from './endpoint';

export const activityEndpoints = {
  list: { method: 'GET', path: '/api/game/:id/events' },
} as const satisfies Endpoints;
