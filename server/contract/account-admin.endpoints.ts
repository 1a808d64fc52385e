import type { Endpoints } from './endpoint';

export const accountAdminEndpoints = {
  list: { method: 'GET', path: '/api/admin/users' },
  import: { method: 'POST', path: '/api/admin/users' },
  search: { method: 'POST', path: '/api/admin/users/search' },
  get: { method: 'GET', path: '/api/admin/users/:userId' },
  update: { method: 'PUT', path: '/api/admin/users/:userId' },
  resetPassword: { method: 'DELETE', path: '/api/admin/users/:userId/password' },
  makeResetLink: { method: 'POST', path: '/api/admin/users/:userId/resetlink' },
  endSessions: { method: 'DELETE', path: '/api/admin/users/:userId/sessions' },
  delete: { method: 'DELETE', path: '/api/admin/users/:userId' },
} as const satisfies Endpoints;
