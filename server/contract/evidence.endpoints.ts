import type { Endpoints } from './endpoint';
import { writeupSizeBytesMax } from './writeup.limits';

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

export const questionEndpoints = {
  list: { method: 'GET', path: '/api/game/:id/questions' },
  answer: { method: 'POST', path: '/api/game/:id/questions/:questionId/answer' },
  upload: {
    method: 'POST',
    path: '/api/game/:id/questions/:questionId/file',
    upload: { field: 'file', sizeBytesMax: writeupSizeBytesMax },
  },
} as const satisfies Endpoints;
