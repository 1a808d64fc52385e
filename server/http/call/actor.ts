import fastifyCookie from '@fastify/cookie';
import type { Role } from '@vexil/db/enums/account';
import type { Via } from '@vexil/db/enums/submission';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { createOriginCheck } from '../guard/origin';

/** Existing clients find the session by this name. */
export const sessionCookie = 'GZCTF_Token';

export interface Actor {
  id: string;
  userName: string;
  role: Role;
  sessionHash: string | null;
  /** Of the session's browser, hashed; absent where it is not known. */
  deviceHash?: string | null;
  token: ActingToken | null;
}

interface ActingToken {
  id: string;
  hash: string;
  scopes: readonly string[];
  /** The only game whose calls it opens; null for all that its maker may. */
  gameId: number | null;
  /** Of a player, who plays for this team of the game, and counts as no staff; null for tokens of staff. */
  player: { teamId: number; isPeopleOnly: boolean; byTool?: true } | null;
}

export const viaOf = ({ token }: Pick<Actor, 'token'>): Via =>
  token === null ? 'Session' : token.player?.byTool ? 'Mcp' : 'Token';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    /** The request has an API token that is not valid: declared calls and hubs answer 401. */
    hasInvalidToken: boolean;
    /** What the account of a valid session lacks, a required factor, the terms or an answer: the caller counts as a visitor. */
    gap: 'account.factorMissing' | 'account.termsMissing' | 'account.fieldsMissing' | null;
  }
  interface FastifyInstance {
    /** The caller of a call that has `findsActorLate`; null without a valid session. */
    findActor(request: FastifyRequest, reply: FastifyReply): Promise<Actor | null>;
  }
  interface FastifyContextConfig {
    isHub?: boolean;
    /** The session is read only where the reply depends on the caller. An API token is always read. */
    findsActorLate?: boolean;
  }
}

export interface AuthOptions {
  /** The account of a session's token, null when there is no such session; may renew its cookie. */
  findSessionActor(request: FastifyRequest, reply: FastifyReply, token: string): Promise<Actor | null>;
  findTokenActor(token: string): Promise<Actor | null>;
}

/** Only hubs read a token from the address, because browsers cannot set a header on a WebSocket. */
function readBearerToken(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const bearer = authorization === undefined ? null : /^Bearer(?: +(?! )(.*))?$/i.exec(authorization);
  if (bearer) return bearer[1]?.trim() ?? '';
  if (!request.ws || !request.routeOptions.config.isHub) return undefined;
  const { access_token: text } = request.query as Record<string, string | string[] | undefined>;
  return text === undefined || text === '' ? undefined : String(text);
}

export const authPlugin = fp<AuthOptions>(async (app, { findSessionActor, findTokenActor }) => {
  await app.register(fastifyCookie);
  app.decorateRequest('actor', null);
  app.decorateRequest('hasInvalidToken', false);
  app.decorateRequest('gap', null);
  app.decorateRequest('own', undefined);
  const checkOrigin = createOriginCheck(app.deps);

  async function authenticateToken(request: FastifyRequest, token: string): Promise<void> {
    request.actor = await findTokenActor(token);
    request.hasInvalidToken = request.actor === null;
  }

  async function authenticateSession(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    checkOrigin(request);
    request.actor = await findSessionActor(request, reply, token);
  }

  app.decorate('findActor', async (request, reply) => {
    const cookie = request.cookies[sessionCookie];
    if (!request.actor && cookie && readBearerToken(request) === undefined) {
      await authenticateSession(request, reply, cookie);
    }
    return request.actor;
  });

  app.addHook('onRequest', (request, reply, done) => {
    // No browser sends a bearer token by itself, so such a call needs no check of its origin and its cookie is ignored.
    const bearer = readBearerToken(request);
    const cookie = request.cookies[sessionCookie];
    if (bearer !== undefined) authenticateToken(request, bearer).then(() => done(), done);
    else if (cookie && !request.routeOptions.config.findsActorLate)
      authenticateSession(request, reply, cookie).then(() => done(), done);
    else done();
  });
});
