import { Binary, type Route } from '@vexil/contract/route';
import { z } from 'zod';

/**
 * What a request is to a server that has too many of them:
 * - `vital`: asked by those who look after the server; never refused, never counted
 * - `file`: from the disk or the storage, at the pace of who reads it
 * - `long`: takes its time whatever the load is, and has limits of its own
 * - `login`: waits in the queue of those who sign in, which has a limit of its own
 * - `memory`: answered from memory
 * - `live`: a way to hear instead of asking, so it saves more calls than it is
 * - `submit`: what a competition is about
 * - `heavy`: sheets, archives and searches, which can wait
 * - `play`: all the others
 */
export const requestKinds = ['vital', 'file', 'long', 'login', 'memory', 'live', 'submit', 'heavy', 'play'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Up to which part of the limit each kind is let in: who has less gives way to who has more. */
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

/** Kinds that take a place of the limit; what the others wait for is no sign of a server with too much to do. */
export const takesPlace = (kind: RequestKind): boolean =>
  kind === 'memory' || kind === 'live' || kind === 'submit' || kind === 'play' || kind === 'heavy';

/** Kinds whose duration says how busy the server is. */
export const isMeasured = (kind: RequestKind): boolean => kind === 'live' || kind === 'submit' || kind === 'play';

/** What a request counts in the account of who sends it. */
export const costOf = (kind: RequestKind): number => (kind === 'heavy' ? 5 : kind === 'memory' ? 0.25 : 1);

const longRates = new Set<Route['rate']>(['container', 'proxy', 'upload']);
const signInRates = new Set<Route['rate']>(['login', 'register']);
const scoreboardPath = '/api/game/:id/scoreboard';
const fromMemory = new Set(['/api/config', scoreboardPath]);

/** Staff who look for something in a list; players' lists are part of their pages. */
function isSearch({ access, query }: Route): boolean {
  return access !== 'Anonymous' && access !== 'User' && query instanceof z.ZodObject && 'search' in query.shape;
}

/** The kind of a call or, without a declaration, of an address of this server. */
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

/** As many calls as it takes to open a game's page; up to here everybody is a newcomer. */
const firstCalls = 12;
const newcomerShare = 1.25;
/** For each time that somebody has waited as told, up to so many. */
const patienceShare = 0.25;
const patienceMax = 6;
const busiestShare = 0.5;
/** Who stands so has waited five times. */
const favouredStanding = newcomerShare + 5 * patienceShare;
/**
 * Below so many under way they are let in whatever the limit is: it falls to a fraction within a second when a database
 * stalls, and they are few, so that they neither hold up its recovery nor are refused until they give up.
 */
const favouredPlaces = 1024;

/**
 * How much more or less than their share of the limit somebody gets who has sent `count` requests in the last seconds
 * while those who were there sent `mean`, and who has waited `waits` times: a newcomer more, one that has waited most,
 * the busiest half of it.
 */
export function standing(count: number, mean: number, waits = 0): number {
  if (count < firstCalls) return newcomerShare + patienceShare * Math.min(waits, patienceMax);
  const ratio = count / Math.max(mean, firstCalls);
  return ratio <= 1 ? 1 : Math.max(busiestShare, 1 - Math.log2(ratio) / 4);
}

export type ShedReason = 'full' | 'greedy' | 'logins';

/** Why a request is refused when so many are under way; null when it is let in. */
export function refusalOf(kind: RequestKind, underWay: number, limit: number, stands: number): ShedReason | null {
  const places = limit * shares[kind];
  const favoured = stands >= favouredStanding ? favouredPlaces * Math.min(1, shares[kind]) : 0;
  if (underWay < Math.max(places * stands, favoured)) return null;
  return underWay < places ? 'greedy' : 'full';
}
