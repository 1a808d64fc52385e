import type { Endpoints } from './endpoint';

export const configEndpoints = {
  client: { method: 'GET', path: '/api/config' },
  favicon: { method: 'GET', path: '/favicon.webp' },
} as const satisfies Endpoints;
