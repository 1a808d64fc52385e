import type { Endpoints } from './endpoint';
import { writeupSizeBytesMax } from './writeup.limits';

export const writeupEndpoints = {
  get: { method: 'GET', path: '/api/game/:id/writeup' },
  upload: {
    method: 'POST',
    path: '/api/game/:id/writeup',
    upload: { field: 'file', sizeBytesMax: writeupSizeBytesMax },
  },
} as const satisfies Endpoints;

export const writeupEditEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/writeups' },
  archive: { method: 'GET', path: '/api/edit/games/:id/writeups/archive' },
  review: { method: 'PUT', path: '/api/edit/games/:id/writeups/:writeupId' },
  deleteAll: { method: 'DELETE', path: '/api/edit/games/:id/writeups' },
} as const satisfies Endpoints;

export const writeupAdminEndpoints = {
  list: { method: 'GET', path: '/api/admin/writeups/:id' },
  archive: { method: 'GET', path: '/api/admin/writeups/:id/all' },
} as const satisfies Endpoints;
