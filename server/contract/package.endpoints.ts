import type { Endpoints } from './endpoint';

export const packageEndpoints = {
  copy: { method: 'POST', path: '/api/edit/games/:id/copy' },
  export: { method: 'POST', path: '/api/edit/games/:id/export' },
  import: {
    method: 'POST',
    path: '/api/edit/games/import',
    upload: { field: 'file', sizeBytesMax: 'packageMaxMiB' },
  },
  startEvent: {
    method: 'POST',
    path: '/api/admin/imports',
    upload: { field: 'file', sizeBytesMax: 'packageMaxMiB' },
  },
  getEvent: { method: 'GET', path: '/api/admin/imports/:importId' },
} as const satisfies Endpoints;
