import { allPermissions, type GamePermission, gamePermissions } from '@vexil/db/enums/division';

/** A challenge's mask replaces the default one. */
export interface DivisionPermissions {
  defaultPermissions: number;
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

/** Keeps all other bits, undefined ones included. */
export function withoutPermissions(mask: number, permissions: readonly GamePermission[]): number {
  return mask & ~permissionMask(permissions);
}

export function listPermissions(mask: number): GamePermission[] {
  return (Object.keys(gamePermissions) as GamePermission[]).filter((permission) => hasPermission(mask, permission));
}

/** Without a division every bit is set. */
export function challengePermissions(division: DivisionPermissions | null | undefined, challengeId: number): number {
  if (!division) return allPermissions;
  return division.challengePermissions.get(challengeId) ?? division.defaultPermissions;
}

export function grants(
  division: DivisionPermissions | null | undefined,
  challengeId: number,
  permission: ChallengePermission,
): boolean {
  return hasPermission(challengePermissions(division, challengeId), permission);
}

/** For bits that only the default mask can grant. */
export function divisionGrants(
  division: Pick<DivisionPermissions, 'defaultPermissions'> | null | undefined,
  permission: DivisionPermission,
): boolean {
  return hasPermission(division ? division.defaultPermissions : allPermissions, permission);
}

/** A team cannot submit to a challenge that it cannot see. */
export function maySubmit(division: DivisionPermissions | null | undefined, challengeId: number): boolean {
  const mask = challengePermissions(division, challengeId);
  return hasPermission(mask, 'ViewChallenge') && hasPermission(mask, 'SubmitFlags');
}
