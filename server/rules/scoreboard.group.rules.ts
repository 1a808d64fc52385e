// Teams that score together: all of a game, but those of divisions that score alone.

import type { ChallengeValues, DivisionValues } from './scoreboard.board.rules';

/** Of the teams that score together; a division that scores alone has its own id. */
export const mainGroup = 0;
export const groupOf = (divisionId: number | null, groups: { has(divisionId: number): boolean }): number =>
  divisionId !== null && groups.has(divisionId) ? divisionId : mainGroup;

export const scoringAlone = (divisions: readonly { id: number; scoresAlone?: boolean | undefined }[]): Set<number> =>
  new Set(divisions.filter(({ scoresAlone }) => scoresAlone).map(({ id }) => id));

/** The challenges as this division sees them. */
export function challengesFor<Challenge extends ChallengeValues>(
  {
    challenges,
    divisionValues,
  }: { challenges: Record<string, Challenge[]>; divisionValues?: DivisionValues[] | undefined },
  divisionId: number | null,
): Record<string, Challenge[]> {
  const own = divisionValues?.find((one) => one.divisionId === divisionId);
  if (!own) return challenges;
  const values = new Map(own.challenges.map((one) => [one.id, one]));
  const groups = Object.entries(challenges);
  return Object.fromEntries(groups.map(([key, list]) => [key, list.map((one) => ({ ...one, ...values.get(one.id) }))]));
}
