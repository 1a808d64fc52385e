import type { Endpoints } from './endpoint';

export const tokenEndpoints = {
  create: { method: 'POST', path: '/api/tokens' },
  list: { method: 'GET', path: '/api/tokens' },
  restore: { method: 'POST', path: '/api/tokens/:id/restore' },
  remove: { method: 'DELETE', path: '/api/tokens/:id' },
} as const satisfies Endpoints;
