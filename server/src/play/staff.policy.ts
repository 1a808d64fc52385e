import type { Route } from '@vexil/contract/route';
import type { Executor } from '@vexil/db';
import { isAtLeast } from '@vexil/db/enums/account';
import type { StaffRole } from '@vexil/db/enums/game';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { findOrganisedGame, findRouteGameId, findStaffRole } from './access.queries';

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

/** `params` are those of the path, unparsed. */
export async function isStaffOfRoute(
  deps: { db: Executor },
  actor: Pick<Actor, 'id' | 'role' | 'token'>,
  { access, gameBy }: Pick<Route, 'gameBy'> & { access: StaffRole },
  params: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const gameId = gameBy ? await findRouteGameId(deps.db, gameBy, params) : Number(params.id);
  const ofGame = actor.token?.gameId ?? null;
  return (ofGame === null || ofGame === gameId) && isStaff(deps, actor, gameId ?? Number.NaN, access);
}

export async function organisesAnyGame(deps: Pick<Deps, 'db'>, actor: Pick<Actor, 'id' | 'role'>): Promise<boolean> {
  if (actor.role === 'Banned') return false;
  return isAtLeast(actor.role, 'Admin') || (await findOrganisedGame(deps.db, actor.id)) !== undefined;
}

/** Monitors and administrators see submissions and staff data of every game, so they cannot play. */
export const canPlay = ({ role }: Pick<Actor, 'role'>): boolean => !isAtLeast(role, 'Monitor');
