import type { Endpoints } from './endpoint';

export const termsEndpoints = {
  get: { method: 'GET', path: '/api/account/terms' },
  accept: { method: 'POST', path: '/api/account/terms' },
} as const satisfies Endpoints;
