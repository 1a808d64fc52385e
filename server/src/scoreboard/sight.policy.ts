import { liveBoardScope } from '@vexil/contract/scope.rules';
import { isAtLeast } from '@vexil/db/enums/account';
import type { Deps } from '../deps';
import { isStaff } from '../game/staff.policy';
import type { Actor } from '../plugins/auth';

/** Whether the caller watches over every game; whoever plays in a game cannot be on the staff of that game alone. */
export function watchesAllGames(actor: Pick<Actor, 'role' | 'token'>): boolean {
  return isAtLeast(actor.role, 'Monitor') && (!actor.token || actor.token.scopes.includes(liveBoardScope));
}

/** Whether the caller sees the board of now while it stands still for the public. */
export async function seesLiveBoard(deps: Pick<Deps, 'db'>, actor: Actor | null, gameId: number): Promise<boolean> {
  if (!actor || (actor.token && !actor.token.scopes.includes(liveBoardScope))) return false;
  return isStaff(deps, actor, gameId, 'observer');
}
