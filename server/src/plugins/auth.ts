import fastifyCookie from '@fastify/cookie';
import type { Role } from '@vexil/db/enums/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { createOriginCheck } from './origin';

/** Existing clients find the session by this name. */
export const sessionCookie = 'GZCTF_Token';

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
interface ActingToken {
  id: string;
  hash: string;
  scopes: readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null for a client that is not signed in; set before any handler runs. */
    actor: Actor | null;
    /** An API token came with the request and is not valid: declared calls and hubs answer 401. */
    hasInvalidToken: boolean;
  }
  interface FastifyContextConfig {
    /** A live hub, which takes an API token from the address as well. */
    isHub?: boolean;
  }
}

export interface AuthOptions {
  /** The account of a session's token, null when there is no such session; may renew its cookie. */
  findSessionActor(request: FastifyRequest, reply: FastifyReply, token: string): Promise<Actor | null>;
  /** The account of an API token, null when the token is not valid. */
  findTokenActor(token: string): Promise<Actor | null>;
}

/**
 * The API token of a request; undefined when it has none. Browsers cannot set a header on a WebSocket, so clients of the
 * hubs name the token in the address there, and only there is it read.
 */
function readBearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const bearer = authorization === undefined ? null : /^Bearer(?: +(.*))?$/i.exec(authorization);
  if (bearer) return bearer[1]?.trim() ?? '';
  if (!request.ws || !request.routeOptions.config.isHub) return undefined;
  const { access_token: text } = request.query as Record<string, string | string[] | undefined>;
  return text === undefined || text === '' ? undefined : String(text);
}

/** Sets `request.actor` from the API token or the session cookie of each request. */
export const authPlugin = fp<AuthOptions>(async (app, { findSessionActor, findTokenActor }) => {
  await app.register(fastifyCookie);
  app.decorateRequest('actor', null);
  app.decorateRequest('hasInvalidToken', false);
  const checkOrigin = createOriginCheck(app.deps);

  async function authenticateToken(request: FastifyRequest, token: string): Promise<void> {
    request.actor = await findTokenActor(token);
    request.hasInvalidToken = request.actor === null;
  }

  async function authenticateSession(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    checkOrigin(request);
    request.actor = await findSessionActor(request, reply, token);
  }

  app.addHook('onRequest', (request, reply, done) => {
    // No browser sends a bearer token by itself, so such a call needs no check of its origin and its cookie is ignored.
    const bearer = readBearerToken(request);
    const cookie = request.cookies[sessionCookie];
    if (bearer !== undefined) authenticateToken(request, bearer).then(() => done(), done);
    else if (cookie) authenticateSession(request, reply, cookie).then(() => done(), done);
    else done();
  });
});
