import type { Endpoints } from './endpoint';

export const monitorEndpoints = {
  figures: { method: 'GET', path: '/api/game/:id/monitor/figures' },
} as const satisfies Endpoints;
