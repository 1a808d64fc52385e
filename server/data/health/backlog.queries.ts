import type { Executor } from '@vexil/db';
import { type LiveContainerState, liveContainerStates } from '@vexil/db/enums/container';
import { mailTokens } from '@vexil/db/schema/account';
import { containers, engines } from '@vexil/db/schema/container';
import { submissions } from '@vexil/db/schema/submission';
import { and, asc, count, eq, gt, inArray, isNull, min, ne } from 'drizzle-orm';

export interface Backlog {
  /** When the oldest submission without a verdict was stored; null for none. */
  oldestWaitingAnswerAt: Date | null;
  unsentMails: number;
  /** Containers that are alive, by state. */
  containers: Record<LiveContainerState, number>;
  /** Names of the container engines. */
  engines: string[];
}

export async function readBacklog(db: Executor, now: Date): Promise<Backlog> {
  const isSendable = and(
    isNull(mailTokens.sentAt),
    isNull(mailTokens.droppedAt),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, now),
  );
  const [[answers], [mails], living, known] = await Promise.all([
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
    db.select({ name: engines.name }).from(engines).where(ne(engines.state, 'removed')).orderBy(asc(engines.name)),
  ]);
  const counted = liveContainerStates.map((state) => [state, living.find((row) => row.state === state)?.count ?? 0]);
  return {
    oldestWaitingAnswerAt: answers?.oldest ?? null,
    unsentMails: mails?.unsent ?? 0,
    containers: Object.fromEntries(counted) as Backlog['containers'],
    engines: known.map(({ name }) => name),
  };
}
