import type { Endpoints } from './endpoint';

export const solverEndpoints = {
  get: { method: 'GET', path: '/api/edit/games/:id/challenges/:challengeId/solver' },
  set: { method: 'PUT', path: '/api/edit/games/:id/challenges/:challengeId/solver' },
  check: { method: 'POST', path: '/api/edit/games/:id/challenges/:challengeId/solver/checks' },
  output: { method: 'GET', path: '/api/edit/games/:id/challenges/:challengeId/solver/checks/:checkId' },
} as const satisfies Endpoints;
