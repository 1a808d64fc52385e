/**
 * Whether a game exists for a caller. A hidden game exists only for its staff and for members of accepted teams; a
 * banned account is neither.
 */
export const isGameVisible = (
  { hidden }: { hidden: boolean },
  caller: { isStaff: boolean; isInAcceptedTeam: boolean },
): boolean => !hidden || caller.isStaff || caller.isInAcceptedTeam;
