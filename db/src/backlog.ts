import { and, count, eq, gt, isNull, min } from 'drizzle-orm';
import type { Executor } from './index';
import { mailTokens } from './schema/account';
import { submissions } from './schema/submission';

export interface Backlog {
  /** When the answer was stored that has waited longest for its verdict; null when none waits. */
  oldestWaitingAnswerAt: Date | null;
  /** Mails that can still be sent and were not yet. */
  unsentMails: number;
}

/** What the database has for workers to do. */
export async function readBacklog(db: Executor, now: Date): Promise<Backlog> {
  const isSendable = and(
    isNull(mailTokens.sentAt),
    isNull(mailTokens.droppedAt),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, now),
  );
  const [[answers], [mails]] = await Promise.all([
    db
      .select({ oldest: min(submissions.submittedAt) })
      .from(submissions)
      .where(eq(submissions.status, 'FlagSubmitted')),
    db.select({ unsent: count() }).from(mailTokens).where(isSendable),
  ]);
  return { oldestWaitingAnswerAt: answers?.oldest ?? null, unsentMails: mails?.unsent ?? 0 };
}
