import { Binary, type Route } from '@vexil/contract/route';
import type { FastifyContextConfig } from 'fastify';
import { z } from 'zod';

/**
 * What a request may take before others when the server is busy:
 * - `free`: takes no slot: health checks, files, shared replies, and uploads, containers and relays, which take their
 *   time whatever the load is and have limits of their own
 * - `signIn`: waits in the queue for password hashing
 * - `play`: submissions and live connections
 * - `page`: all other calls
 * - `background`: sheets, archives, searches and boards of other times, in a queue of their own
 */
export type Priority = 'free' | 'signIn' | 'play' | 'page' | 'background';

/** A client may have so many submissions served for each other call of another client. */
export const costs: Record<Priority, number> = { free: 0, signIn: 1, play: 1, page: 4, background: 4 };

const longRates = new Set<Route['rate']>(['container', 'proxy', 'upload', 'planFile']);
const signInRates = new Set<Route['rate']>(['login', 'register']);
const scoreboardPath = '/api/game/:id/scoreboard';

function isSearch({ access, query }: Route): boolean {
  return access !== 'Anonymous' && access !== 'User' && query instanceof z.ZodObject && 'search' in query.shape;
}

export function priorityOf({ route, isHub, findsActorLate }: FastifyContextConfig): Priority {
  if (isHub) return 'play';
  // Shared replies cost less than a refusal.
  if (!route || findsActorLate) return 'free';
  if (route.upload || route.upgrade || longRates.has(route.rate)) return 'free';
  if (route.rate === 'submit') return 'play';
  if (signInRates.has(route.rate)) return 'signIn';
  if (route.reply === Binary || route.path.endsWith('/timeline') || isSearch(route)) return 'background';
  return 'page';
}

/** Parts of the board and boards of other times are made on demand. */
export const isMadeBoard = (routePath: string | undefined, url: string): boolean =>
  routePath === scoreboardPath && url.includes('?');
