import type { Endpoints } from './endpoint';

export const postEditEndpoints = {
  create: { method: 'POST', path: '/api/edit/posts' },
  update: { method: 'PUT', path: '/api/edit/posts/:id' },
  delete: { method: 'DELETE', path: '/api/edit/posts/:id' },
} as const satisfies Endpoints;
