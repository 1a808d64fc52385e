import type { Endpoints } from './endpoint';

export const engineEndpoints = {
  list: { method: 'GET', path: '/api/admin/engines' },
  update: { method: 'PUT', path: '/api/admin/engines/:name' },
} as const satisfies Endpoints;
