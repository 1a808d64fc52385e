import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scoreboardRoutes as routes } from '../contract/scoreboard';
import { answered, implement } from '../implement';
import type { Actor } from '../plugins/auth';
import { isUnchanged, matchesEtag } from '../plugins/conditional';
import { asksForPage, pageOfBoard, timelinesOf } from './board-page';
import type { Board, BoardEncoding, BoardSight } from './boards';
import { seesLiveBoard } from './sight.policy';

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
function sendBoard(board: Board, sight: BoardSight, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('ETag', board.etag)
    .header('Last-Modified', new Date(board.updateTimeUtc).toUTCString())
    .header('Cache-Control', `${isOfStaff(sight) ? 'private, ' : ''}no-cache, must-revalidate`)
    .header('Vary', varyOf('Accept-Encoding', sight));
  if (matchesEtag(request.headers['if-none-match'], board.etag)) {
    reply.code(304).send();
    return;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const compressed = encoding === 'identity' ? null : board[encoding];
  if (compressed) reply.header('Content-Encoding', encoding);
  reply.type('application/json; charset=utf-8').send(compressed ?? board.identity);
}

const isOfStaff = ({ frozenAt, live }: BoardSight) => frozenAt !== null && live;

/** While the public board stands still one address has two boards, by who asks. */
const varyOf = (always: string, { frozenAt }: BoardSight) =>
  frozenAt === null ? always : `${always}, Cookie, Authorization`;

/** Throws `game.notFound` and `game.notStarted`. Who asks matters only while the board is frozen. */
async function findSight(
  app: FastifyInstance,
  call: { actor: Actor | null; gameId: number; at: Date },
): Promise<BoardSight> {
  const { frozenAt } = await app.gameGate.pass(call.gameId, call.at);
  return { frozenAt, live: frozenAt !== null && (await seesLiveBoard(app.deps, call.actor, call.gameId)) };
}

/** The board of the time that is asked for, as far as the caller may see; without a time that of now. */
async function findBoardAt(app: FastifyInstance, gameId: number, sight: BoardSight, at: Date, asOf?: number) {
  if (asOf === undefined) return (await app.boards.get(gameId, sight)).content().board;
  const last = sight.frozenAt !== null && !sight.live ? sight.frozenAt : at.getTime();
  return app.pastBoards.at(gameId, Math.min(asOf, last));
}

export async function scoreboardRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.get, async ({ actor, params, query, receivedAt, request, reply }) => {
    const sight = await findSight(app, { actor, gameId: params.id, at: receivedAt });
    if (query.asOf === undefined && !asksForPage(query)) {
      sendBoard(await app.boards.get(params.id, sight), sight, request, reply);
      return answered;
    }
    // The whole document costs nothing; what is made for one caller comes out of that caller's budget.
    await app.spend('query', request);
    const board = await findBoardAt(app, params.id, sight, receivedAt, query.asOf);
    const shown = asksForPage(query) ? pageOfBoard(board, query) : board;
    reply.header('Vary', varyOf('Accept-Encoding', sight));
    return isUnchanged(request, reply, shown, { isPrivate: isOfStaff(sight) }) ? answered : shown;
  });

  implement(app, routes.timeline, async ({ actor, params, query, receivedAt, request, reply }) => {
    const sight = await findSight(app, { actor, gameId: params.id, at: receivedAt });
    const board = await findBoardAt(app, params.id, sight, receivedAt, query.asOf);
    const timelines = timelinesOf(board, query.teams);
    reply.header('Vary', varyOf('Accept-Encoding', sight));
    return isUnchanged(request, reply, timelines, { isPrivate: isOfStaff(sight) }) ? answered : timelines;
  });
}
