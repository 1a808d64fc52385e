export const staffRoles = ['organiser', 'observer'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Who sees the ranking, from most to fewest; the staff of the game always do. */
export const boardVisibilities = ['Everyone', 'SignedIn', 'Participants', 'Staff'] as const;
export type BoardVisibility = (typeof boardVisibilities)[number];

export const gamePhases = ['Upcoming', 'Running', 'Practice', 'Ended'] as const;
export type GamePhase = (typeof gamePhases)[number];

/** Points for the first three solves of a challenge. */
export type BloodPoints = [first: number, second: number, third: number];
