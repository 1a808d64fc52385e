import type { Endpoints } from './endpoint';

export const awardEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/awards' },
  create: { method: 'POST', path: '/api/edit/games/:id/awards' },
  delete: { method: 'DELETE', path: '/api/edit/games/:id/awards/:awardId' },
} as const satisfies Endpoints;
