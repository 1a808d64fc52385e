/** The targets of the game hubs and what each carries, as the contract has them. */
export type LiveTargets = Record<string, unknown>;
export type LiveTarget = keyof LiveTargets & string;
export type LivePayload<T extends LiveTarget> = LiveTargets[T];
