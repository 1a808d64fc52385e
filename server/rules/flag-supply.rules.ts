import type { FlagSupply } from '@vexil/contract/challenge';

export interface SupplyCounts {
  /** Flags of the challenge. */
  flags: number;
  /** Of them, drawn by some team, whatever its status now is. */
  used: number;
  /** Of them, drawn by a team that is accepted. */
  usedByAccepted: number;
  accepted: number;
  pending: number;
}

/**
 * Whether the flags of a challenge that gives each team its own are enough. `short`: not for all accepted teams; `tight`:
 * for these, but not for the pending ones and a tenth more, at least two.
 */
export function supplyOf({ flags, used, usedByAccepted, accepted, pending }: SupplyCounts): FlagSupply {
  const left = flags - used;
  const waiting = Math.max(0, accepted - usedByAccepted);
  const reserve = pending + Math.max(2, Math.ceil((accepted + pending) / 10));
  const spare = left - waiting;
  return { used, left, waiting, state: spare < 0 ? 'short' : spare < reserve ? 'tight' : 'ample' };
}
