/** Bits of a permission mask. */
export const gamePermissions = {
  JoinGame: 1,
  RankOverall: 2,
  RequireReview: 4,
  ViewChallenge: 256,
  SubmitFlags: 512,
  GetScore: 1024,
  GetBlood: 2048,
  AffectDynamicScore: 4096,
} as const;
export type GamePermission = keyof typeof gamePermissions;

/** Every bit, those not yet defined included. */
export const allPermissions = 2147483647;

/** Who plays in a division; none is as it ever was. */
export const divisionKinds = ['People', 'Assisted', 'Agents'] as const;
export type DivisionKind = (typeof divisionKinds)[number];
