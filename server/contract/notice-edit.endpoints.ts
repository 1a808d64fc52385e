import type { Endpoints } from './endpoint';

export const noticeEditEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/notices' },
  create: { method: 'POST', path: '/api/edit/games/:id/notices' },
  update: { method: 'PUT', path: '/api/edit/games/:id/notices/:noticeId' },
  delete: { method: 'DELETE', path: '/api/edit/games/:id/notices/:noticeId' },
} as const satisfies Endpoints;
