import type { Endpoints } from './endpoint';

export const containerAdminEndpoints = {
  list: { method: 'GET', path: '/api/admin/instances' },
  failures: { method: 'GET', path: '/api/admin/instances/failures' },
  log: { method: 'GET', path: '/api/admin/instances/:id/log' },
  destroy: { method: 'DELETE', path: '/api/admin/instances/:id' },
} as const satisfies Endpoints;
