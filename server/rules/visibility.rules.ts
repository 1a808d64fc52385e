import type { BoardVisibility } from '@vexil/db/enums/game';

/** A hidden game exists only for its staff and members of accepted teams, never for banned accounts. */
export const isGameVisible = (
  { hidden }: { hidden: boolean },
  caller: { isStaff: boolean; isInAcceptedTeam: boolean },
): boolean => !hidden || caller.isStaff || caller.isInAcceptedTeam;

/** Not asked for banned accounts, which see what visitors see. */
export const isBoardVisible = (
  visibility: BoardVisibility,
  caller: { isSignedIn: boolean; isInAcceptedTeam: boolean; isStaff: boolean },
): boolean =>
  visibility === 'Everyone' ||
  caller.isStaff ||
  (visibility === 'SignedIn' && caller.isSignedIn) ||
  (visibility === 'Participants' && caller.isInAcceptedTeam);
