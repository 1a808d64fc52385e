import type { Endpoints } from './endpoint';

export const teamAdminEndpoints = {
  list: { method: 'GET', path: '/api/admin/teams' },
  search: { method: 'POST', path: '/api/admin/teams/search' },
  update: { method: 'PUT', path: '/api/admin/teams/:id' },
  merge: { method: 'POST', path: '/api/admin/teams/:id/merge' },
  delete: { method: 'DELETE', path: '/api/admin/teams/:id' },
} as const satisfies Endpoints;
