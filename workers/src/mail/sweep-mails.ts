import { mailJobs } from '@vexil/contract/mail';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { deleteMailsExpiredBefore, listUnsentMails } from './mail.queries';

/** Mails are queued right after their commit and retried for some seconds; older unsent ones were left. */
const graceMs = 30_000;
/** How long an expired link is answered differently from an unknown one. */
const keptMs = 24 * 3600 * 1000;
const batchSize = 500;

/** Queues unsent mails again until their links expire, and deletes old rows. */
export async function sweepMails(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  await deleteMailsExpiredBefore(deps.db, new Date(now.getTime() - keptMs));
  const left = await listUnsentMails(deps.db, new Date(now.getTime() - graceMs), now, batchSize);
  for (const mailId of left) await addJob(deps, mailJobs.send, { mailId });
}
