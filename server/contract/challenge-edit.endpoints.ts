import type { Endpoints } from './endpoint';

export const challengeEditEndpoints = {
  search: { method: 'GET', path: '/api/edit/challenges' },
  list: { method: 'GET', path: '/api/edit/games/:id/challenges' },
  create: { method: 'POST', path: '/api/edit/games/:id/challenges' },
  order: { method: 'PUT', path: '/api/edit/games/:id/challenges/order' },
  health: { method: 'GET', path: '/api/edit/games/:id/challenges/health' },
  get: { method: 'GET', path: '/api/edit/games/:id/challenges/:challengeId' },
  update: { method: 'PUT', path: '/api/edit/games/:id/challenges/:challengeId' },
  delete: { method: 'DELETE', path: '/api/edit/games/:id/challenges/:challengeId' },
  listAttachments: { method: 'GET', path: '/api/edit/games/:id/challenges/:challengeId/attachments' },
  setAttachments: { method: 'PUT', path: '/api/edit/games/:id/challenges/:challengeId/attachments' },
  setAttachment: { method: 'POST', path: '/api/edit/games/:id/challenges/:challengeId/attachment' },
} as const satisfies Endpoints;

export const flagEndpoints = {
  add: { method: 'POST', path: '/api/edit/games/:id/challenges/:challengeId/flags' },
  bindFiles: { method: 'PUT', path: '/api/edit/games/:id/challenges/:challengeId/flags/files' },
  delete: { method: 'DELETE', path: '/api/edit/games/:id/challenges/:challengeId/flags/:flagId' },
} as const satisfies Endpoints;
