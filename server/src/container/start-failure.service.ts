import type { StartFailure } from '@vexil/contract/container';
import type { Language } from '@vexil/contract/languages';
import type { Deps } from '@vexil/http/deps';
import { organiserFailureText } from './container.failure';
import { type FailedContainer, findLastContainer, listFailures } from './container.queries';

type ReadDeps = Pick<Deps, 'db'>;

/** Why the last instance of a team failed, for organisers; undefined when it did not fail. */
export async function findStartFailure(
  { db }: ReadDeps,
  instance: { participationId: number; challengeId: number },
  language: Language,
): Promise<string | undefined> {
  const last = await findLastContainer(db, instance);
  return last?.row.state === 'failed' ? organiserFailureText(last.row, last, language) : undefined;
}

export const viewStartFailure = ({ row, team, ...challenge }: FailedContainer, language: Language): StartFailure => ({
  at: (row.endedAt ?? row.requestedAt).getTime(),
  team,
  reason: organiserFailureText(row, challenge, language),
  lastLines: row.endDetail?.lastLines?.trim() || null,
});

/** Of these containers of teams, by challenge. */
export async function readStartFailures(
  { db }: ReadDeps,
  ids: readonly string[],
  language: Language,
): Promise<Map<number, StartFailure>> {
  const failed = await listFailures(db, ids);
  return new Map(failed.map((one) => [one.row.challengeId, viewStartFailure(one, language)]));
}
