import type { Endpoints } from './endpoint';
import { packageLimits } from './package.limits';

export const packageEndpoints = {
  copy: { method: 'POST', path: '/api/edit/games/:id/copy' },
  export: { method: 'POST', path: '/api/edit/games/:id/export' },
  import: {
    method: 'POST',
    path: '/api/edit/games/import',
    upload: { field: 'file', sizeBytesMax: packageLimits.bytesMax },
  },
} as const satisfies Endpoints;
