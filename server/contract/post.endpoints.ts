import type { Endpoints } from './endpoint';

export const postEndpoints = {
  latest: { method: 'GET', path: '/api/posts/latest' },
  list: { method: 'GET', path: '/api/posts' },
  get: { method: 'GET', path: '/api/posts/:id' },
} as const satisfies Endpoints;
