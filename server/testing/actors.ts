import { type ErrorCode, errorCatalogue } from '@vexil/contract/errors';
import { playerScopes } from '@vexil/contract/scope.rules';
import type { AccountRow } from '@vexil/db/schema/account';
import type { CatalogueCall, Who } from './catalogue';
import type { People } from './world';

/** Callers of the role matrix; tokens act as the administrator who created them, but for those of a game. */
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
  /** Made by the organiser, with all scopes: for the game of the call, and for another that the same account organises. */
  'tokenOfGame',
  'tokenOfOther',
  /** Of the participant, with all scopes that it may have. */
  'tokenOfPlayer',
] as const;
export type ActorName = (typeof actors)[number];

export function accountOf(people: People, actor: ActorName): AccountRow | null {
  if (actor === 'anonymous') return null;
  if (isOfGame(actor)) return people.organiser;
  if (actor === 'tokenOfPlayer') return people.participant;
  return actor.startsWith('token') ? people.admin : people[actor as keyof People];
}

export const isOfGame = (actor: ActorName) => actor === 'tokenOfGame' || actor === 'tokenOfOther';

const players: ActorName[] = ['user', 'participant', 'rival'];
const admins: ActorName[] = ['admin', 'tokenWithScope'];
const monitors: ActorName[] = ['monitor', ...admins];
const everybody: ActorName[] = [...players, 'organiser', 'observer', 'otherOrganiser', ...monitors];

/** Actors that are allowed. For captains, the request builder chooses the caller's own team. */
const allowed: Record<Who, ActorName[]> = {
  anyone: actors as unknown as ActorName[],
  user: everybody,
  captain: everybody,
  monitor: monitors,
  admin: admins,
  organiser: ['organiser', 'tokenOfGame', ...admins],
  observer: ['organiser', 'observer', 'tokenOfGame', ...monitors],
  anyOrganiser: ['organiser', 'otherOrganiser', ...admins],
  playersToken: [],
};

export interface Refusal {
  status: number;
  code: ErrorCode;
}

/** It takes tokens of players alone. */
function refusalOfTool(actor: ActorName): Refusal | null {
  if (actor === 'tokenOfPlayer') return null;
  if (actor === 'tokenRevoked') return { status: 401, code: 'token.invalid' };
  if (actor === 'anonymous') return { status: 401, code: 'account.unauthenticated' };
  return { status: 403, code: actor === 'banned' ? 'account.banned' : 'token.playerOnly' };
}

type Params = Readonly<Record<string, unknown>> | undefined;

/** A player's token opens what is of its game or its team, by its scopes, and else what visitors read. */
function refusalOfPlayer(call: CatalogueCall, { own, params }: OwnPlace): Refusal | null {
  const { who, scope, path } = call;
  const ofGame = path.startsWith('/api/game/:id') && params?.id === own.gameId;
  const ofTeam = path.startsWith('/api/team/:id') && params?.id === own.teamId;
  if (who === 'anyone') return denialOf(call, ofGame ? 'participant' : 'anonymous');
  if (scope === null) return { status: 403, code: 'token.sessionOnly' };
  if (!playerScopes.some((one) => one === scope)) return { status: 403, code: 'token.scopeMissing' };
  const isOpen = (who === 'user' || who === 'captain') && (ofGame || ofTeam);
  return isOpen ? denialOf(call, 'participant') : { status: 403, code: 'account.forbidden' };
}

interface OwnPlace {
  own: { gameId: number; teamId: number };
  /** Of the call. */
  params: Params;
}

/** How a call must refuse an actor by the catalogue; null when it must succeed. */
export function refusalOf(call: CatalogueCall, actor: ActorName, place?: OwnPlace): Refusal | null {
  if (call.who === 'playersToken') return refusalOfTool(actor);
  if (actor === 'tokenOfPlayer' && place) return refusalOfPlayer(call, place);
  if (actor === 'tokenRevoked') return { status: 401, code: 'token.invalid' };
  if (call.who === 'anyone') return denialOf(call, isOfGame(actor) ? 'anonymous' : actor);
  if (actor === 'anonymous') return { status: 401, code: 'account.unauthenticated' };
  if (actor === 'banned') return { status: 403, code: 'account.banned' };
  if ((actor === 'tokenWithScope' || isOfGame(actor)) && call.scope === null)
    return { status: 403, code: 'token.sessionOnly' };
  if (actor === 'tokenWithoutScope') {
    return { status: 403, code: call.scope === null ? 'token.sessionOnly' : 'token.scopeMissing' };
  }
  // By access these are calls of accounts; their handlers find the game.
  const isElsewhere = isOfGame(actor) && call.path.startsWith('/api/admin/');
  if (isElsewhere || !allowed[call.who].includes(actor)) return { status: 403, code: 'account.forbidden' };
  return denialOf(call, actor === 'tokenOfGame' ? 'organiser' : actor);
}

function denialOf(call: CatalogueCall, actor: ActorName): Refusal | null {
  const code = call.denied?.[actor];
  return code ? { status: errorCatalogue[code].status, code } : null;
}
