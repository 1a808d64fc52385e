import type { Endpoints } from './endpoint';

export const evidenceEndpoints = {
  get: { method: 'GET', path: '/api/game/:id/participations/:participationId/evidence' },
} as const satisfies Endpoints;

export const caseEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/cases' },
  open: { method: 'POST', path: '/api/edit/games/:id/cases' },
  get: { method: 'GET', path: '/api/edit/games/:id/cases/:caseId' },
  note: { method: 'POST', path: '/api/edit/games/:id/cases/:caseId/notes' },
  ask: { method: 'POST', path: '/api/edit/games/:id/cases/:caseId/questions' },
  decide: { method: 'POST', path: '/api/edit/games/:id/cases/:caseId/decision' },
  export: { method: 'GET', path: '/api/edit/games/:id/cases/:caseId/export' },
} as const satisfies Endpoints;
