import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import { turnstileOrigin } from '@vexil/contract/captcha.endpoints';
import type { Route } from '@vexil/contract/route';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { passwordQueue } from './account/password';
import { createAuthorise } from './authorise';
import { viewClientConfig } from './config/config.service';
import { containerMovesPlugin } from './container/container.moves';
import type { Deps } from './deps';
import { healthAlertPlugin } from './health-alert/health-alert.plugin';
import { findLinkPreview } from './link-preview.service';
import { livePlugin } from './live/live.plugin';
import { linkOriginOf } from './mail/mail.origin';
import { authPlugin } from './plugins/auth';
import { bodyPlugin } from './plugins/body';
import { answerBrokenRequest } from './plugins/client-error';
import { connectionsPlugin, type IdleLimits } from './plugins/connections';
import { dateHeaderPlugin } from './plugins/date-header';
import { diskSpacePlugin } from './plugins/disk-space';
import { drainPlugin } from './plugins/drain';
import { answerError, errorsPlugin } from './plugins/errors';
import { forwardedWarningPlugin } from './plugins/forwarded-warning';
import { healthPlugin } from './plugins/health';
import { languagePlugin } from './plugins/language';
import { requestLog } from './plugins/lazy-log';
import type { FairQueueLimits } from './plugins/limiter/fair-queue';
import { limiterPlugin } from './plugins/limiter/limiter';
import { listenersPlugin } from './plugins/listeners';
import { metricsPlugin } from './plugins/metrics';
import { unknownPathPlugin } from './plugins/not-found';
import { rateLimitPlugin } from './plugins/rate-limit';
import { replyCheckPlugin } from './plugins/reply-check';
import { headBytesMax, refusalOfAddress, requestHeadPlugin } from './plugins/request-head';
import { RequestLog } from './plugins/request-log';
import { securityHeadersPlugin } from './plugins/security-headers';
import { tracingPlugin } from './plugins/tracing';
import { unfinishedPlugin } from './plugins/unfinished';
import { uploadPlugin } from './plugins/upload';
import { readWebClient, webPlugin } from './plugins/web';
import { referencePlugin } from './reference/reference.plugin';
import { nextRequestId } from './request-id';
import { registerRoutes } from './routes';
import { createSessionAuthentication } from './session/authenticate';
import { sharedReplyPlugin } from './shared-reply/shared-reply.plugin';
import { findTokenActor } from './token/token.service';
import { trustedProxies } from './trusted-proxies';

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** Headers have to be there this long after a connection is open or has begun a request; checked every 5 s. */
const headersMsMax = 15_000;

interface AppLimits {
  limits?: FairQueueLimits;
  idle?: IdleLimits | undefined;
}

export async function buildApp(deps: Deps, { limits, idle }: AppLimits = {}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    childLoggerFactory: requestLog,
    genReqId: nextRequestId,
    trustProxy: trustedProxies(deps.config.trustProxy) ?? false,
    // Node's time for a whole request would end uploads; bodies have limits of their own.
    requestTimeout: 0,
    http: { headersTimeout: headersMsMax, connectionsCheckingInterval: 5000, maxHeaderSize: headBytesMax },
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket as Socket),
    // Addresses that the router cannot read never reach an error handler.
    frameworkErrors: (error, request, reply) => {
      const shown = refusalOfAddress(request as FastifyRequest) ?? error;
      answerError(shown, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 512 },
  }) as unknown as FastifyInstance;
  const client = await readWebClient();
  app.decorate('deps', deps);
  app.decorate('authorise', createAuthorise(deps));
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
  await app.register(websocket, { options: { maxPayload: 32 * 1024 } });
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
  await app.register(authPlugin, {
    findSessionActor: createSessionAuthentication(app),
    findTokenActor: (token) => findTokenActor(deps, token),
  });
  await app.register(metricsPlugin);
  await app.register(replyCheckPlugin);
  await app.register(referencePlugin);
  await app.register(sharedReplyPlugin);
  await app.register(containerMovesPlugin);
  await app.register(webPlugin, {
    client,
    clientConfigOf: (settings) => viewClientConfig(deps, settings),
    originOf: (request) => linkOriginOf(deps.config, request),
    findPreview: (path) => findLinkPreview(deps, path),
  });
  await app.register(healthPlugin);
  await app.register(healthAlertPlugin);
  await registerRoutes(app);
  return app;
}
