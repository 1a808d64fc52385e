/** A hidden game exists only for its staff and members of accepted teams, never for banned accounts. */
export const isGameVisible = (
  { hidden }: { hidden: boolean },
  caller: { isStaff: boolean; isInAcceptedTeam: boolean },
): boolean => !hidden || caller.isStaff || caller.isInAcceptedTeam;
