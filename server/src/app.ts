import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import { turnstileOrigin } from '@vexil/contract/captcha.endpoints';
import { authPlugin } from '@vexil/http/call/actor';
import { createAuthorise } from '@vexil/http/call/authorise';
import { bodyPlugin } from '@vexil/http/call/body';
import { uploadPlugin } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { connectionsPlugin, type IdleLimits } from '@vexil/http/guard/connections';
import { diskSpacePlugin } from '@vexil/http/guard/disk-space';
import { drainPlugin } from '@vexil/http/guard/drain';
import { forwardedWarningPlugin } from '@vexil/http/guard/forwarded-warning';
import type { FairQueueLimits } from '@vexil/http/guard/limiter/fair-queue';
import { limiterPlugin } from '@vexil/http/guard/limiter/limiter';
import { pathParamLengthMax, socketMessageBytesMax } from '@vexil/http/guard/limits';
import { listenersPlugin } from '@vexil/http/guard/listeners';
import { rateLimitPlugin } from '@vexil/http/guard/rate-limit';
import { refusalOfAddress, requestHeadPlugin } from '@vexil/http/guard/request-head';
import { securityHeadersPlugin } from '@vexil/http/guard/security-headers';
import { trustedProxies } from '@vexil/http/guard/trusted-proxies';
import { unfinishedPlugin } from '@vexil/http/guard/unfinished';
import { requestLog } from '@vexil/http/observe/lazy-log';
import { metricsPlugin } from '@vexil/http/observe/metrics';
import { nextRequestId } from '@vexil/http/observe/request-id';
import { RequestLog } from '@vexil/http/observe/request-log';
import { tracingPlugin } from '@vexil/http/observe/tracing';
import { readWebClient, webPlugin } from '@vexil/http/page/web-client';
import { topicsPlugin } from '@vexil/http/reads/topics.plugin';
import { answerBrokenRequest } from '@vexil/http/reply/client-error';
import { dateHeaderPlugin } from '@vexil/http/reply/date-header';
import { answerError, errorsPlugin } from '@vexil/http/reply/errors';
import { languagePlugin } from '@vexil/http/reply/language';
import { unknownPathPlugin } from '@vexil/http/reply/not-found';
import { replyCheckPlugin } from '@vexil/http/reply/reply-check';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createFactorCheck, isProved } from './account/factor.service';
import { passwordQueue } from './account/password';
import { createFieldsCheck, createTermsCheck } from './account/terms.service';
import { alertPlugin } from './check/alert-watch';
import { readinessPlugin } from './check/readiness.plugin';
import { viewClientConfig } from './config/config.service';
import { tracePlugin } from './evidence/trace.plugin';
import { findLinkPreview } from './game-page/link-preview.service';
import { livePlugin } from './live/live.plugin';
import { callerOf, logActivity } from './log/log-activity';
import { linkOriginOf } from './mail/mail.origin';
import { isStaffOfRoute } from './play/staff.policy';
import { NamedServer } from './proxy/named-server';
import { referencePlugin } from './reference/reference.plugin';
import { registerRoutes } from './routes';
import { createSessionAuthentication } from './session/authenticate';
import { findTokenActor } from './token/token.service';

interface AppLimits {
  limits?: FairQueueLimits;
  idle?: IdleLimits | undefined;
}

export async function buildApp(deps: Deps, { limits, idle }: AppLimits = {}): Promise<FastifyInstance> {
  const namedServer = new NamedServer(deps.config.containerDomain);
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    childLoggerFactory: requestLog,
    genReqId: nextRequestId,
    trustProxy: trustedProxies(deps.config.trustProxy) ?? false,
    serverFactory: (listener) => namedServer.createServer(listener),
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket as Socket),
    // Addresses that the router cannot read never reach an error handler.
    frameworkErrors: (error, request, reply) => {
      const shown = refusalOfAddress(request as FastifyRequest) ?? error;
      answerError(shown, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: pathParamLengthMax },
  }) as unknown as FastifyInstance;
  const client = await readWebClient();
  app.decorate('deps', deps);
  app.decorate('innerCalls', new Map());
  app.decorate('namedServer', namedServer);
  app.decorate('platform', namedServer.platform);
  app.decorate(
    'authorise',
    createAuthorise({
      isStaff: (actor, route, params) => isStaffOfRoute(deps, actor, route, params),
      isProved: (actor, asks) => isProved(deps, actor, asks),
      logDenied: (call, message) =>
        logActivity(deps, { ...callerOf(call), status: 'Denied', event: 'account.access_denied', message }),
    }),
  );
  await app.register(errorsPlugin);
  await app.register(dateHeaderPlugin);
  await app.register(languagePlugin);
  await app.register(securityHeadersPlugin, {
    inlineScriptHashes: client?.inlineScriptHashes ?? [],
    widgets: deps.config.captcha.provider === 'CloudflareTurnstile' ? [turnstileOrigin] : [],
    hsts: deps.config.hsts,
  });
  await app.register(connectionsPlugin, { limits: idle });
  await app.register(unfinishedPlugin);
  await app.register(livePlugin);
  await app.register(websocket, { options: { server: app.platform, maxPayload: socketMessageBytesMax } });
  await app.register(requestHeadPlugin);
  await app.register(forwardedWarningPlugin);
  await app.register(bodyPlugin);
  await app.register(rateLimitPlugin);
  await app.register(limiterPlugin, { limits, signIns: passwordQueue });
  await app.register(tracingPlugin);
  await app.register(unknownPathPlugin);
  await app.register(listenersPlugin);
  await app.register(drainPlugin);
  await app.register(diskSpacePlugin);
  await app.register(uploadPlugin);
  const lacksFactor = createFactorCheck(deps);
  const lacksTerms = createTermsCheck(deps);
  const lacksFields = createFieldsCheck(deps);
  await app.register(authPlugin, {
    findSessionActor: createSessionAuthentication(app, {
      findGap: async (account) => {
        if (await lacksFactor(account)) return 'account.factorMissing';
        if (await lacksTerms(account.id)) return 'account.termsMissing';
        return (await lacksFields(account.id)) ? 'account.fieldsMissing' : null;
      },
    }),
    findTokenActor: (token) => findTokenActor(deps, token),
  });
  await app.register(metricsPlugin);
  await app.register(replyCheckPlugin);
  await app.register(referencePlugin);
  await app.register(topicsPlugin);
  await app.register(webPlugin, {
    client,
    clientConfigOf: (settings) => viewClientConfig(deps, settings),
    originOf: (request) => linkOriginOf(deps.config, request),
    findPreview: (path) => findLinkPreview(deps, path),
  });
  await app.register(readinessPlugin);
  await app.register(alertPlugin);
  await app.register(tracePlugin);
  await registerRoutes(app);
  return app;
}
