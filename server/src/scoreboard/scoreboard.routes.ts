import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scoreboardRoutes as routes } from '../contract/scoreboard';
import { answered, implement } from '../implement';
import { matchesEtag } from '../plugins/conditional';
import type { Board, BoardEncoding } from './boards';

/** The smallest form the caller takes; a weight of 0 refuses one. */
export function chooseEncoding(header: string | undefined): BoardEncoding {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .filter((one) => !refused.test(one))
    .map((one) => one.split(';')[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') || accepted.includes('*') ? 'gzip' : 'identity';
}

/** Sends bytes that were serialised and compressed when the board was published. */
function sendBoard(board: Board, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('ETag', board.etag)
    .header('Last-Modified', new Date(board.updateTimeUtc).toUTCString())
    .header('Cache-Control', 'no-cache, must-revalidate')
    .header('Vary', 'Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], board.etag)) {
    reply.code(304).send();
    return;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const compressed = encoding === 'identity' ? null : board[encoding];
  if (compressed) reply.header('Content-Encoding', encoding);
  reply.type('application/json; charset=utf-8').send(compressed ?? board.identity);
}

export async function scoreboardRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.get, async ({ params, receivedAt, request, reply }) => {
    await app.gameGate.pass(params.id, receivedAt);
    sendBoard(await app.boards.get(params.id), request, reply);
    return answered;
  });
}
