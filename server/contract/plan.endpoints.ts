import type { Endpoints } from './endpoint';

export const planEndpoints = {
  create: { method: 'POST', path: '/api/edit/games/:id/plans' },
  get: { method: 'GET', path: '/api/edit/games/:id/plans/:planId' },
  file: {
    method: 'PUT',
    path: '/api/edit/games/:id/plans/:planId/files/:hash',
    upload: { field: 'file', sizeBytesMax: 'attachmentMaxMiB' },
  },
  images: { method: 'GET', path: '/api/edit/games/:id/plans/:planId/images' },
  apply: { method: 'POST', path: '/api/edit/games/:id/plans/:planId/apply' },
  delete: { method: 'DELETE', path: '/api/edit/games/:id/plans/:planId' },
} as const satisfies Endpoints;
