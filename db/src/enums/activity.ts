export const activityTypes = ['Normal', 'ContainerStart', 'ContainerDestroy', 'FlagSubmit', 'CheatDetected'] as const;
export type ActivityType = (typeof activityTypes)[number];
