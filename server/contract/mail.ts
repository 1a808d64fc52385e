import { z } from 'zod';
import { defineJob } from './job';
import { Guid } from './wire';

export const mailJobs = {
  /** Sends the mail of one row of `mail_tokens`. The id is unknown where no mail is to be sent, so that timing reveals no account. */
  send: defineJob({
    queue: 'mail',
    name: 'send-mail',
    payload: z.object({ mailId: Guid }),
    attempts: 4,
    deduplicateBy: ({ mailId }) => `mail-${mailId}`,
  }),
  /** Queues again what could not be sent, and deletes what has run out. */
  sweep: defineJob({ queue: 'sweep', name: 'sweep-mails', payload: z.object({}), attempts: 1 }),
};
