import { DomainError } from '@vexil/contract/errors';
import { mcpRoutes } from '@vexil/contract/mcp';
import type { Actor } from '@vexil/http/call/actor';
import { implement } from '@vexil/http/call/implement';
import { createOriginCheck } from '@vexil/http/guard/origin';
import { refusalTextOf } from '@vexil/http/reply/errors';
import { sent } from '@vexil/http/reply/send-reply';
import { sendWithoutHooks } from '@vexil/http/reply/send-together';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicGame } from '../game/game.shared';
import { readPlainCall, writeResult } from './mcp.plain-call';
import { type CallTool, createMcpServing } from './mcp.server';
import { readToolCall } from './mcp.tools';

/** The tool of a request: its call, for the caller of the request. A refusal is its result. */
function toolsOf(
  app: FastifyInstance,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  gameId: number,
): CallTool {
  return async (name, given) => {
    const call = readToolCall(name, given, gameId);
    const make = call && app.innerCalls.get(call.route);
    if (!make) return undefined;
    try {
      const parts = await make({ ...exchange, ...call });
      return { parts: call.shape ? [call.shape(parts.join(''))] : parts, isOfOthers: call.isOfOthers };
    } catch (error) {
      return { parts: [refusalTextOf(error, exchange.request)], isError: true };
    }
  };
}

/** The tools' calls would answer that nothing has changed. */
const conditions = ['if-none-match', 'if-modified-since'];
const headersOfCalls = ['etag', 'last-modified', 'vary', 'retry-after'];

function webRequestOf({ headers, protocol, host }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(accept|content-type|mcp-.*)$/.test(name) ? [[name, value]] : [],
  );
  return new Request(`${protocol}://${host}${mcpRoutes.call.path}`, { method: 'POST', headers: given });
}

/** Of a message by a token of a player, where the organisers allow it; throws `token.playerOnly` or `game.mcpOff`. */
async function requireTools(app: FastifyInstance, { token }: Actor) {
  const gameId = token?.gameId;
  if (!token?.player || typeof gameId !== 'number') throw new DomainError('token.playerOnly');
  const { game } = await app.deps.shared.get(publicGame, gameId);
  if (!game.allowsMcp) throw new DomainError('game.mcpOff');
  return { gameId, token: { ...token, player: { ...token.player, byTool: true as const } } };
}

export async function mcpCalls(app: FastifyInstance): Promise<void> {
  const checkOrigin = createOriginCheck(app.deps);
  const serving = createMcpServing((error) =>
    app.log.debug({ event: 'mcp.refused', err: error }, 'An MCP message was refused'),
  );
  app.addHook('onClose', () => serving.close());

  async function answer(request: FastifyRequest, body: Record<string, unknown>, callTool: CallTool) {
    const plain = readPlainCall(request.headers, body);
    const result = plain && (await callTool(plain.name, plain.given));
    if (plain && result) return { status: 200, type: 'application/json', parts: writeResult(plain, result) };
    const response = await serving.serve(webRequestOf(request), body, callTool);
    return { status: response.status, type: response.headers.get('content-type'), parts: [await response.text()] };
  }

  implement(app, mcpRoutes.call, async ({ actor, body, request, reply }) => {
    // A page could use a token that its reader has given to a browser's extension.
    checkOrigin(request);
    const { gameId, token } = await requireTools(app, actor);
    for (const name of conditions) delete request.headers[name];
    request.actor = { ...actor, token };
    const { status, type, parts } = await answer(request, body, toolsOf(app, { request, reply }, gameId));
    for (const name of headersOfCalls) reply.removeHeader(name);
    if (type) reply.type(type);
    sendWithoutHooks(reply.code(status).header('cache-control', 'no-store'), parts);
    return sent;
  });
}
