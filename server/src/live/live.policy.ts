import type { Room } from '@vexil/contract/live';
import { hubScopes, liveBoardScope } from '@vexil/contract/scope.rules';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import { isGameVisible } from '@vexil/rules/visibility.rules';

export const hubs = ['user', 'monitor', 'admin'] as const;
export type Hub = (typeof hubs)[number];

/** Who asked for what when the connection was opened. */
export interface Asked {
  hub: Hub;
  /** null on the hub of administrators, and when what stood there is no id. */
  gameId: number | null;
  /** Asked for the targets beyond the wire format. */
  live: boolean;
  /** null for somebody who is not signed in. */
  accountId: string | null;
  sessionHash: string | null;
  /** Of the API token the connection was opened with, in place of a session. */
  tokenHash: string | null;
}

interface TokenFacts {
  role: Role;
  scopes: readonly string[];
}

/** What the database says at this moment; keys of the last three are of `pairKey`. */
export interface AccessFacts {
  games: ReadonlyMap<number, { hidden: boolean }>;
  /** Role by the hash of a session that has not ended. */
  roles: ReadonlyMap<string, Role>;
  /** By the hash of an API token that is valid. */
  tokens: ReadonlyMap<string, TokenFacts>;
  staff: ReadonlySet<string>;
  /** Participation of an account in a game. */
  participations: ReadonlyMap<string, number>;
  /** Members of teams that are accepted in a hidden game, registered in it or not. */
  accepted: ReadonlySet<string>;
}

export const pairKey = (gameId: number, accountId: string) => `${gameId} ${accountId}`;

/** The role a connection has now; undefined for somebody unknown, and for a token that lacks the hub's scope. */
function roleOf({ hub, sessionHash, tokenHash }: Asked, facts: AccessFacts): Role | undefined {
  if (sessionHash !== null) return facts.roles.get(sessionHash);
  const token = tokenHash === null ? undefined : facts.tokens.get(tokenHash);
  return token?.scopes.includes(hubScopes[hub]) ? token.role : undefined;
}

/** The rooms a connection may be in; null when it may not be at all. */
export function roomsFor(asked: Asked, facts: AccessFacts): Room[] | null {
  const role = roleOf(asked, facts);
  const isKnown = role !== undefined && role !== 'Banned';
  if (asked.hub === 'admin') return role === 'Admin' ? ['admin'] : null;

  const { gameId, accountId } = asked;
  const game = gameId === null ? undefined : facts.games.get(gameId);
  if (gameId === null || !game) return null;
  const pair = accountId === null ? '' : pairKey(gameId, accountId);
  if (asked.hub === 'monitor') {
    const may = isKnown && (isAtLeast(role, 'Monitor') || facts.staff.has(pair));
    return may ? [`monitor:${gameId}`] : null;
  }
  const isStaff = isKnown && (isAtLeast(role, 'Monitor') || facts.staff.has(pair));
  if (!isGameVisible(game, { isStaff, isInAcceptedTeam: isKnown && facts.accepted.has(pair) })) return null;
  const rooms: Room[] = [`game:${gameId}`];
  if (!asked.live || !isKnown) return rooms;
  const participationId = facts.participations.get(pair);
  if (participationId !== undefined) rooms.push(`participation:${participationId}`);
  const token = asked.tokenHash === null ? undefined : facts.tokens.get(asked.tokenHash);
  const mayWatch = token === undefined || token.scopes.includes(liveBoardScope);
  if (mayWatch && isStaff) rooms.push(`staff:${gameId}`);
  return rooms;
}
