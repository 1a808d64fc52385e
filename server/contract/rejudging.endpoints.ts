import type { Endpoints } from './endpoint';

export const rejudgingEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/rejudgings' },
  create: { method: 'POST', path: '/api/edit/games/:id/rejudgings' },
  get: { method: 'GET', path: '/api/edit/games/:id/rejudgings/:rejudgingId' },
  submissions: { method: 'GET', path: '/api/edit/games/:id/rejudgings/:rejudgingId/submissions' },
  teams: { method: 'GET', path: '/api/edit/games/:id/rejudgings/:rejudgingId/teams' },
  apply: { method: 'POST', path: '/api/edit/games/:id/rejudgings/:rejudgingId/apply' },
  delete: { method: 'DELETE', path: '/api/edit/games/:id/rejudgings/:rejudgingId' },
  count: { method: 'GET', path: '/api/edit/games/:id/challenges/:challengeId/rejudging' },
} as const satisfies Endpoints;
