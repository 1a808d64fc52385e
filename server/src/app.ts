import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { configPlugin } from './config/config.plugin';
import { turnstileOrigin } from './contract/captcha';
import { DomainError } from './contract/errors';
import type { Route } from './contract/route';
import type { Deps } from './deps';
import { authPlugin } from './plugins/auth';
import { answerBrokenRequest } from './plugins/client-error';
import { drainPlugin } from './plugins/drain';
import { answerError, errorsPlugin } from './plugins/errors';
import { healthPlugin } from './plugins/health';
import { languagePlugin } from './plugins/language';
import { requestLog } from './plugins/lazy-log';
import { listenersPlugin } from './plugins/listeners';
import { livePlugin } from './plugins/live';
import { metricsPlugin } from './plugins/metrics';
import { rateLimitPlugin } from './plugins/rate-limit';
import { RequestLog } from './plugins/request-log';
import { securityHeadersPlugin } from './plugins/security-headers';
import { shedPlugin } from './plugins/shed';
import type { Pressure } from './plugins/shed.pressure';
import { uploadPlugin } from './plugins/upload';
import { readWebClient, webPlugin } from './plugins/web';
import { referencePlugin } from './reference/reference.plugin';
import { registerRoutes } from './routes';

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

const bodyBytesMax = 4 * 1024 * 1024;

// Only an escape can spell half of a surrogate pair, which PostgreSQL refuses in its JSON columns.
const surrogateEscape = /\\ud/i;
const halfPair = /\p{Surrogate}/gu;

function parseJson(text: string): unknown {
  if (!surrogateEscape.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value) => (typeof value === 'string' ? value.replace(halfPair, '\ufffd') : value));
}

/** Fastify takes a number of hops only as text of a function: the nth proxy from us is the last one we believe. */
function trustedHops(trust: Deps['config']['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop <= trust : trust;
}

/** The whole server over the given deps, not yet listening. */
export async function buildApp(deps: Deps, { pressure }: { pressure?: Pressure } = {}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    childLoggerFactory: requestLog,
    trustProxy: trustedHops(deps.config.trustProxy),
    bodyLimit: bodyBytesMax,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket as Socket),
    // Addresses that the router cannot read never reach an error handler.
    frameworkErrors: (error, request, reply) => {
      answerError(error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 512 },
  }) as unknown as FastifyInstance;
  const client = await readWebClient();
  app.decorate('deps', deps);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // A call without a body may still name a content type; whether it needed one is the route's business.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, parseJson(text as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400, code: 'FST_ERR_CTP_INVALID_JSON_BODY' }));
    }
  });
  // Nothing is nothing under any name; clients send the strangest types along with it.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    done(new DomainError('request.mediaType'));
  });
  await app.register(errorsPlugin);
  await app.register(languagePlugin);
  await app.register(securityHeadersPlugin, {
    inlineScriptHashes: client?.inlineScriptHashes ?? [],
    widgets: deps.config.captcha.provider === 'CloudflareTurnstile' ? [turnstileOrigin] : [],
    isSecure: deps.config.publicUrl?.startsWith('https:') ?? false,
  });
  await app.register(shedPlugin, { pressure });
  await app.register(listenersPlugin);
  await app.register(drainPlugin);
  await app.register(uploadPlugin);
  await app.register(livePlugin);
  await app.register(websocket, { options: { maxPayload: 32 * 1024 } });
  await app.register(authPlugin);
  await app.register(rateLimitPlugin);
  await app.register(metricsPlugin);
  await app.register(referencePlugin);
  await app.register(configPlugin);
  await app.register(webPlugin, { client });
  await app.register(healthPlugin);
  await registerRoutes(app);
  return app;
}
