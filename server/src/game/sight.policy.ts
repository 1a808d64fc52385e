import { liveBoardScope } from '@vexil/contract/scope.rules';
import { isAtLeast } from '@vexil/db/enums/account';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { isStaff } from './staff.policy';

/** Players cannot be on the staff of their own game. */
export function watchesAllGames(actor: Pick<Actor, 'role' | 'token'>): boolean {
  return isAtLeast(actor.role, 'Monitor') && (!actor.token || actor.token.scopes.includes(liveBoardScope));
}

/** Whether the caller sees the current board of a frozen game. */
export async function seesLiveBoard(deps: Pick<Deps, 'db'>, actor: Actor | null, gameId: number): Promise<boolean> {
  if (!actor || (actor.token && !actor.token.scopes.includes(liveBoardScope))) return false;
  return isStaff(deps, actor, gameId, 'observer');
}
