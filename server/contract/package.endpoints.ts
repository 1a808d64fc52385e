import type { Endpoints } from './endpoint';

export const packageEndpoints = {
  copy: { method: 'POST', path: '/api/edit/games/:id/copy' },
  export: { method: 'POST', path: '/api/edit/games/:id/export' },
  import: {
    method: 'POST',
    path: '/api/edit/games/import',
    upload: { field: 'file', sizeBytesMax: 'packageMaxMiB' },
  },
} as const satisfies Endpoints;
