import { z } from 'zod';
import { defineJob } from './job';
import { Binary, defineRoute, Empty } from './route';
import { page, pageQuery } from './wire';

export const assetSizeBytesMax = 512 * 1024 * 1024;
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const StoredFile = z.object({ hash: z.string(), name: z.string() });

export const assetRoutes = {
  download: defineRoute({
    method: 'GET',
    path: '/assets/:hash/:name',
    access: 'Anonymous',
    summary: 'A stored file; the name decides type and download name',
    params: z.object({ hash: Hash, name: z.string().min(1).max(255) }),
    reply: Binary,
    errors: ['asset.notFound'],
  }),
  /** Organisers need it to attach files; the handler's policy asks for Admin or a place on any game's staff. */
  upload: defineRoute({
    method: 'POST',
    path: '/api/assets',
    access: 'User',
    summary: 'Store files by content',
    rate: 'upload',
    query: z.object({ filename: z.string().max(255).optional() }),
    upload: { field: 'files', many: true, sizeBytesMax: assetSizeBytesMax },
    reply: z.array(StoredFile),
    errors: ['asset.tooLarge'],
  }),
  /** `total` counts all files, where the reference repeats the length of the page: who pages needs it. */
  list: defineRoute({
    method: 'GET',
    path: '/api/admin/files',
    access: 'Admin',
    summary: 'All stored files by name',
    query: pageQuery(500, 50),
    reply: page(StoredFile),
    errors: [],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/api/assets/:hash',
    access: 'Admin',
    summary: 'Delete a stored file that nothing uses',
    params: z.object({ hash: Hash }),
    reply: Empty,
    errors: ['asset.notFound', 'asset.inUse'],
  }),
};

export const assetJobs = {
  /** Deletes files that nothing uses, contents without a row, and what interrupted uploads left. */
  sweep: defineJob({ queue: 'sweep', name: 'sweep-assets', payload: z.object({}), attempts: 1 }),
};
