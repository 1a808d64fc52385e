import type { Endpoints } from './endpoint';

export const logEndpoints = {
  list: { method: 'GET', path: '/api/admin/logs' },
} as const satisfies Endpoints;
