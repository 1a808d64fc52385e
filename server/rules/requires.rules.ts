import type { Requirement } from '@vexil/db/enums/challenge';
import { allPermissions } from '@vexil/db/enums/division';
import { challengePermissions, type DivisionPermissions, withoutPermissions } from './permission.rules';

interface Requiring {
  id: number;
  requires: Requirement | null;
}

/** How many of the list a team needs. */
export const neededOf = ({ challengeIds, count }: Requirement): number => count ?? challengeIds.length;

/** The challenges that a team with these solves may not see. */
export const lockedOf = <One extends Requiring>(challenges: readonly One[], solved: ReadonlySet<number>): One[] =>
  challenges.filter(({ requires }) => requires !== null && missingOf(requires, solved).missing > 0);

/** What a team with these solves still needs, and of which challenges. */
export function missingOf(requires: Requirement, solved: ReadonlySet<number>): { missing: number; open: number[] } {
  const open = requires.challengeIds.filter((id) => !solved.has(id));
  return { missing: neededOf(requires) - (requires.challengeIds.length - open.length), open };
}

/** What a team may that sees its division's challenges but these. */
export function withLocks(
  division: DivisionPermissions | null,
  locked: readonly { id: number }[],
): DivisionPermissions | null {
  if (locked.length === 0) return division;
  const hidden = locked.map(
    ({ id }) => [id, withoutPermissions(challengePermissions(division, id), ['ViewChallenge'])] as const,
  );
  return {
    defaultPermissions: division ? division.defaultPermissions : allPermissions,
    challengePermissions: new Map([...(division?.challengePermissions ?? []), ...hidden]),
  };
}

/** Without a challenge that is gone; null where it was the only one. */
export function withoutRequired(requires: Requirement, gone: number): Requirement | null {
  const challengeIds = requires.challengeIds.filter((id) => id !== gone);
  if (challengeIds.length === 0) return null;
  return { ...requires, challengeIds, count: requires.count && Math.min(requires.count, challengeIds.length) };
}

/** The first of the list that is none of these challenges, or cannot be solved before the challenge itself. */
export function findRefused(
  challenges: readonly Requiring[],
  id: number,
  { challengeIds }: Requirement,
): { index: number; why: 'unknown' | 'circular' } | null {
  const known = new Map(challenges.map((one) => [one.id, one.requires]));
  for (const [index, first] of challengeIds.entries()) {
    if (!known.has(first)) return { index, why: 'unknown' };
    const reached = new Set([first]);
    for (const one of reached) {
      const requires = known.get(one);
      if (requires) for (const next of requires.challengeIds) reached.add(next);
    }
    if (reached.has(id)) return { index, why: 'circular' };
  }
  return null;
}
