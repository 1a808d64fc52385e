export const containerStatuses = ['Pending', 'Running', 'Destroyed'] as const;
export type ContainerStatus = (typeof containerStatuses)[number];

/** The first four are alive and count against the team's limit. */
export const containerStates = ['requested', 'starting', 'running', 'stopping', 'destroyed', 'failed'] as const;
export type ContainerState = (typeof containerStates)[number];
export const liveContainerStates = ['requested', 'starting', 'running', 'stopping'] as const;
export type LiveContainerState = (typeof liveContainerStates)[number];

export const containerKinds = ['Team', 'Test'] as const;
export type ContainerKind = (typeof containerKinds)[number];

export const networkModes = ['Open', 'Isolated', 'Custom'] as const;
export type NetworkMode = (typeof networkModes)[number];

export const portMappings = ['Default', 'PlatformProxy'] as const;
