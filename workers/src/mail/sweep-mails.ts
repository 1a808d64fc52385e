import { mailJobs } from '@vexil/contract/mail';
import { mailTokens } from '@vexil/db/schema/account';
import { addJob } from '@vexil/runtime/queues';
import { and, asc, gt, isNull, lt } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';

/** Whoever stored a mail queues it at once, and its job tries for some seconds; what is older was left. */
const graceMs = 30_000;
/** How long a link that has run out can still be told from one that never was. */
const keptMs = 24 * 3600 * 1000;
const batchSize = 500;

/** Queues again what a crash or a mail server that was away left unsent, until its link runs out; deletes old rows. */
export async function sweepMails(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  await deps.db.delete(mailTokens).where(lt(mailTokens.expiresAt, new Date(now.getTime() - keptMs)));
  const left = await deps.db
    .select({ mailId: mailTokens.id })
    .from(mailTokens)
    .where(
      and(
        isNull(mailTokens.sentAt),
        isNull(mailTokens.droppedAt),
        gt(mailTokens.expiresAt, now),
        lt(mailTokens.createdAt, new Date(now.getTime() - graceMs)),
      ),
    )
    .orderBy(asc(mailTokens.createdAt))
    .limit(batchSize);
  for (const mail of left) await addJob(deps, mailJobs.send, mail);
}
