import type { Endpoints } from './endpoint';

export const pauseEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/pauses' },
  pause: { method: 'POST', path: '/api/edit/games/:id/pause' },
  resume: { method: 'POST', path: '/api/edit/games/:id/resume' },
  pauseAll: { method: 'POST', path: '/api/admin/pause' },
  resumeAll: { method: 'POST', path: '/api/admin/resume' },
} as const satisfies Endpoints;
