import { z } from 'zod';
import { defineJob } from './job';
import { Guid } from './wire';

export const mailJobs = {
  /** Unknown ids are queued where no mail is due, so timing reveals no account. */
  send: defineJob({
    queue: 'mail',
    name: 'send-mail',
    payload: z.object({ mailId: Guid }),
    attempts: 4,
    deduplicateBy: ({ mailId }) => `mail-${mailId}`,
  }),
  sweep: defineJob({ queue: 'sweep', name: 'sweep-mails', payload: z.object({}), attempts: 1 }),
};
