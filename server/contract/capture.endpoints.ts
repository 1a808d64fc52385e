import type { Endpoints } from './endpoint';

export const captureEndpoints = {
  challenges: { method: 'GET', path: '/api/game/games/:id/captures' },
  teams: { method: 'GET', path: '/api/game/captures/:challengeId' },
  files: { method: 'GET', path: '/api/game/captures/:challengeId/:partId' },
  downloadAll: { method: 'GET', path: '/api/game/captures/:challengeId/:partId/all' },
  deleteAll: { method: 'DELETE', path: '/api/game/captures/:challengeId/:partId/all' },
  download: { method: 'GET', path: '/api/game/captures/:challengeId/:partId/:filename' },
  delete: { method: 'DELETE', path: '/api/game/captures/:challengeId/:partId/:filename' },
} as const satisfies Endpoints;
