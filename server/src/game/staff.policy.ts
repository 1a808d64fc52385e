import type { Executor } from '@vexil/db';
import { isAtLeast } from '@vexil/db/enums/account';
import type { StaffRole } from '@vexil/db/enums/game';
import type { Deps } from '../deps';
import type { Actor } from '../plugins/auth';
import { findOrganisedGame, findStaffRole } from './staff.queries';

/** In every game, administrators have the rights of organisers and monitors those of observers. */
export async function isStaff(
  deps: { db: Executor },
  actor: Pick<Actor, 'id' | 'role'>,
  gameId: number,
  needed: StaffRole,
): Promise<boolean> {
  if (actor.role === 'Banned') return false;
  if (isAtLeast(actor.role, needed === 'organiser' ? 'Admin' : 'Monitor')) return true;
  if (!Number.isInteger(gameId) || gameId < 1 || gameId > 2147483647) return false;
  const role = await findStaffRole(deps.db, gameId, actor.id);
  return role === 'organiser' || role === needed;
}

export async function organisesAnyGame(deps: Pick<Deps, 'db'>, actor: Pick<Actor, 'id' | 'role'>): Promise<boolean> {
  if (actor.role === 'Banned') return false;
  return isAtLeast(actor.role, 'Admin') || (await findOrganisedGame(deps.db, actor.id)) !== undefined;
}
