import { z } from 'zod';
import { defineJob } from './job';
import { ownDataEndpoints } from './own-data.endpoints';
import { exportKeptMs } from './own-data.limits';
import { Binary, defineRoutes } from './route';
import { Guid, Time } from './wire';

export const AccountExport = z.object({
  requestedAt: Time,
  readyAt: Time.nullable().describe('Null while a worker makes it'),
  expiresAt: Time.nullable().describe(`When it is deleted: ${exportKeptMs / 86_400_000} days after it was ready`),
  sizeBytes: z.int().nullable(),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const AccountErasure = z.object({
  requestedAt: Time,
  dueAt: Time.describe('From when a worker erases the account'),
});
export type AccountErasure = z.infer<typeof AccountErasure>;

export const ownDataRoutes = defineRoutes(ownDataEndpoints, { access: 'User', beforeFactor: true })({
  export: {
    summary: 'The archive of what is stored about the own account; null for none',
    reply: AccountExport.nullable(),
  },
  requestExport: {
    stepUp: 'factor',
    summary:
      'Have a worker make an archive of what is stored about the own account. While one is made the reply is its state; ' +
      'the next one is made a day later at the earliest',
    reply: AccountExport,
  },
  downloadExport: {
    stepUp: 'factor',
    summary: 'The archive, a zip of `data.json` and files',
    reply: Binary,
    errors: ['account.exportNotFound'],
  },
  erasure: {
    summary: 'When the own account is erased; null where that was not asked for',
    reply: AccountErasure.nullable(),
  },
  requestErasure: {
    stepUp: 'always',
    summary:
      'Have the own account erased in two weeks. Its solves stay without a name. Asked for again it stays as it is',
    reply: AccountErasure,
    errors: ['account.leadsPlayingTeam', 'account.lastAdmin'],
  },
  keepAccount: {
    summary: 'Keep the own account after all; no error where it was to stay',
  },
});

export const ownDataJobs = {
  export: defineJob({
    queue: 'sweep',
    name: 'export-account',
    payload: z.object({ accountId: Guid }),
    attempts: 3,
    deduplicateBy: ({ accountId }) => accountId,
  }),
  sweepErasures: defineJob({ queue: 'sweep', name: 'sweep-erasures', payload: z.object({}), attempts: 1 }),
  sweepExports: defineJob({ queue: 'sweep', name: 'sweep-exports', payload: z.object({}), attempts: 1 }),
};
