import type { Endpoints } from './endpoint';

export const auditEndpoints = {
  game: { method: 'GET', path: '/api/edit/games/:id/audit' },
  all: { method: 'GET', path: '/api/admin/audit' },
} as const satisfies Endpoints;
