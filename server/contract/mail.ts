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
  /** The address to write to waits in Redis under the id; so does the answer. */
  test: defineJob({ queue: 'mail', name: 'test-mail', payload: z.object({ requestId: Guid }), attempts: 1 }),
  sweep: defineJob({ queue: 'sweep', name: 'sweep-mails', payload: z.object({}), attempts: 1 }),
};
