import type { Room } from '@vexil/contract/live';
import { hubScopes, liveBoardScope } from '@vexil/contract/scope.rules';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { BoardVisibility } from '@vexil/db/enums/game';
import { isBoardVisible, isGameVisible } from '@vexil/rules/visibility.rules';

export const hubs = ['user', 'monitor', 'admin'] as const;
export type Hub = (typeof hubs)[number];

/** Identity and parameters of a connection. */
export interface ConnectionRequest {
  hub: Hub;
  /** null on the admin hub, and when the parameter is not an id. */
  gameId: number | null;
  /** Requested extension targets with `live=1`. */
  live: boolean;
  /** null for anonymous clients. */
  accountId: string | null;
  sessionHash: string | null;
  /** Of the API token, in place of a session. */
  tokenHash: string | null;
}

interface TokenFacts {
  role: Role;
  scopes: readonly string[];
}

/** Permissions read from the database; keys of the last three are of `pairKey`. */
export interface AccessFacts {
  games: ReadonlyMap<number, { hidden: boolean; boardVisibility: BoardVisibility }>;
  /** Role by the hash of a session that has not ended. */
  roles: ReadonlyMap<string, Role>;
  /** By the hash of an API token that is valid. */
  tokens: ReadonlyMap<string, TokenFacts>;
  staff: ReadonlySet<string>;
  /** Participation of an account in a game. */
  participations: ReadonlyMap<string, number>;
  /** Members of accepted teams, of games that are hidden or show them the board. */
  accepted: ReadonlySet<string>;
}

export const pairKey = (gameId: number, accountId: string) => `${gameId} ${accountId}`;

/** Undefined for anonymous clients and for tokens without the scope of the hub. */
function roleOf({ hub, sessionHash, tokenHash }: ConnectionRequest, facts: AccessFacts): Role | undefined {
  if (sessionHash !== null) return facts.roles.get(sessionHash);
  const token = tokenHash === null ? undefined : facts.tokens.get(tokenHash);
  return token?.scopes.includes(hubScopes[hub]) ? token.role : undefined;
}

/** The rooms a connection may join; null when it must be closed. */
export function roomsFor(asked: ConnectionRequest, facts: AccessFacts): Room[] | null {
  const role = roleOf(asked, facts);
  if (asked.hub === 'admin') return role === 'Admin' ? ['admin'] : null;

  const { gameId, accountId } = asked;
  if (gameId === null) return null;
  const pair = accountId === null ? '' : pairKey(gameId, accountId);
  const isKnown = role !== undefined && role !== 'Banned';
  const isStaff = isKnown && (isAtLeast(role, 'Monitor') || facts.staff.has(pair));
  if (asked.hub === 'monitor') return isStaff && facts.games.has(gameId) ? [`monitor:${gameId}`] : null;
  return roomsOfPlayer(asked, facts, { gameId, pair, isKnown, isStaff });
}

interface Reader {
  gameId: number;
  pair: string;
  isKnown: boolean;
  isStaff: boolean;
}

function roomsOfPlayer(
  asked: ConnectionRequest,
  facts: AccessFacts,
  { gameId, pair, isKnown, isStaff }: Reader,
): Room[] | null {
  const game = facts.games.get(gameId);
  const isInAcceptedTeam = isKnown && facts.accepted.has(pair);
  if (!game || !isGameVisible(game, { isStaff, isInAcceptedTeam })) return null;

  const rooms: Room[] = [`game:${gameId}`];
  if (!asked.live) return rooms;
  if (isBoardVisible(game.boardVisibility, { isSignedIn: isKnown, isInAcceptedTeam, isStaff })) {
    rooms.push(`board:${gameId}`);
  }
  if (!isKnown) return rooms;
  const participationId = facts.participations.get(pair);
  if (participationId !== undefined) rooms.push(`participation:${participationId}`);
  if (isStaff && mayWatchBoard(asked, facts)) rooms.push(`staff:${gameId}`);
  return rooms;
}

function mayWatchBoard({ tokenHash }: ConnectionRequest, { tokens }: AccessFacts): boolean {
  const token = tokenHash === null ? undefined : tokens.get(tokenHash);
  return token === undefined || token.scopes.includes(liveBoardScope);
}
