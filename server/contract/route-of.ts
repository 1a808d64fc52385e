import type { accountRoutes } from './account';
import type { accountEndpoints } from './account.endpoints';
import type { accountAdminRoutes } from './account-admin';
import type { accountAdminEndpoints } from './account-admin.endpoints';
import type { activityRoutes } from './activity';
import type { activityEndpoints } from './activity.endpoints';
import type { assetRoutes } from './asset';
import type { assetEndpoints } from './asset.endpoints';
import type { auditRoutes } from './audit';
import type { auditEndpoints } from './audit.endpoints';
import type { awardRoutes } from './award';
import type { awardEndpoints } from './award.endpoints';
import type { captchaRoutes } from './captcha';
import type { captchaEndpoints } from './captcha.endpoints';
import type { captureRoutes } from './capture';
import type { captureEndpoints } from './capture.endpoints';
import type { captureSearchRoutes } from './capture-search';
import type { captureSearchEndpoints } from './capture-search.endpoints';
import type { challengeEditRoutes, challengeRoutes, flagRoutes } from './challenge';
import type { challengeEndpoints } from './challenge.endpoints';
import type { challengeEditEndpoints, flagEndpoints } from './challenge-edit.endpoints';
import type { configAdminEndpoints } from './config-admin.endpoints';
import type { configAdminRoutes, configRoutes } from './config-info';
import type { configEndpoints } from './config-info.endpoints';
import type { consentEndpoints } from './consent.endpoints';
import type { containerRoutes, testContainerRoutes } from './container';
import type { containerEndpoints } from './container.endpoints';
import type { containerAdminRoutes } from './container-admin';
import type { containerAdminEndpoints } from './container-admin.endpoints';
import type { containerImageRoutes } from './container-image';
import type { containerImageEndpoints } from './container-image.endpoints';
import type { testContainerEndpoints } from './container-test.endpoints';
import type { divisionRoutes } from './division';
import type { divisionEndpoints } from './division.endpoints';
import type { doctorRoutes } from './doctor';
import type { doctorEndpoints } from './doctor.endpoints';
import type { Endpoint } from './endpoint';
import type { engineRoutes } from './engine';
import type { engineEndpoints } from './engine.endpoints';
import type { caseRoutes, evidenceRoutes, questionRoutes } from './evidence';
import type { caseEndpoints, evidenceEndpoints } from './evidence.endpoints';
import type { factorRoutes } from './factor';
import type { factorEndpoints } from './factor.endpoints';
import type { gameEditRoutes, gameRoutes } from './game';
import type { gameEndpoints } from './game.endpoints';
import type { gameArchiveRoutes } from './game-archive';
import type { gameArchiveEndpoints } from './game-archive.endpoints';
import type { gameCheckRoutes } from './game-check';
import type { gameCheckEndpoints } from './game-check.endpoints';
import type { gameEditEndpoints } from './game-edit.endpoints';
import type { gamePageRoutes } from './game-page';
import type { gamePageEndpoints } from './game-page.endpoints';
import type { healthRoutes } from './health';
import type { healthEndpoints } from './health.endpoints';
import type { logRoutes } from './log';
import type { logEndpoints } from './log.endpoints';
import type { mcpRoutes } from './mcp';
import type { mcpEndpoints } from './mcp.endpoints';
import type { monitorRoutes } from './monitor';
import type { monitorEndpoints } from './monitor.endpoints';
import type { noticeEditRoutes, noticeRoutes } from './notice';
import type { noticeEndpoints } from './notice.endpoints';
import type { noticeEditEndpoints } from './notice-edit.endpoints';
import type { overviewRoutes } from './overview';
import type { overviewEndpoints } from './overview.endpoints';
import type { ownDataRoutes } from './own-data';
import type { ownDataEndpoints } from './own-data.endpoints';
import type { packageRoutes } from './package';
import type { packageEndpoints } from './package.endpoints';
import type { participationRoutes } from './participation';
import type { participationEndpoints } from './participation.endpoints';
import type { pauseRoutes } from './pause';
import type { pauseEndpoints } from './pause.endpoints';
import type { planRoutes } from './plan';
import type { planEndpoints } from './plan.endpoints';
import type { postEditRoutes, postRoutes } from './post';
import type { postEndpoints } from './post.endpoints';
import type { postEditEndpoints } from './post-edit.endpoints';
import type { proxyRoutes } from './proxy';
import type { proxyEndpoints } from './proxy.endpoints';
import type { questionEndpoints } from './question.endpoints';
import type { rejudgingRoutes } from './rejudging';
import type { rejudgingEndpoints } from './rejudging.endpoints';
import type { reviewEndpoints } from './review.endpoints';
import type { Route } from './route';
import type { scoreboardRoutes } from './scoreboard';
import type { scoreboardEndpoints } from './scoreboard.endpoints';
import type { signInRoutes } from './sign-in';
import type { signInEndpoints } from './sign-in.endpoints';
import type { solverRoutes } from './solver';
import type { solverEndpoints } from './solver.endpoints';
import type { submissionMonitorRoutes, submissionRoutes } from './submission';
import type { submissionEndpoints } from './submission.endpoints';
import type { submissionMonitorEndpoints } from './submission-monitor.endpoints';
import type { teamRoutes } from './team';
import type { teamEndpoints } from './team.endpoints';
import type { teamAdminRoutes } from './team-admin';
import type { teamAdminEndpoints } from './team-admin.endpoints';
import type { termsRoutes } from './terms';
import type { termsEndpoints } from './terms.endpoints';
import type { gameTokenRoutes, playerTokenRoutes, tokenRoutes } from './token';
import type { gameTokenEndpoints, playerTokenEndpoints, tokenEndpoints } from './token.endpoints';
import type { webhookRoutes } from './webhook';
import type { webhookEndpoints } from './webhook.endpoints';
import type { writeupAdminRoutes, writeupEditRoutes, writeupRoutes } from './writeup';
import type { writeupAdminEndpoints, writeupEditEndpoints, writeupEndpoints } from './writeup.endpoints';

type Address<E extends Endpoint> = `${E['method']} ${E['path']}`;

type ByAddress<Endpoints extends Record<string, Endpoint>, Routes> = {
  [Name in keyof Endpoints & keyof Routes as Address<Endpoints[Name]>]: Routes[Name];
};

interface Routes
  extends ByAddress<typeof accountAdminEndpoints, typeof accountAdminRoutes>,
    ByAddress<typeof accountEndpoints, typeof accountRoutes>,
    ByAddress<typeof activityEndpoints, typeof activityRoutes>,
    ByAddress<typeof assetEndpoints, typeof assetRoutes>,
    ByAddress<typeof auditEndpoints, typeof auditRoutes>,
    ByAddress<typeof awardEndpoints, typeof awardRoutes>,
    ByAddress<typeof captchaEndpoints, typeof captchaRoutes>,
    ByAddress<typeof captureEndpoints, typeof captureRoutes>,
    ByAddress<typeof captureSearchEndpoints, typeof captureSearchRoutes>,
    ByAddress<typeof challengeEndpoints, typeof challengeRoutes>,
    ByAddress<typeof challengeEditEndpoints, typeof challengeEditRoutes>,
    ByAddress<typeof flagEndpoints, typeof flagRoutes>,
    ByAddress<typeof configEndpoints, typeof configRoutes>,
    ByAddress<typeof configAdminEndpoints, typeof configAdminRoutes>,
    ByAddress<typeof containerAdminEndpoints, typeof containerAdminRoutes>,
    ByAddress<typeof containerEndpoints, typeof containerRoutes>,
    ByAddress<typeof containerImageEndpoints, typeof containerImageRoutes>,
    ByAddress<typeof testContainerEndpoints, typeof testContainerRoutes>,
    ByAddress<typeof divisionEndpoints, typeof divisionRoutes>,
    ByAddress<typeof doctorEndpoints, typeof doctorRoutes>,
    ByAddress<typeof engineEndpoints, typeof engineRoutes>,
    ByAddress<typeof caseEndpoints, typeof caseRoutes>,
    ByAddress<typeof evidenceEndpoints, typeof evidenceRoutes>,
    ByAddress<typeof questionEndpoints, typeof questionRoutes>,
    ByAddress<typeof factorEndpoints, typeof factorRoutes>,
    ByAddress<typeof signInEndpoints, typeof signInRoutes>,
    ByAddress<typeof termsEndpoints, typeof termsRoutes>,
    ByAddress<typeof consentEndpoints, typeof termsRoutes>,
    ByAddress<typeof gameEndpoints, typeof gameRoutes>,
    ByAddress<typeof gameEditEndpoints, typeof gameEditRoutes>,
    ByAddress<typeof gameArchiveEndpoints, typeof gameArchiveRoutes>,
    ByAddress<typeof gameCheckEndpoints, typeof gameCheckRoutes>,
    ByAddress<typeof gamePageEndpoints, typeof gamePageRoutes>,
    ByAddress<typeof healthEndpoints, typeof healthRoutes>,
    ByAddress<typeof logEndpoints, typeof logRoutes>,
    ByAddress<typeof mcpEndpoints, typeof mcpRoutes>,
    ByAddress<typeof monitorEndpoints, typeof monitorRoutes>,
    ByAddress<typeof noticeEndpoints, typeof noticeRoutes>,
    ByAddress<typeof noticeEditEndpoints, typeof noticeEditRoutes>,
    ByAddress<typeof overviewEndpoints, typeof overviewRoutes>,
    ByAddress<typeof ownDataEndpoints, typeof ownDataRoutes>,
    ByAddress<typeof packageEndpoints, typeof packageRoutes>,
    ByAddress<typeof participationEndpoints, typeof participationRoutes>,
    ByAddress<typeof reviewEndpoints, typeof participationRoutes>,
    ByAddress<typeof pauseEndpoints, typeof pauseRoutes>,
    ByAddress<typeof planEndpoints, typeof planRoutes>,
    ByAddress<typeof postEndpoints, typeof postRoutes>,
    ByAddress<typeof postEditEndpoints, typeof postEditRoutes>,
    ByAddress<typeof proxyEndpoints, typeof proxyRoutes>,
    ByAddress<typeof rejudgingEndpoints, typeof rejudgingRoutes>,
    ByAddress<typeof scoreboardEndpoints, typeof scoreboardRoutes>,
    ByAddress<typeof solverEndpoints, typeof solverRoutes>,
    ByAddress<typeof submissionEndpoints, typeof submissionRoutes>,
    ByAddress<typeof submissionMonitorEndpoints, typeof submissionMonitorRoutes>,
    ByAddress<typeof teamAdminEndpoints, typeof teamAdminRoutes>,
    ByAddress<typeof teamEndpoints, typeof teamRoutes>,
    ByAddress<typeof tokenEndpoints, typeof tokenRoutes>,
    ByAddress<typeof gameTokenEndpoints, typeof gameTokenRoutes>,
    ByAddress<typeof playerTokenEndpoints, typeof playerTokenRoutes>,
    ByAddress<typeof webhookEndpoints, typeof webhookRoutes>,
    ByAddress<typeof writeupEndpoints, typeof writeupRoutes>,
    ByAddress<typeof writeupEditEndpoints, typeof writeupEditRoutes>,
    ByAddress<typeof writeupAdminEndpoints, typeof writeupAdminRoutes> {}

type Known<Key> = Key extends keyof Routes ? (Routes[Key] extends infer R extends Route ? R : never) : never;

/** Types only: routes stay out of the browser. */
export type RouteOf<E extends Endpoint> = E extends Endpoint ? Known<Address<E>> : never;
