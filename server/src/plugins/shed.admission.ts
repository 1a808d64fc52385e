import type { FastifyRequest } from 'fastify';
import { sessionCookie } from './auth';
import type { Shed, ShedOptions } from './shed';
import { costOf, priorityOf, type RequestKind, refusalOf, type ShedReason } from './shed.policy';
import { createRetryCredit } from './shed.retry-credit';
import { createUsage } from './shed.usage';

const usageWindowMs = 5000;
/** Below this part of the limit every request is admitted and no caller is counted. */
const quietPart = 0.1;
/** As many callers share an address as in the rate limits. */
const callersPerAddress = 10;
const callerLengthMax = 160;

/** The caller before it is authenticated: a made-up token or cookie gets no more than a new client has. */
function callerOf(request: FastifyRequest): { caller: string; weight: number } {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return { caller: authorization.slice(0, callerLengthMax), weight: 1 };
  const at = cookie === undefined ? -1 : cookie.indexOf(`${sessionCookie}=`);
  if (cookie === undefined || at === -1) return { caller: request.ip, weight: 1 / callersPerAddress };
  const from = at + sessionCookie.length + 1;
  const end = cookie.indexOf(';', from);
  const until = end === -1 ? from + callerLengthMax : Math.min(end, from + callerLengthMax);
  return { caller: cookie.slice(from, until), weight: 1 };
}

export interface Admission {
  /** Undefined when the request is admitted, else after how many seconds its client may retry. */
  refusalSeconds(request: FastifyRequest, kind: RequestKind): number | undefined;
  /** Counts a refusal; gives after how many seconds the client may retry. */
  refuse(reason: ShedReason, kind: RequestKind, caller?: string): number;
}

export function createAdmission(
  { pressure, logins, rateLimit }: Pick<Shed, 'pressure'> & Pick<ShedOptions, 'logins'> & { rateLimit: boolean },
  refused: Map<`${ShedReason} ${RequestKind}`, number>,
  slotsTaken: () => number,
): Admission {
  const usage = createUsage(usageWindowMs);
  const retryCredit = createRetryCredit();

  function refuse(reason: ShedReason, kind: RequestKind, caller?: string): number {
    pressure.recordRefusal();
    const name = `${reason} ${kind}` as const;
    refused.set(name, (refused.get(name) ?? 0) + 1);
    if (reason === 'logins') return logins.retryAfterSeconds();
    const seconds = pressure.retryAfterSeconds();
    if (caller !== undefined) retryCredit.recordRefusal(caller, seconds);
    return seconds;
  }

  function refusalSecondsOfCaller(request: FastifyRequest, kind: RequestKind): number | undefined {
    const { caller, weight } = callerOf(request);
    // Several clients share an address, so no retry is known to be of the refused one.
    const isOneClient = weight === 1;
    const waits = isOneClient ? retryCredit.of(caller) : 0;
    const priority = priorityOf(usage.of(caller) * weight, usage.mean(), waits);
    const reason = refusalOf(kind, slotsTaken(), pressure.slots, priority);
    // Refusals count too, a little, so that retrying without waiting gains nothing.
    usage.add(caller, reason ? costOf(kind) / 4 : costOf(kind));
    return reason ? refuse(reason, kind, isOneClient ? caller : undefined) : undefined;
  }

  return {
    refuse,
    refusalSeconds(request, kind) {
      if (kind === 'vital') return undefined;
      if (kind === 'login') return logins.isLong() ? refuse('logins', kind) : undefined;
      if (slotsTaken() < pressure.slots * quietPart) return undefined;
      if (rateLimit) return refusalSecondsOfCaller(request, kind);
      const reason = refusalOf(kind, slotsTaken(), pressure.slots, 1);
      return reason ? refuse(reason, kind) : undefined;
    },
  };
}
