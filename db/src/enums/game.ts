export const staffRoles = ['organiser', 'observer'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const gamePhases = ['Upcoming', 'Running', 'Practice', 'Ended'] as const;
export type GamePhase = (typeof gamePhases)[number];
