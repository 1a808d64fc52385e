import { DomainError } from '@vexil/contract/errors';
import { scoreboardRoutes as routes, type ScoreboardQuery } from '@vexil/contract/scoreboard';
import { implement } from '@vexil/http/call/implement';
import { isUnchanged } from '@vexil/http/reply/conditional';
import { DocumentReply, documentOf, makePassingDocument } from '@vexil/http/reply/document';
import { varyOf } from '@vexil/http/reply/send-document';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { audienceOf, type GameSight } from './audience';
import { asksForPage, pageOfBoard, timelinesOf } from './board-page';
import { ctftimeFeedOf } from './ctftime';
import { findBoardSight } from './sight.service';

async function findBoardAt(
  app: FastifyInstance,
  gameId: number,
  sight: GameSight,
  at: Date,
  { asOf, knownAt }: Pick<ScoreboardQuery, 'asOf' | 'knownAt'>,
) {
  if (asOf === undefined && knownAt === undefined) return app.boards.get(gameId, sight);
  const freeze = sight.live ? null : sight.frozenAt;
  const last = freeze ?? at.getTime();
  const known = knownAt === undefined ? undefined : Math.min(knownAt, last);
  return app.pastBoards.at(gameId, { asOf: Math.min(asOf ?? last, known ?? last), freeze, knownAt: known });
}

export async function scoreboardRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.get, { shared: true }, async ({ params, query, receivedAt, findActor, request, reply }) => {
    const sight = await findBoardSight(app.deps, { findActor, gameId: params.id, at: receivedAt });
    // The current board is held; other replies spend the caller's budget.
    if (query.asOf !== undefined || query.knownAt !== undefined || asksForPage(query)) {
      await findActor();
      await app.spend('query', request);
    }
    const board = await findBoardAt(app, params.id, sight, receivedAt, query);
    if (!asksForPage(query)) {
      return new DocumentReply(board, audienceOf(sight));
    }
    const shown = pageOfBoard(board.whole(), query);
    const audience = audienceOf(sight);
    reply.header('Vary', varyOf('Accept-Encoding', audience));
    return isUnchanged(request, reply, shown, audience) ? sent : shown;
  });

  implement(app, routes.ctftime, { shared: true }, async ({ params, query: { division }, receivedAt, findActor }) => {
    const found = await findBoardSight(app.deps, { findActor, gameId: params.id, at: receivedAt });
    // Everybody gets the public board, staff too: the feed is published as it is.
    const sight = { ...found, live: false };
    const board = await app.boards.get(params.id, sight);
    // No more feeds are held than there are divisions.
    if (division !== undefined && !board.whole().divisions.some(({ id }) => id === division))
      throw new DomainError('division.notFound', { field: 'division' });
    const feed = await documentOf(board, `ctftime ${division ?? ''}`, async () =>
      makePassingDocument(routes.ctftime.reply, ctftimeFeedOf(board.whole(), division), board),
    );
    return new DocumentReply(feed, { isPrivate: found.restricted, variesByCaller: found.restricted });
  });

  implement(app, routes.timeline, async ({ actor, params, query, receivedAt, request, reply }) => {
    const sight = await findBoardSight(app.deps, { findActor: async () => actor, gameId: params.id, at: receivedAt });
    const board = await findBoardAt(app, params.id, sight, receivedAt, query);
    const timelines = timelinesOf(board.whole(), query.teams);
    const audience = audienceOf(sight);
    reply.header('Vary', varyOf('Accept-Encoding', audience));
    return isUnchanged(request, reply, timelines, audience) ? sent : timelines;
  });
}
