import fp from 'fastify-plugin';
import type { Boards } from '../scoreboard-cache/boards';
import { createPastBoards, type PastBoards } from './past-boards';
import { registerScoreboardMetrics } from './scoreboard.metrics';

declare module 'fastify' {
  interface FastifyInstance {
    boards: Boards;
    pastBoards: PastBoards;
  }
}

export const scoreboardPlugin = fp(async (app) => {
  app.decorate('boards', app.deps.boards);
  app.decorate('pastBoards', createPastBoards(app.deps));
  if (app.metrics) registerScoreboardMetrics(app.metrics.registry, app.deps.boards.stats);
});
