import type { Endpoints } from './endpoint';

export const containerAdminEndpoints = {
  list: { method: 'GET', path: '/api/admin/instances' },
  destroy: { method: 'DELETE', path: '/api/admin/instances/:id' },
} as const satisfies Endpoints;
