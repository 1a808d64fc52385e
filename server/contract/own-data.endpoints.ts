import type { Endpoints } from './endpoint';

export const ownDataEndpoints = {
  export: { method: 'GET', path: '/api/account/export' },
  requestExport: { method: 'POST', path: '/api/account/export' },
  downloadExport: { method: 'GET', path: '/api/account/export/download' },
  erasure: { method: 'GET', path: '/api/account/erase' },
  requestErasure: { method: 'POST', path: '/api/account/erase' },
  keepAccount: { method: 'DELETE', path: '/api/account/erase' },
} as const satisfies Endpoints;
