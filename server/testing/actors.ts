import { type ErrorCode, errorCatalogue } from '@vexil/contract/errors';
import type { AccountRow } from '@vexil/db/schema/account';
import type { CatalogueCall, Who } from './catalogue';
import type { People } from './world';

/** Who stands before each call; the tokens act as the administrator who made them. */
export const actors = [
  'anonymous',
  'banned',
  'user',
  'participant',
  'rival',
  'organiser',
  'observer',
  'otherOrganiser',
  'monitor',
  'admin',
  'tokenWithScope',
  'tokenWithoutScope',
  'tokenRevoked',
] as const;
export type ActorName = (typeof actors)[number];

export function accountOf(people: People, actor: ActorName): AccountRow | null {
  if (actor === 'anonymous') return null;
  return actor.startsWith('token') ? people.admin : people[actor as keyof People];
}

const players: ActorName[] = ['user', 'participant', 'rival'];
const admins: ActorName[] = ['admin', 'tokenWithScope'];
const monitors: ActorName[] = ['monitor', ...admins];
const everybody: ActorName[] = [...players, 'organiser', 'observer', 'otherOrganiser', ...monitors];

/** Who passes; that a captain's call is about the caller's own team is settled by whom the request is about. */
const allowed: Record<Who, ActorName[]> = {
  anyone: actors as unknown as ActorName[],
  user: everybody,
  captain: everybody,
  monitor: monitors,
  admin: admins,
  organiser: ['organiser', ...admins],
  observer: ['organiser', 'observer', ...monitors],
  anyOrganiser: ['organiser', 'otherOrganiser', ...admins],
};

export interface Refusal {
  status: number;
  code: ErrorCode;
}

/** How a call refuses an actor by what the catalogue says of it; null when the actor's call must succeed. */
export function refusalOf(call: CatalogueCall, actor: ActorName): Refusal | null {
  if (actor === 'tokenRevoked') return { status: 401, code: 'token.invalid' };
  if (call.who === 'anyone') return denialOf(call, actor);
  if (actor === 'anonymous') return { status: 401, code: 'account.unauthenticated' };
  if (actor === 'banned') return { status: 403, code: 'account.banned' };
  if (actor === 'tokenWithScope' && call.scope === null) return { status: 403, code: 'token.sessionOnly' };
  if (actor === 'tokenWithoutScope') {
    return { status: 403, code: call.scope === null ? 'token.sessionOnly' : 'token.scopeMissing' };
  }
  if (!allowed[call.who].includes(actor)) return { status: 403, code: 'account.forbidden' };
  return denialOf(call, actor);
}

function denialOf(call: CatalogueCall, actor: ActorName): Refusal | null {
  const code = call.denied?.[actor];
  return code ? { status: errorCatalogue[code].status, code } : null;
}
