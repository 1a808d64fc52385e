export const removedKinds = ['addresses', 'captures', 'writeups'] as const;
export type RemovedKind = (typeof removedKinds)[number];

export interface StoredRetention {
  endAt: Date;
  pausedAt: Date | null;
  writeupRequired: boolean;
  writeupDeadline: Date;
  addressesKeptDays: number | null;
  capturesKeptDays: number | null;
  writeupsKeptDays: number | null;
}

const dayMs = 24 * 3_600_000;

/**
 * What is as old as this is removed; null: nothing is due. Days count from the end of the game, and for what is stored
 * after it, such as addresses of practice mode, from then. The end of a paused game is not known yet.
 */
export function removedUntil(kind: RemovedKind, game: StoredRetention, now: Date): Date | null {
  const days = game[`${kind}KeptDays`];
  if (days === null || game.pausedAt !== null) return null;
  const until = now.getTime() - days * dayMs;
  const deadline = kind === 'writeups' && game.writeupRequired ? game.writeupDeadline.getTime() : 0;
  return Math.max(game.endAt.getTime(), deadline) <= until ? new Date(until) : null;
}
