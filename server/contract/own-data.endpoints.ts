import type { Endpoints } from './endpoint';

export const ownDataEndpoints = {
  export: { method: 'GET', path: '/api/account/export' },
  requestExport: { method: 'POST', path: '/api/account/export' },
  downloadExport: { method: 'GET', path: '/api/account/export/download' },
} as const satisfies Endpoints;
