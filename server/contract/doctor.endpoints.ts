import type { Endpoints } from './endpoint';

export const doctorEndpoints = {
  get: { method: 'GET', path: '/api/admin/health' },
  echo: { method: 'GET', path: '/api/health/echo' },
} as const satisfies Endpoints;
