import { isOfSolves, type ScoreboardChanges, type ScoreboardDelta } from './scoreboard.delta.rules';
import { limitDelta } from './scoreboard.diff.rules';

/** Leads from one version of a board to a later one. */
export interface BoardChange {
  from: number;
  version: number;
  delta: ScoreboardDelta;
}

/** Takes away what earlier changes say: who has those must not be sent them again. */
export const isWithdrawal = ({ delta }: BoardChange): boolean =>
  delta.full || delta.removedChallenges.length > 0 || delta.removedRows.length > 0;

/** As few changes as lead the same way, where each of `changes` follows the one before. */
export function mergeBoardChanges(changes: readonly BoardChange[]): BoardChange[] {
  const merged: BoardChange[] = [];
  for (const next of changes) {
    const last = merged.at(-1);
    const both = last?.version === next.from ? mergeDeltas(last.delta, next.delta) : null;
    if (last && both) merged[merged.length - 1] = { from: last.from, version: next.version, delta: both };
    else merged.push(next);
  }
  return merged;
}

/** Null where they have to stay apart. */
function mergeDeltas(one: ScoreboardDelta, next: ScoreboardDelta): ScoreboardChanges | null {
  if (!isOfSolves(one) || !isOfSolves(next)) return null;
  const challenges = new Map([...one.challenges, ...next.challenges].map((challenge) => [challenge.id, challenge]));
  const ofDivisions = [...(one.divisionValues ?? []), ...(next.divisionValues ?? [])];
  const values = new Map(ofDivisions.map((change) => [`${change.divisionId} ${change.id}`, change]));
  const both = limitDelta({
    ...next,
    challenges: [...challenges.values()],
    ...(values.size > 0 ? { divisionValues: [...values.values()] } : {}),
    solves: [...one.solves, ...next.solves],
  });
  return both.full ? null : both;
}
