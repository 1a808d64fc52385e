import { DomainError } from '@vexil/contract/errors';
import { liveBoardScope } from '@vexil/contract/scope.rules';
import type { Executor } from '@vexil/db';
import { isAtLeast } from '@vexil/db/enums/account';
import type { GameRow } from '@vexil/db/schema/game';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { isBoardVisible, isGameVisible } from '@vexil/rules/visibility.rules';
import { isInAcceptedTeam } from './access.queries';
import { isStaff } from './staff.policy';

type Caller = Pick<Actor, 'id' | 'role'> | null;

export async function seesHiddenGame(deps: { db: Executor }, caller: Caller, gameId: number): Promise<boolean> {
  if (!caller || caller.role === 'Banned') return false;
  const [isOfStaff, isAccepted] = await Promise.all([
    isStaff(deps, caller, gameId, 'observer'),
    isInAcceptedTeam(deps.db, gameId, caller.id),
  ]);
  return isGameVisible({ hidden: true }, { isStaff: isOfStaff, isInAcceptedTeam: isAccepted });
}

/** By what is read with the caller: the rights of a player's team, and of staff. */
export const seesBoardOf = (
  actor: Pick<Actor, 'role'> | null,
  { boardVisibility }: Pick<GameRow, 'boardVisibility'>,
  { isInTeam, isOfStaff }: { isInTeam?: boolean; isOfStaff?: boolean } = {},
): boolean => {
  const isSignedIn = actor !== null && actor.role !== 'Banned';
  return isBoardVisible(boardVisibility, {
    isSignedIn,
    isInAcceptedTeam: isSignedIn && isInTeam === true,
    isStaff: isSignedIn && (isOfStaff === true || isAtLeast(actor.role, 'Monitor')),
  });
};

export async function seesBoard(
  deps: { db: Executor },
  caller: Caller,
  game: Pick<GameRow, 'id' | 'boardVisibility'>,
): Promise<boolean> {
  if (seesBoardOf(caller, game)) return true;
  if (!caller) return false;
  const [isOfStaff, isInTeam] = await Promise.all([
    isStaff(deps, caller, game.id, 'observer'),
    isInAcceptedTeam(deps.db, game.id, caller.id),
  ]);
  return seesBoardOf(caller, game, { isInTeam, isOfStaff });
}

/** `isInvited` is read with the caller. */
export const seesGame = (
  { role }: Pick<Actor, 'role'>,
  { hidden, isInvited }: { hidden: boolean; isInvited: boolean },
): boolean => !hidden || isAtLeast(role, 'Monitor') || (isInvited && role !== 'Banned');

/** Throws `game.notFound`. */
export async function requireVisible(
  deps: { db: Executor },
  caller: Caller,
  game: Pick<GameRow, 'id' | 'hidden'>,
): Promise<void> {
  if (game.hidden && !(await seesHiddenGame(deps, caller, game.id))) throw new DomainError('game.notFound');
}

/** Players cannot be on the staff of their own game. */
export function watchesAllGames(actor: Pick<Actor, 'role' | 'token'>): boolean {
  return isAtLeast(actor.role, 'Monitor') && (!actor.token || actor.token.scopes.includes(liveBoardScope));
}

/** Whether the caller sees the current board of a frozen game. */
export async function seesLiveBoard(deps: Pick<Deps, 'db'>, actor: Actor | null, gameId: number): Promise<boolean> {
  if (!actor || (actor.token && !actor.token.scopes.includes(liveBoardScope))) return false;
  return isStaff(deps, actor, gameId, 'observer');
}
