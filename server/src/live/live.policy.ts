import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { Room } from '../contract/live';

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
}

/** What the database says at this moment; keys of the last two are of `pairKey`. */
export interface AccessFacts {
  games: ReadonlySet<number>;
  /** Role by the hash of a session that has not ended. */
  roles: ReadonlyMap<string, Role>;
  staff: ReadonlySet<string>;
  /** Participation of an account in a game. */
  participations: ReadonlyMap<string, number>;
}

export const pairKey = (gameId: number, accountId: string) => `${gameId} ${accountId}`;

/** Whether anything but the existence of the game decides what the connection hears, so that it can change. */
export const isRevocable = (asked: Asked) => asked.hub !== 'user' || (asked.live && asked.sessionHash !== null);

/** The rooms a connection may be in; null when it may not be at all. */
export function roomsFor(asked: Asked, facts: AccessFacts): Room[] | null {
  const role = asked.sessionHash === null ? undefined : facts.roles.get(asked.sessionHash);
  const isKnown = role !== undefined && role !== 'Banned';
  if (asked.hub === 'admin') return role === 'Admin' ? ['admin'] : null;

  const { gameId, accountId } = asked;
  if (gameId === null || !facts.games.has(gameId)) return null;
  const pair = accountId === null ? '' : pairKey(gameId, accountId);
  if (asked.hub === 'monitor') {
    const may = isKnown && (isAtLeast(role, 'Monitor') || facts.staff.has(pair));
    return may ? [`monitor:${gameId}`] : null;
  }
  const participationId = asked.live && isKnown ? facts.participations.get(pair) : undefined;
  return participationId === undefined ? [`game:${gameId}`] : [`game:${gameId}`, `participation:${participationId}`];
}
