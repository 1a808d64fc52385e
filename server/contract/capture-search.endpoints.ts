import type { Endpoints } from './endpoint';

export const captureSearchEndpoints = {
  list: { method: 'GET', path: '/api/game/games/:id/captures/searches' },
  create: { method: 'POST', path: '/api/game/games/:id/captures/searches' },
  get: { method: 'GET', path: '/api/game/games/:id/captures/searches/:searchId' },
  remove: { method: 'DELETE', path: '/api/game/games/:id/captures/searches/:searchId' },
  findings: { method: 'GET', path: '/api/game/games/:id/captures/findings' },
} as const satisfies Endpoints;
