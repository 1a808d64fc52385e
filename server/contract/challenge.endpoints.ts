import type { Endpoints } from './endpoint';

export const challengeEndpoints = {
  details: { method: 'GET', path: '/api/game/:id/details' },
  get: { method: 'GET', path: '/api/game/:id/challenges/:challengeId' },
  files: { method: 'GET', path: '/api/game/:id/challenges/:challengeId/files' },
  takeHint: { method: 'POST', path: '/api/game/:id/challenges/:challengeId/hints/:hintId' },
  preview: { method: 'GET', path: '/api/game/:id/challenges' },
} as const satisfies Endpoints;
