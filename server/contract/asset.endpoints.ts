import type { Endpoints } from './endpoint';

export const assetEndpoints = {
  download: { method: 'GET', path: '/assets/:hash/:name' },
  linked: { method: 'GET', path: '/api/file/:ticket/:name' },
  upload: {
    method: 'POST',
    path: '/api/assets',
    upload: { field: 'files', many: true, sizeBytesMax: 'attachmentMaxMiB' },
  },
  list: { method: 'GET', path: '/api/admin/files' },
  delete: { method: 'DELETE', path: '/api/assets/:hash' },
} as const satisfies Endpoints;
