import { and, count, eq, gt, inArray, isNull, min } from 'drizzle-orm';
import { type LiveContainerState, liveContainerStates } from './enums/container';
import type { Executor } from './index';
import { mailTokens } from './schema/account';
import { containers } from './schema/container';
import { submissions } from './schema/submission';

export interface Backlog {
  /** When the oldest submission without a verdict was stored; null for none. */
  oldestWaitingAnswerAt: Date | null;
  unsentMails: number;
  /** Containers that are alive, by state. */
  containers: Record<LiveContainerState, number>;
}

export async function readBacklog(db: Executor, now: Date): Promise<Backlog> {
  const isSendable = and(
    isNull(mailTokens.sentAt),
    isNull(mailTokens.droppedAt),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, now),
  );
  const [[answers], [mails], living] = await Promise.all([
    db
      .select({ oldest: min(submissions.submittedAt) })
      .from(submissions)
      .where(eq(submissions.status, 'FlagSubmitted')),
    db.select({ unsent: count() }).from(mailTokens).where(isSendable),
    db
      .select({ state: containers.state, count: count() })
      .from(containers)
      .where(inArray(containers.state, [...liveContainerStates]))
      .groupBy(containers.state),
  ]);
  const counted = liveContainerStates.map((state) => [state, living.find((row) => row.state === state)?.count ?? 0]);
  return {
    oldestWaitingAnswerAt: answers?.oldest ?? null,
    unsentMails: mails?.unsent ?? 0,
    containers: Object.fromEntries(counted) as Backlog['containers'],
  };
}
