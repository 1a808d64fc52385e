/** `open`: a server writes it; `stored`: it is complete and in the storage. */
export const captureStates = ['open', 'stored'] as const;

/** `flag`: any flag of a team in the game. */
export const captureSearchKinds = ['text', 'regex', 'flag'] as const;
export type CaptureSearchKind = (typeof captureSearchKinds)[number];

export const captureSearchStates = ['waiting', 'running', 'done', 'failed'] as const;

/** Which end of a relayed connection sent the bytes. */
export const captureSides = ['client', 'container'] as const;
