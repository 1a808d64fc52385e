import type { onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import type { Boards } from '../scoreboard-cache/boards';
import { createGameGate, type GameGate } from './game-gate';
import { createPastBoards, type PastBoards } from './past-boards';
import { registerScoreboardMetrics } from './scoreboard.metrics';

declare module 'fastify' {
  interface FastifyInstance {
    boards: Boards;
    gameGate: GameGate;
    pastBoards: PastBoards;
  }
}

export const scoreboardPlugin = fp(async (app) => {
  const gate = createGameGate(app.deps);
  app.decorate('boards', app.deps.boards);
  app.decorate('gameGate', gate);
  app.decorate('pastBoards', createPastBoards(app.deps));
  if (app.metrics) registerScoreboardMetrics(app.metrics.registry, app.deps.boards.stats);
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD' || !route.url.startsWith('/api/edit/games/:id')) return;
    // Before the reply, so that the client sees its own change.
    const forget: onSendHookHandler = (request, _reply, payload, done) => {
      gate.forget(Number((request.params as { id?: string }).id));
      done(null, payload);
    };
    route.onSend = [route.onSend ?? [], forget].flat();
  });
});
