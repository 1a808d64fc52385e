import type { Endpoints } from './endpoint';

export const divisionEndpoints = {
  list: { method: 'GET', path: '/api/edit/games/:id/divisions' },
  create: { method: 'POST', path: '/api/edit/games/:id/divisions' },
  update: { method: 'PUT', path: '/api/edit/games/:id/divisions/:divisionId' },
  delete: { method: 'DELETE', path: '/api/edit/games/:id/divisions/:divisionId' },
} as const satisfies Endpoints;
