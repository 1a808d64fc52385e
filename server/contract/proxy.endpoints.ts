import type { Endpoints } from './endpoint';

export const proxyEndpoints = {
  connect: { method: 'ANY', path: '/api/proxy/:id' },
  connectTest: { method: 'ANY', path: '/api/proxy/noinst/:id' },
} as const satisfies Endpoints;
