import { createHash } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import type { Role } from '@vexil/db/enums/account';
import { accounts, sessions } from '@vexil/db/schema/account';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { DomainError } from '../contract/errors';
import type { Deps } from '../deps';

/** Existing clients find the session by this name. */
export const sessionCookie = 'GZCTF_Token';
export const sessionLifetimeMs = 7 * 24 * 3600 * 1000;
const visitIntervalMs = 60_000;

/** Who is calling, as the database says at this very request. */
export interface Actor {
  id: string;
  userName: string;
  role: Role;
  sessionHash: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null when nobody is signed in; filled before any handler runs. */
    actor: Actor | null;
  }
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: sessionLifetimeMs / 1000,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/' });
}

/**
 * Reads the session and the role from the database, so that a logout, a ban or a change of role acts on the next
 * request of every process.
 */
export async function findActor(
  deps: Deps,
  token: string | undefined,
): Promise<(Actor & { expiresAt: Date; lastVisitedAt: Date | null }) | null> {
  if (!token || token.length > 128) return null;
  const sessionHash = hashToken(token);
  const [row] = await deps.db
    .select({
      id: accounts.id,
      userName: accounts.userName,
      role: accounts.role,
      expiresAt: sessions.expiresAt,
      lastVisitedAt: accounts.lastVisitedAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.tokenHash, sessionHash), gt(sessions.expiresAt, deps.clock.now())));
  return row ? { ...row, sessionHash } : null;
}

export const authPlugin = fp(async (app) => {
  const { deps } = app;
  await app.register(fastifyCookie);
  app.decorateRequest('actor', null);

  app.addHook('onRequest', async (request, reply) => {
    const token = request.cookies[sessionCookie];
    if (!token) return;
    refuseCrossSite(request);
    const found = await findActor(deps, token);
    if (!found) return;
    const { expiresAt, lastVisitedAt, ...actor } = found;
    request.actor = actor;
    const now = deps.clock.now();
    if (now.getTime() - (lastVisitedAt?.getTime() ?? 0) > visitIntervalMs) {
      await deps.db.update(accounts).set({ lastVisitedAt: now, ip: request.ip }).where(eq(accounts.id, actor.id));
    }
    if (expiresAt.getTime() - now.getTime() < sessionLifetimeMs / 2) {
      await deps.db
        .update(sessions)
        .set({ expiresAt: new Date(now.getTime() + sessionLifetimeMs), lastSeenAt: now })
        .where(eq(sessions.tokenHash, actor.sessionHash));
      setSessionCookie(request, reply, token);
    }
  });
});

// SameSite=Lax keeps the cookie from most foreign requests; this covers browsers and cases it does not.
function refuseCrossSite(request: FastifyRequest): void {
  const safe = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
  if (!safe && request.headers['sec-fetch-site'] === 'cross-site') throw new DomainError('request.crossSite');
}
