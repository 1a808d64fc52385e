import type { ServerResponse } from 'node:http';
import { DomainError, retryIn } from '@vexil/contract/errors';
import { type Sender, senderOf } from '@vexil/http/guard/sender';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createConnectionToken, isConnectionToken } from './connection-token';
import { parseAge, parseCursor, type ResumePoint } from './cursor';
import { type ConnectionRequest, type Hub, hubs } from './live.policy';

type Query = Record<string, string | string[] | undefined>;

const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }];

const idMax = 2147483647;

function readGameId(text: Query[string]): number | null {
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text)) return null;
  const id = Number(text);
  return id >= 1 && id <= idMax ? id : null;
}

function readAsked(hub: Hub, request: FastifyRequest): ConnectionRequest {
  const query = request.query as Query;
  return {
    hub,
    gameId: hub === 'admin' ? null : readGameId(query.game),
    live: query.live === '1',
    accountId: request.actor?.id ?? null,
    sessionHash: request.actor?.sessionHash ?? null,
    tokenHash: request.actor?.token?.hash ?? null,
  };
}

function readKnown(request: FastifyRequest): ResumePoint {
  const { cursor, ageMs, live } = request.query as Query;
  if (live !== '1') return undefined;
  if (cursor !== undefined && cursor !== '') return (typeof cursor === 'string' && parseCursor(cursor)) || 'unreadable';
  return ageMs === undefined ? undefined : (typeof ageMs === 'string' && parseAge(ageMs)) || 'unreadable';
}

/** Negotiation is optional: a WebSocket without an id is accepted. */
function refuseUnknownId(app: FastifyInstance, request: FastifyRequest): void {
  const { id } = request.query as Query;
  if (id === undefined && request.ws) return;
  if (typeof id !== 'string' || !isConnectionToken(app.deps, id)) throw new DomainError('request.notFound');
}

function negotiate(app: FastifyInstance, request: FastifyRequest) {
  const connectionToken = createConnectionToken(app.deps);
  const isOld = (Number((request.query as Query).negotiateVersion) || 0) < 1;
  // Clients of version 0 connect with the `connectionId`.
  if (isOld) return { negotiateVersion: 0, connectionId: connectionToken, availableTransports };
  const connectionId = app.deps.random.bytes(16).toString('base64url');
  return { negotiateVersion: 1, connectionId, connectionToken, availableTransports };
}

/** Runs before rate limits and queries: thousands of clients retry at once. */
function assertCapacity(app: FastifyInstance, sender: Sender): void {
  const reason = app.live.refusalOf(sender, app.drain.hasBegun);
  if (reason === undefined) return;
  const seconds = app.live.retryAfterSeconds();
  if (reason === 'sender') throw new DomainError('request.tooMany', retryIn(seconds));
  throw new DomainError('request.unavailable', { retryAfterSeconds: seconds });
}

// Anonymous clients may use the user hub; an invalid token is an error.
async function authorize(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  await app.spend('general', request);
  if (request.hasInvalidToken) throw new DomainError('token.invalid');
}

interface Upgrade {
  response: ServerResponse;
  release: () => void;
}

/** Takes a slot for a connection that may open. */
async function admit(app: FastifyInstance, request: FastifyRequest, response: ServerResponse): Promise<Upgrade> {
  const sender = senderOf(request);
  assertCapacity(app, sender);
  // Nothing is awaited between the check and taking the slot.
  const release = request.ws ? app.live.takeSlot(sender) : () => undefined;
  try {
    await authorize(app, request);
    refuseUnknownId(app, request);
  } catch (error) {
    release();
    throw error;
  }
  if (request.ws) {
    // A client may disconnect before it is accepted.
    request.raw.socket.once('close', release);
    if (request.raw.socket.destroyed) release();
  }
  return { response, release };
}

/** The socket would otherwise retain the response, the request and its headers: a third of a connection's memory. */
function detachResponse(request: FastifyRequest, response: ServerResponse | undefined): void {
  response?.detachSocket(request.raw.socket);
}

/** The hubs under `/hub`: negotiation over HTTP, everything else over WebSockets. */
export async function liveRoutes(root: FastifyInstance): Promise<void> {
  await root.register(async (app) => {
    // Clients send an empty body with any content type.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });

    const notFound = async (_request: FastifyRequest, _reply: FastifyReply) => {
      throw new DomainError('request.notFound');
    };
    const upgrades = new WeakMap<FastifyRequest, Upgrade>();
    for (const hub of hubs) {
      app.post(`/hub/${hub}/negotiate`, { config: { isHub: true } }, async (request, reply) => {
        assertCapacity(app, senderOf(request));
        await authorize(app, request);
        return reply.header('Cache-Control', 'no-store').send(negotiate(app, request));
      });
      app.route({
        method: 'GET',
        url: `/hub/${hub}`,
        config: { isHub: true },
        preValidation: async (request, reply) => {
          upgrades.set(request, await admit(app, request, reply.raw));
        },
        handler: notFound,
        wsHandler: (socket, request) => {
          const upgrade = upgrades.get(request);
          // The value of an old WeakMap keeps the request, its key, until a major collection.
          upgrades.delete(request);
          app.live.accept(socket, readAsked(hub, request), readKnown(request), upgrade?.release);
          detachResponse(request, upgrade?.response);
        },
      });
    }
  });
}
