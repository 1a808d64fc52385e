import { isAtLeast } from '@vexil/db/enums/account';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { Deps } from '../deps';
import { isStaff, organisesAnyGame } from '../game/staff.policy';
import type { Actor } from '../plugins/auth';

/** Monitors and administrators see answers and live staff data of every game; staff of one game cannot join it. */
export const canPlay = ({ role }: Pick<Actor, 'role'>): boolean => !isAtLeast(role, 'Monitor');

/** Organisers review the teams of their games. Only somebody who organises a game learns which ids there are not. */
export function canReview(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  participation: Pick<ParticipationRow, 'gameId'> | undefined,
): Promise<boolean> {
  return participation ? isStaff(deps, actor, participation.gameId, 'organiser') : organisesAnyGame(deps, actor);
}
