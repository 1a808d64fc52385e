import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import { findStaffRole, lockPlace } from './staff.queries';

/**
 * For whoever registers a player: call it before the first statement about the account in this game. Throws
 * `participation.isStaff`; until the transaction ends nobody can name the account staff of the game.
 */
export async function claimPlayerPlace(tx: Tx, gameId: number, accountId: string): Promise<void> {
  await lockPlace(tx, gameId, accountId);
  if (await findStaffRole(tx, gameId, accountId)) throw new DomainError('participation.isStaff');
}
