import { and, count, eq, gt, isNull, min } from 'drizzle-orm';
import type { Executor } from './index';
import { mailTokens } from './schema/account';
import { submissions } from './schema/submission';

export interface Backlog {
  /** When the oldest submission without a verdict was stored; null for none. */
  oldestWaitingAnswerAt: Date | null;
  unsentMails: number;
}

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
