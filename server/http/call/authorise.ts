import { DomainError } from '@vexil/contract/errors';
import type { Route } from '@vexil/contract/route';
import { isOwnCall, scopesOf } from '@vexil/contract/scope.rules';
import { isAtLeast } from '@vexil/db/enums/account';
import type { StaffRole } from '@vexil/db/enums/game';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { deniedLineMs, deniedLinesMax } from '../guard/limits';
import type { Actor } from './actor';

type AccessedRoute = Pick<Route, 'method' | 'path' | 'access' | 'gameBy' | 'scope' | 'stepUp' | 'playersTool'>;
type PathParams = Readonly<Record<string, string | undefined>>;

export interface Authorisation {
  /** Whether the account is on the staff of the game that the path belongs to. */
  isStaff(actor: Actor, route: Pick<Route, 'gameBy'> & { access: StaffRole }, params: PathParams): Promise<boolean>;
  /** Whether the caller's session has proved lately what the route asks for; API tokens always have. */
  isProved(actor: Actor, asks: NonNullable<Route['stepUp']>): Promise<boolean>;
  logDenied(call: { actor: Actor; request: FastifyRequest }, message: string): void;
}

function findScopeRefusal({ token }: Actor, route: AccessedRoute): DomainError | null {
  if (!token) return null;
  const [scope, ...narrower] = scopesOf(route);
  if (!scope) return new DomainError('token.sessionOnly');
  const isOpen = [scope, ...narrower].some((one) => token.scopes.includes(one));
  const wanted = (token.gameId !== null && narrower[0]) || scope;
  return isOpen ? null : new DomainError('token.scopeMissing', { params: { scope: wanted } });
}

/** Only numbers of the path are logged: other parts, such as a container id, can grant access. */
function loggedPath({ path }: AccessedRoute, request: FastifyRequest): string {
  const params = request.params as PathParams;
  return path.replace(/:([A-Za-z]+)/g, (placeholder, name: string) => {
    const value = params[name] ?? '';
    return /^\d{1,10}$/.test(value) ? value : placeholder;
  });
}

/** Such a token opens no call of its maker that does not belong to its game. */
function isElsewhere(actor: Actor | null, route: AccessedRoute, request: FastifyRequest): boolean {
  const { gameId = null, player = null } = actor?.token ?? {};
  if (player) return !isOwnCall(route, request.params as PathParams, { gameId, teamId: player.teamId });
  return gameId !== null && route.access !== 'organiser' && route.access !== 'observer';
}

/** Throws `token.invalid` or `division.peopleOnly`. */
function requireUsableToken({ actor, hasInvalidToken }: FastifyRequest): void {
  if (hasInvalidToken) throw new DomainError('token.invalid');
  if (actor?.token?.player?.isPeopleOnly) throw new DomainError('division.peopleOnly');
}

/** Throws `token.playerOnly`. */
function requirePlayerToken({ token }: Actor): void {
  if (!token?.player) throw new DomainError('token.playerOnly');
}

/** Throws `account.unauthenticated` or `.banned`. */
function requireActive(actor: Actor | null): Actor {
  if (!actor) throw new DomainError('account.unauthenticated');
  if (actor.role === 'Banned') throw new DomainError('account.banned');
  return actor;
}

/**
 * A token of another scope, or of another game, may make anonymous calls, without an actor. Throws `token.*`,
 * `division.peopleOnly`, `account.unauthenticated`, `.banned`, `.forbidden` or `.stepUpRequired`.
 */
export function createAuthorise({ isStaff, isProved, logDenied }: Authorisation) {
  /** Writing a line for every denial took half of the time of one. */
  const logged = new LRUCache<string, true>({ max: deniedLinesMax, ttl: deniedLineMs });
  let left = 0;
  let endsAt = 0;

  function logDenial(actor: Actor, route: AccessedRoute, request: FastifyRequest): void {
    const key = `${actor.id} ${route.method} ${route.path}`;
    if (logged.has(key)) return;
    const now = performance.now();
    if (now >= endsAt) {
      left = deniedLinesMax;
      endsAt = now + deniedLineMs;
    }
    if (left === 0) return;
    left -= 1;
    logged.set(key, true);
    logDenied({ actor, request }, `${request.method} ${loggedPath(route, request)} was denied`);
  }

  async function isAllowed(actor: Actor, route: AccessedRoute, request: FastifyRequest): Promise<boolean> {
    const { access, gameBy } = route;
    if (access === 'Anonymous') return true;
    if (isElsewhere(actor, route, request)) return false;
    if (access !== 'organiser' && access !== 'observer') return isAtLeast(actor.role, access);
    return isStaff(actor, { access, gameBy }, request.params as PathParams);
  }

  async function requireProof(actor: Actor, { stepUp }: AccessedRoute): Promise<void> {
    if (stepUp && !(await isProved(actor, stepUp))) throw new DomainError('account.stepUpRequired');
  }

  return async (route: AccessedRoute, request: FastifyRequest): Promise<void> => {
    requireUsableToken(request);
    if (route.playersTool) return requirePlayerToken(requireActive(request.actor));
    const refusal = request.actor && findScopeRefusal(request.actor, route);
    if (route.access === 'Anonymous') {
      if (refusal || isElsewhere(request.actor, route, request)) request.actor = null;
      return;
    }
    const actor = requireActive(request.actor);
    if (refusal) throw refusal;
    if (await isAllowed(actor, route, request)) return requireProof(actor, route);
    if (route.access !== 'User') logDenial(actor, route, request);
    throw new DomainError('account.forbidden');
  };
}
