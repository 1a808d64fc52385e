import { z } from 'zod';
import { assetEndpoints } from './asset.endpoints';
import { defineJob } from './job';
import { Binary, defineRoutes } from './route';
import { Id, page, pageQuery, Time, text } from './wire';

export const fileOrders = ['name', 'size', 'time'] as const;

const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const StoredFile = z.object({ hash: z.string(), name: z.string() });

export const fileUseKinds = [
  'challenge',
  'flag',
  'game',
  'notice',
  'writeup',
  'team',
  'account',
  'post',
  'platform',
] as const;

export const FileUse = z.object({
  kind: z.enum(fileUseKinds),
  id: z.string().describe('Of the challenge for a flag; empty for the settings of the platform'),
  gameId: Id.nullable(),
  name: z.string().nullable().describe('A title or a name'),
});
export type FileUse = z.infer<typeof FileUse>;

export const fileUsesMax = 5;

export const ListedFile = StoredFile.extend({
  sizeBytes: z.int(),
  contentType: z.string(),
  createdAt: Time,
  isUsed: z.boolean().describe('Something points at it, or a text names its address'),
  uses: z.array(FileUse).describe('The first five'),
  useCount: z.int().describe('All of them'),
});
export type ListedFile = z.infer<typeof ListedFile>;

export const assetRoutes = defineRoutes(assetEndpoints)({
  download: {
    access: 'Anonymous',
    summary: 'A stored file; the name decides type and download name',
    params: z.object({ hash: Hash, name: text(255).min(1) }),
    reply: Binary,
    errors: ['asset.notFound'],
  },
  linked: {
    access: 'Anonymous',
    summary: 'The file of a link that has not expired; the name decides type and download name',
    params: z.object({ ticket: text(256).min(1), name: text(255).min(1) }),
    reply: Binary,
    errors: ['asset.notFound'],
  },
  /** For organisers too: the handler's policy requires Admin or staff of any game. */
  upload: {
    access: 'User',
    summary: 'Store files by content',
    rate: 'upload',
    query: z.object({ filename: text(255).optional() }),
    reply: z.array(StoredFile),
    errors: ['asset.tooLarge'],
  },
  /** `total` counts all files, unlike the reference, for paging. */
  list: {
    access: 'Admin',
    summary: 'All stored files by name',
    query: pageQuery(500, 50).extend({
      hint: text(128).optional().describe('In the name or the hash'),
      unused: flag.default(false),
      order: z.enum(fileOrders).default('name'),
      descending: flag.optional().describe('Absent: names upwards, the largest and the newest first'),
    }),
    reply: page(ListedFile),
  },
  delete: {
    access: 'Admin',
    summary: 'Delete a stored file that nothing uses',
    params: z.object({ hash: Hash }),
    errors: ['asset.notFound', 'asset.inUse'],
  },
});

export const assetJobs = {
  sweep: defineJob({ queue: 'sweep', name: 'sweep-assets', payload: z.object({}), attempts: 1 }),
};
