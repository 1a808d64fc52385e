import type { DomainError } from '@vexil/contract/errors';
import { challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import type { Deps } from '@vexil/http/deps';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { organiserFailure } from './container.failure';

/** Why the last instance of a team failed, for organisers; undefined when it did not fail. */
export async function findStartFailure(
  { db }: Pick<Deps, 'db'>,
  { participationId, challengeId }: { participationId: number; challengeId: number },
): Promise<DomainError | undefined> {
  const [last] = await db
    .select({ row: getTableColumns(containers), exposePort: challenges.exposePort })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .where(and(eq(containers.participationId, participationId), eq(containers.challengeId, challengeId)))
    .orderBy(desc(containers.requestedAt))
    .limit(1);
  return last?.row.state === 'failed' ? organiserFailure(last.row, last) : undefined;
}
