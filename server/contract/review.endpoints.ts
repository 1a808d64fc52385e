import type { Endpoints } from './endpoint';

export const reviewEndpoints = {
  list: { method: 'GET', path: '/api/game/:id/participations' },
  update: { method: 'PUT', path: '/api/admin/participation/:id' },
} as const satisfies Endpoints;
