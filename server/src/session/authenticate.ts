import type { Actor, AuthOptions } from '@vexil/http/call/actor';
import type { Caller } from '@vexil/http/reads/caller';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCaller } from '../play/caller.queries';
import { hashToken } from './hash-token';
import { createLastSeenWriter } from './last-seen';
import { sessionLifetimeMs, setSessionCookie } from './session.cookie';
import { renewSession } from './session.queries';

const lastSeenIntervalMs = 60_000;
const sessionSeenIntervalMs = 3_600_000;
const tokenLengthMax = 128;

interface KeptSession {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string;
  sessionHash: string;
}

/**
 * Read from the database with each request, so that a logout, ban or change of role acts on the next request of every
 * process; what the route declares to read about its caller comes along. Past half of its lifetime a session is renewed.
 */
export function createSessionAuthentication(
  app: FastifyInstance,
  { findGap }: { findGap(account: Pick<Actor, 'id' | 'role'>): Promise<FastifyRequest['gap']> },
): AuthOptions['findSessionActor'] {
  const { database, clock, log } = app.deps;
  const lastSeen = createLastSeenWriter(
    { database, log },
    { accountMs: lastSeenIntervalMs, sessionMs: sessionSeenIntervalMs },
  );
  app.addHook('onClose', () => lastSeen.close());

  async function keepAlive(
    { request, reply, token, sessionHash }: KeptSession,
    { id, expiresAt, lastSeenAt, sessionSeenAt }: Caller,
  ): Promise<void> {
    const now = clock.now();
    const isSessionDue = now.getTime() - sessionSeenAt > sessionSeenIntervalMs;
    const isAccountDue = now.getTime() - (lastSeenAt ?? 0) > lastSeenIntervalMs;
    if (isAccountDue || isSessionDue) {
      lastSeen.write({ accountId: id, at: now, ip: request.ip }, isSessionDue ? sessionHash : null);
    }
    if (expiresAt - now.getTime() >= sessionLifetimeMs / 2) return;
    const renewedUntil = new Date(now.getTime() + sessionLifetimeMs);
    await renewSession(database.sql, { hash: sessionHash, seenAt: now, expiresAt: renewedUntil });
    setSessionCookie(request, reply, token);
  }

  return async (request, reply, token) => {
    if (token.length > tokenLengthMax) return null;
    const sessionHash = hashToken(token);
    const { readOwn, route } = request.routeOptions.config;
    const found = await (readOwn?.({ sessionHash }, request) ?? findCaller(database, { sessionHash }));
    if (!found?.caller || found.caller.expiresAt <= clock.now().getTime()) return null;
    const { id, userName, role, deviceHash } = found.caller;
    request.gap = route?.beforeFactor ? null : await findGap({ id, role });
    if (request.gap) return null;
    request.own = found.own;
    await keepAlive({ request, reply, token, sessionHash }, found.caller);
    return { id, userName, role, sessionHash, deviceHash, token: null };
  };
}
