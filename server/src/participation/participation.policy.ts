import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { isStaff, organisesAnyGame } from '../play/staff.policy';

/** Organisers review the teams of their games. Callers who organise no game cannot probe ids. */
export function canReview(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  participation: Pick<ParticipationRow, 'gameId'> | undefined,
): Promise<boolean> {
  return participation ? isStaff(deps, actor, participation.gameId, 'organiser') : organisesAnyGame(deps, actor);
}
