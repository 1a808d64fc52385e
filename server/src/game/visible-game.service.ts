import { DomainError } from '@vexil/contract/errors';
import type { Db, Executor } from '@vexil/db';
import { isAtLeast } from '@vexil/db/enums/account';
import type { GameRow } from '@vexil/db/schema/game';
import type { Actor } from '@vexil/http/call/actor';
import { shareReading } from '@vexil/http/reads/batch';
import { isGameVisible } from '@vexil/rules/visibility.rules';
import { findGame, isInAcceptedTeam } from './game.queries';
import { isStaff } from './staff.policy';

type Caller = Pick<Actor, 'id' | 'role'> | null;

const readGameRow = shareReading((db: Db, gameId: number) => findGame(db, gameId));

export async function seesHiddenGame(deps: { db: Executor }, caller: Caller, gameId: number): Promise<boolean> {
  if (!caller || caller.role === 'Banned') return false;
  const [isOfStaff, isAccepted] = await Promise.all([
    isStaff(deps, caller, gameId, 'observer'),
    isInAcceptedTeam(deps.db, gameId, caller.id),
  ]);
  return isGameVisible({ hidden: true }, { isStaff: isOfStaff, isInAcceptedTeam: isAccepted });
}

/** `isInvited` is read with the caller. */
export const seesGame = (
  { role }: Pick<Actor, 'role'>,
  { hidden, isInvited }: { hidden: boolean; isInvited: boolean },
): boolean => !hidden || isAtLeast(role, 'Monitor') || (isInvited && role !== 'Banned');

export async function requireVisible(
  deps: { db: Executor },
  caller: Caller,
  game: Pick<GameRow, 'id' | 'hidden'>,
): Promise<void> {
  if (game.hidden && !(await seesHiddenGame(deps, caller, game.id))) throw new DomainError('game.notFound');
}

/** Throws `game.notFound`, also for a game that is hidden from the caller. */
export async function loadVisibleGame(deps: { db: Db }, caller: Caller, gameId: number): Promise<GameRow> {
  const game = await readGameRow(deps.db, gameId);
  if (!game) throw new DomainError('game.notFound');
  await requireVisible(deps, caller, game);
  return game;
}
