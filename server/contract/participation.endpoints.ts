import type { Endpoints } from './endpoint';

export const participationEndpoints = {
  check: { method: 'GET', path: '/api/game/:id/check' },
  join: { method: 'POST', path: '/api/game/:id' },
  acceptRules: { method: 'POST', path: '/api/game/:id/rules' },
  leave: { method: 'DELETE', path: '/api/game/:id' },
  list: { method: 'GET', path: '/api/game/:id/participations' },
  update: { method: 'PUT', path: '/api/admin/participation/:id' },
} as const satisfies Endpoints;
