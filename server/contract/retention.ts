import { z } from 'zod';
import { defineJob } from './job';

const keptDaysMax = 3650;
const KeptDays = z.int().min(1).max(keptDaysMax).nullable();

/** Of a game; days after its end. */
export const retentionFields = {
  addressesKeptDays: KeptDays.describe('Days after the end until addresses are removed; null keeps them'),
  capturesKeptDays: KeptDays.describe('Days after the end until recorded traffic is deleted; null keeps it'),
  writeupsKeptDays: KeptDays.describe(
    'Days after the deadline until writeups and PDFs that answer questions are deleted; null keeps them',
  ),
};
export const RetentionChange = z.object(retentionFields).partial();

export const retentionJobs = {
  sweep: defineJob({ queue: 'sweep', name: 'sweep-retention', payload: z.object({}), attempts: 1 }),
};
