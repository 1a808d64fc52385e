import type { GamePermission } from '@vexil/db/enums/division';
import { type ChallengePermission, hasPermission } from '@vexil/rules/permission.rules';

export const teamPermissions = ['JoinGame', 'RequireReview', 'RankOverall'] as const satisfies GamePermission[];
export const challengePermissionNames = [
  'ViewChallenge',
  'SubmitFlags',
  'GetScore',
  'GetBlood',
  'AffectDynamicScore',
] as const satisfies ChallengePermission[];

/** A permission that has no effect without another. */
export type Conflict = { permission: GamePermission; needs: GamePermission };

const dependencies: Conflict[] = [
  { permission: 'RequireReview', needs: 'JoinGame' },
  { permission: 'SubmitFlags', needs: 'ViewChallenge' },
  { permission: 'GetScore', needs: 'SubmitFlags' },
  { permission: 'GetBlood', needs: 'SubmitFlags' },
  { permission: 'AffectDynamicScore', needs: 'SubmitFlags' },
];

/** Granted permissions without effect, such as points without submitting; `among` limits the check. */
export function findConflicts(mask: number, among?: readonly GamePermission[]): Conflict[] {
  return dependencies.filter(
    ({ permission, needs }) =>
      (!among || among.includes(permission)) && hasPermission(mask, permission) && !hasPermission(mask, needs),
  );
}
