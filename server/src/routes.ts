import type { FastifyInstance } from 'fastify';
import { assetRoutes } from './asset/asset.routes';
import { divisionRoutes } from './division/division.routes';
import { gameEditRoutes } from './game/game.edit.routes';
import { gameRoutes } from './game/game.routes';
import { staffRoutes } from './game/staff.routes';
import { noticeRoutes } from './notice/notice.routes';

/** Every feature's calls, one line each. */
export async function registerRoutes(app: FastifyInstance): Promise<void> {
  await assetRoutes(app);
  await divisionRoutes(app);
  await gameEditRoutes(app);
  await gameRoutes(app);
  await noticeRoutes(app);
  await staffRoutes(app);
}
