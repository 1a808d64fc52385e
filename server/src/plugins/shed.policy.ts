import { Binary, type Route } from '@vexil/contract/route';
import { z } from 'zod';

/**
 * What a request is to a server that has too many of them:
 * - `vital`: health checks; never refused, never counted
 * - `file`: from the disk or the storage, at the pace of its reader
 * - `long`: takes its time whatever the load is, and has limits of its own
 * - `login`: waits in the queue of sign-ins, which has a limit of its own
 * - `memory`: answered from memory
 * - `live`: opens a live connection, which saves more calls than it costs
 * - `submit`: a submission
 * - `heavy`: sheets, archives and searches, which can wait
 * - `play`: all other calls
 */
export const requestKinds = ['vital', 'file', 'long', 'login', 'memory', 'live', 'submit', 'heavy', 'play'] as const;
export type RequestKind = (typeof requestKinds)[number];

const shares: Record<RequestKind, number> = {
  vital: Number.POSITIVE_INFINITY,
  file: 2,
  memory: 2,
  live: 1.25,
  submit: 1.25,
  login: Number.POSITIVE_INFINITY,
  long: 1,
  play: 1,
  heavy: 0.5,
};

export const takesSlot = (kind: RequestKind): boolean =>
  kind === 'memory' || kind === 'live' || kind === 'submit' || kind === 'play' || kind === 'heavy';

export const isMeasured = (kind: RequestKind): boolean => kind === 'live' || kind === 'submit' || kind === 'play';

export const costOf = (kind: RequestKind): number => (kind === 'heavy' ? 5 : kind === 'memory' ? 0.25 : 1);

const longRates = new Set<Route['rate']>(['container', 'proxy', 'upload']);
const signInRates = new Set<Route['rate']>(['login', 'register']);
const scoreboardPath = '/api/game/:id/scoreboard';
const fromMemory = new Set(['/api/config', scoreboardPath]);

function isSearch({ access, query }: Route): boolean {
  return access !== 'Anonymous' && access !== 'User' && query instanceof z.ZodObject && 'search' in query.shape;
}

export function kindOf(url: string, route: Route | undefined, isHub = false): RequestKind {
  if (url === '/healthz' || url === '/readyz') return 'vital';
  if (isHub) return 'live';
  if (!url.startsWith('/api')) return 'file';
  if (!route || fromMemory.has(route.path)) return 'memory';
  if (route.upload || route.upgrade || longRates.has(route.rate)) return 'long';
  if (route.rate === 'submit') return 'submit';
  if (signInRates.has(route.rate)) return 'login';
  if (route.reply === Binary || route.path.endsWith('/timeline') || isSearch(route)) return 'heavy';
  return 'play';
}

/** The kind of a request to an address of that kind: parts of the board and boards of other times are made on demand. */
export const kindOfRequest = (kind: RequestKind, routePath: string | undefined, url: string): RequestKind =>
  kind === 'memory' && routePath === scoreboardPath && url.includes('?') ? 'heavy' : kind;

/** As many calls as it takes to open a game's page; up to here a client counts as new. */
const firstCalls = 12;
const newClientShare = 1.25;
const retryCreditShare = 0.25;
const retryCreditMax = 6;
const busiestShare = 0.5;
/** Reached after five refusals. */
const guaranteedPriority = newClientShare + 5 * retryCreditShare;
/** A stalled database lowers the limit within a second; below this many in flight such clients are admitted anyway. */
const guaranteedSlots = 1024;

/** `waits`: how often the caller waited its retry time. A new client gets more than 1, the busiest 0.5. */
export function priorityOf(count: number, mean: number, waits = 0): number {
  if (count < firstCalls) return newClientShare + retryCreditShare * Math.min(waits, retryCreditMax);
  const ratio = count / Math.max(mean, firstCalls);
  return ratio <= 1 ? 1 : Math.max(busiestShare, 1 - Math.log2(ratio) / 4);
}

export type ShedReason = 'full' | 'overQuota' | 'logins';

export function refusalOf(kind: RequestKind, inFlight: number, limit: number, priority: number): ShedReason | null {
  const slots = limit * shares[kind];
  const guaranteed = priority >= guaranteedPriority ? guaranteedSlots * Math.min(1, shares[kind]) : 0;
  if (inFlight < Math.max(slots * priority, guaranteed)) return null;
  return inFlight < slots ? 'overQuota' : 'full';
}
