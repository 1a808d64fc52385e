import type { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { organiserFailure } from './container.failure';
import { findLastContainer } from './container.queries';

/** Why the last instance of a team failed, for organisers; undefined when it did not fail. */
export async function findStartFailure(
  { db }: Pick<Deps, 'db'>,
  instance: { participationId: number; challengeId: number },
): Promise<DomainError | undefined> {
  const last = await findLastContainer(db, instance);
  return last?.row.state === 'failed' ? organiserFailure(last.row, last) : undefined;
}
