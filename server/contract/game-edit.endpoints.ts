import { imageSizeBytesMax } from './account.limits';
import type { Endpoints } from './endpoint';

export const gameEditEndpoints = {
  create: { method: 'POST', path: '/api/edit/games' },
  list: { method: 'GET', path: '/api/edit/games' },
  get: { method: 'GET', path: '/api/edit/games/:id' },
  update: { method: 'PUT', path: '/api/edit/games/:id' },
  unfreeze: { method: 'POST', path: '/api/edit/games/:id/unfreeze' },
  delete: { method: 'DELETE', path: '/api/edit/games/:id' },
  poster: {
    method: 'PUT',
    path: '/api/edit/games/:id/poster',
    upload: { field: 'file', sizeBytesMax: imageSizeBytesMax },
  },
  hashSalt: { method: 'GET', path: '/api/edit/games/:id/hashsalt' },
  flushScoreboard: { method: 'POST', path: '/api/edit/games/:id/scoreboard/flush' },
  updateAccepted: { method: 'POST', path: '/api/edit/games/:id/challenges/updateaccepted' },
  staff: { method: 'GET', path: '/api/edit/games/:id/staff' },
  setStaff: { method: 'PUT', path: '/api/edit/games/:id/staff/:userId' },
  removeStaff: { method: 'DELETE', path: '/api/edit/games/:id/staff/:userId' },
} as const satisfies Endpoints;
