import type { FastifyInstance } from 'fastify';
import { accountAdminRoutes } from './account/account.admin.routes';
import { accountRoutes } from './account/account.routes';
import { assetRoutes } from './asset/asset.routes';
import { challengeEditRoutes } from './challenge/challenge.edit.routes';
import { challengePlayRoutes } from './challenge/challenge.play.routes';
import { configRoutes } from './config/config.routes';
import { containerRoutes } from './container/container.routes';
import { divisionRoutes } from './division/division.routes';
import { flagRoutes } from './flag/flag.routes';
import { gameEditRoutes } from './game/game.edit.routes';
import { gameRoutes } from './game/game.routes';
import { staffRoutes } from './game/staff.routes';
import { liveRoutes } from './live/live.routes';
import { noticeRoutes } from './notice/notice.routes';
import { participationRoutes } from './participation/participation.routes';
import { scoreboardPlugin } from './scoreboard/scoreboard.plugin';
import { scoreboardRoutes } from './scoreboard/scoreboard.routes';
import { submissionRoutes } from './submission/submission.routes';
import { teamRoutes } from './team/team.routes';

/** Every feature's calls, one line each. */
export async function registerRoutes(app: FastifyInstance): Promise<void> {
  await app.register(scoreboardPlugin);
  await accountRoutes(app);
  await accountAdminRoutes(app);
  await assetRoutes(app);
  await configRoutes(app);
  await challengeEditRoutes(app);
  await challengePlayRoutes(app);
  await containerRoutes(app);
  await divisionRoutes(app);
  await flagRoutes(app);
  await gameEditRoutes(app);
  await gameRoutes(app);
  await liveRoutes(app);
  await noticeRoutes(app);
  await staffRoutes(app);
  await scoreboardRoutes(app);
  await submissionRoutes(app);
  await teamRoutes(app);
  await participationRoutes(app);
}
