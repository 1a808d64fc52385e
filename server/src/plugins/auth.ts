import { hash } from 'node:crypto';
import fastifyCookie, { type SerializeOptions } from '@fastify/cookie';
import type { Role } from '@vexil/db/enums/account';
import { accounts, apiTokens } from '@vexil/db/schema/account';
import { and, eq, gt, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Deps } from '../deps';
import { createOriginCheck } from './origin';
import { findSession, renewSession, type SessionFacts } from './session.queries';
import { createVisits } from './visits';

/** Existing clients find the session by this name. */
export const sessionCookie = 'GZCTF_Token';
export const sessionLifetimeMs = 7 * 24 * 3600 * 1000;
/** Begins every API token, so that those who look for lost secrets recognise one. */
export const tokenPrefix = 'vexil_';
const visitIntervalMs = 60_000;
const tokenUseIntervalMs = 60_000;
const secretLengthMax = 128;

/** Who is calling, as the database says at this very request. */
export interface Actor {
  id: string;
  userName: string;
  role: Role;
  /** null for a call with an API token. */
  sessionHash: string | null;
  /** null for a call with a session. */
  token: ActingToken | null;
}

/** The API token that a call is made with; it narrows what its account may do. */
export interface ActingToken {
  id: string;
  hash: string;
  scopes: readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null when nobody is signed in; filled before any handler runs. */
    actor: Actor | null;
    /** An API token came with the request and is not valid: declared calls and hubs answer 401. */
    hasInvalidToken: boolean;
  }
  interface FastifyContextConfig {
    /** A live hub, which takes an API token from the address as well. */
    isHub?: boolean;
  }
}

export const hashToken = (token: string) => hash('sha256', token);

/** In the headers at once: what `setCookie` does waits for a hook on the payload, which our replies pass by. */
function setCookie({ server }: FastifyRequest, reply: FastifyReply, value: string, options: SerializeOptions) {
  reply.header('set-cookie', server.serializeCookie(sessionCookie, value, { path: '/', ...options }));
}

/** Sets another cookie that only the server reads, with the session cookie's protection. */
export function setOwnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  { path, maxAgeSeconds }: { path: string; maxAgeSeconds: number },
): void {
  const secure = request.protocol === 'https';
  const options: SerializeOptions = { path, httpOnly: true, sameSite: 'lax', secure, maxAge: maxAgeSeconds };
  reply.header('set-cookie', request.server.serializeCookie(name, value, options));
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  // A proxy may end TLS without being named in TRUST_PROXY; the requests then look like http to us.
  const { publicUrl } = request.server.deps.config;
  const secure = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
  setCookie(request, reply, token, { httpOnly: true, sameSite: 'lax', secure, maxAge: sessionLifetimeMs / 1000 });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, '', { expires: new Date(0) });
}

/**
 * Reads the session and the role from the database, so that a logout, a ban or a change of role acts on the next
 * request of every process.
 */
export async function findActor(
  deps: Pick<Deps, 'database' | 'clock'>,
  token: string | undefined,
): Promise<(Actor & Pick<SessionFacts, 'expiresAt' | 'lastVisitedAt'>) | null> {
  if (!token || token.length > secretLengthMax) return null;
  const sessionHash = hashToken(token);
  const facts = await findSession(deps.database.sql, sessionHash);
  if (!facts || facts.expiresAt <= deps.clock.now().getTime()) return null;
  return { ...facts, sessionHash, token: null };
}

/** Reads an API token, its account and that account's role of this moment; null when the token opens nothing. */
export async function findTokenActor(deps: Deps, text: string): Promise<(Actor & { token: ActingToken }) | null> {
  if (text.length > secretLengthMax) return null;
  const tokenHash = hashToken(text);
  const now = deps.clock.now();
  const [row] = await deps.db
    .select({
      id: accounts.id,
      userName: accounts.userName,
      role: accounts.role,
      tokenId: apiTokens.id,
      scopes: apiTokens.scopes,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.creatorId))
    .where(isValidToken(eq(apiTokens.tokenHash, tokenHash), now));
  if (!row) return null;
  const { id, userName, role, tokenId, scopes, lastUsedAt } = row;
  if (now.getTime() - (lastUsedAt?.getTime() ?? 0) > tokenUseIntervalMs) await noteUse(deps, tokenId, now);
  return { id, userName, role, sessionHash: null, token: { id: tokenId, hash: tokenHash, scopes } };
}

/** What makes a token valid at a time, besides being the right one. */
export const isValidToken = (isRight: SQL | undefined, now: Date): SQL | undefined =>
  and(isRight, isNull(apiTokens.revokedAt), or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now)));

/** Of those who come at the same moment only the first writes. */
async function noteUse(deps: Deps, tokenId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - tokenUseIntervalMs);
  await deps.db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, tokenId), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))));
}

/**
 * The API token of a request; undefined when it has none. Browsers cannot set a header on a WebSocket, so clients of the
 * hubs name the token in the address there, and only there is it read.
 */
function readTokenText(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const bearer = authorization === undefined ? null : /^Bearer(?: +(.*))?$/i.exec(authorization);
  if (bearer) return bearer[1]?.trim() ?? '';
  if (!request.ws || !request.routeOptions.config.isHub) return undefined;
  const { access_token: text } = request.query as Record<string, string | string[] | undefined>;
  return text === undefined || text === '' ? undefined : String(text);
}

export const authPlugin = fp(async (app) => {
  const { deps } = app;
  await app.register(fastifyCookie);
  app.decorateRequest('actor', null);
  app.decorateRequest('hasInvalidToken', false);
  const checkOrigin = createOriginCheck(deps);
  const visits = createVisits(deps, visitIntervalMs);
  app.addHook('onClose', () => visits.close());

  async function identify(request: FastifyRequest, reply: FastifyReply, tokenText: string | undefined): Promise<void> {
    // No browser sends a bearer by itself, so neither the check of the origin nor the cookie has a part in such a call.
    if (tokenText !== undefined) {
      request.actor = await findTokenActor(deps, tokenText);
      request.hasInvalidToken = request.actor === null;
      return;
    }
    const token = request.cookies[sessionCookie];
    if (!token) return;
    checkOrigin(request);
    const found = await findActor(deps, token);
    if (!found) return;
    const { expiresAt, lastVisitedAt, ...actor } = found;
    request.actor = actor;
    const now = deps.clock.now();
    if (now.getTime() - (lastVisitedAt ?? 0) > visitIntervalMs) {
      visits.note({ accountId: actor.id, at: now, ip: request.ip });
    }
    if (expiresAt - now.getTime() < sessionLifetimeMs / 2) {
      const renewedUntil = new Date(now.getTime() + sessionLifetimeMs);
      await renewSession(deps.database.sql, { hash: hashToken(token), seenAt: now, expiresAt: renewedUntil });
      setSessionCookie(request, reply, token);
    }
  }

  app.addHook('onRequest', (request, reply, done) => {
    const tokenText = readTokenText(request);
    if (tokenText === undefined && !request.cookies[sessionCookie]) done();
    else identify(request, reply, tokenText).then(() => done(), done);
  });
});
