import type { Endpoints } from './endpoint';

export const overviewEndpoints = {
  get: { method: 'GET', path: '/api/admin/overview' },
} as const satisfies Endpoints;
