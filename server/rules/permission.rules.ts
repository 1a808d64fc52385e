import { allPermissions, type GamePermission, gamePermissions } from '@vexil/db/enums/division';

/** What a division grants; a challenge's own mask replaces the default one as a whole. */
export interface DivisionPermissions {
  defaultPermissions: number;
  /** Masks by challenge id. */
  challengePermissions: ReadonlyMap<number, number>;
}

export type DivisionPermission = 'JoinGame' | 'RankOverall' | 'RequireReview';
export type ChallengePermission = Exclude<GamePermission, DivisionPermission>;

export function hasPermission(mask: number, permission: GamePermission): boolean {
  return (mask & gamePermissions[permission]) !== 0;
}

export function permissionMask(permissions: readonly GamePermission[]): number {
  return permissions.reduce((mask, permission) => mask | gamePermissions[permission], 0);
}

/** Clears bits and keeps all others, those not yet defined included. */
export function withoutPermissions(mask: number, permissions: readonly GamePermission[]): number {
  return mask & ~permissionMask(permissions);
}

/** The defined permissions of a mask, in the order of their bits. */
export function listPermissions(mask: number): GamePermission[] {
  return (Object.keys(gamePermissions) as GamePermission[]).filter((permission) => hasPermission(mask, permission));
}

/** The mask of a team for one challenge; a team without a division, or whose division is gone, has every bit. */
export function challengePermissions(division: DivisionPermissions | null | undefined, challengeId: number): number {
  if (!division) return allPermissions;
  return division.challengePermissions.get(challengeId) ?? division.defaultPermissions;
}

/** Whether a team may do `permission` on a challenge. */
export function grants(
  division: DivisionPermissions | null | undefined,
  challengeId: number,
  permission: ChallengePermission,
): boolean {
  return hasPermission(challengePermissions(division, challengeId), permission);
}

/** Whether a division has a bit of its own level, which only its default mask can say. */
export function divisionGrants(
  division: Pick<DivisionPermissions, 'defaultPermissions'> | null | undefined,
  permission: DivisionPermission,
): boolean {
  return hasPermission(division ? division.defaultPermissions : allPermissions, permission);
}

/** Answers need both bits: what a team cannot see it cannot answer. */
export function maySubmit(division: DivisionPermissions | null | undefined, challengeId: number): boolean {
  const mask = challengePermissions(division, challengeId);
  return hasPermission(mask, 'ViewChallenge') && hasPermission(mask, 'SubmitFlags');
}
