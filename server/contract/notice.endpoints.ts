import type { Endpoints } from './endpoint';

export const noticeEndpoints = {
  list: { method: 'GET', path: '/api/game/:id/notices' },
} as const satisfies Endpoints;
