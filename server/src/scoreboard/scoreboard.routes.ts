import { scoreboardRoutes as routes } from '@vexil/contract/scoreboard';
import type { FastifyInstance } from 'fastify';
import { seesHiddenGame } from '../game/visible-game.service';
import { answered, implement } from '../implement';
import type { Actor } from '../plugins/auth';
import { isUnchanged } from '../plugins/conditional';
import { asksForPage, pageOfBoard, timelinesOf } from './board-page';
import { type GameSight, isPrivate, sendBoard, varyOf } from './send-board';
import { seesLiveBoard } from './sight.policy';

/** Throws `game.notFound` and `game.notStarted`. The actor matters only for hidden or frozen games. */
async function findSight(
  app: FastifyInstance,
  call: { actor: Actor | null; gameId: number; at: Date },
): Promise<GameSight> {
  const mayEnter = () => seesHiddenGame(app.deps, call.actor, call.gameId);
  const { frozenAt, hidden } = await app.gameGate.pass(call.gameId, call.at, mayEnter);
  return { frozenAt, hidden, live: frozenAt !== null && (await seesLiveBoard(app.deps, call.actor, call.gameId)) };
}

async function findBoardAt(app: FastifyInstance, gameId: number, sight: GameSight, at: Date, asOf?: number) {
  if (asOf === undefined) return app.boards.get(gameId, sight);
  const last = sight.frozenAt !== null && !sight.live ? sight.frozenAt : at.getTime();
  return app.pastBoards.at(gameId, Math.min(asOf, last));
}

export async function scoreboardRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.get, async ({ actor, params, query, receivedAt, request, reply }) => {
    const sight = await findSight(app, { actor, gameId: params.id, at: receivedAt });
    // The current board is cached; other replies spend the caller's budget.
    if (query.asOf !== undefined || asksForPage(query)) await app.spend('query', request);
    const board = await findBoardAt(app, params.id, sight, receivedAt, query.asOf);
    if (!asksForPage(query)) {
      await sendBoard(board, sight, request, reply);
      return answered;
    }
    const shown = pageOfBoard(board.whole(), query);
    reply.header('Vary', varyOf('Accept-Encoding', sight));
    return isUnchanged(request, reply, shown, { isPrivate: isPrivate(sight) }) ? answered : shown;
  });

  implement(app, routes.timeline, async ({ actor, params, query, receivedAt, request, reply }) => {
    const sight = await findSight(app, { actor, gameId: params.id, at: receivedAt });
    const board = await findBoardAt(app, params.id, sight, receivedAt, query.asOf);
    const timelines = timelinesOf(board.whole(), query.teams);
    reply.header('Vary', varyOf('Accept-Encoding', sight));
    return isUnchanged(request, reply, timelines, { isPrivate: isPrivate(sight) }) ? answered : timelines;
  });
}
