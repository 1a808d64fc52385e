import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import {
  limiterSweepMs,
  queueWaitMsMax,
  refusedReportMs,
  requestsPerBackground,
  runningMax,
  slotMsMax,
} from '../limits';
import { createRefusedClients } from '../refused-clients';
import { addressClient, createEarlySenders } from '../sender';
import { hasBody, isComplete } from '../unfinished';
import { FairQueue, type FairQueueLimits, shareOf } from './fair-queue';
import { InFlightList, InFlightRequest } from './in-flight';
import { registerLimiterMetrics } from './limiter.metrics';
import { costs, isMadeBoard, type Priority, priorityOf } from './priority';

declare module 'fastify' {
  interface FastifyInstance {
    limiter: Limiter;
  }
  interface FastifyRequest {
    /** In the queue, before the work began. */
    waitedMs: number;
  }
  interface FastifyContextConfig {
    priority?: Priority;
    readsBody?: boolean;
  }
}

export interface Limiter {
  readonly queues: Readonly<Record<'requests' | 'background' | 'signIns', FairQueue>>;
  readonly inFlight: InFlightList<InFlightRequest>;
}

export interface LimiterOptions {
  signIns: FairQueue;
  limits?: FairQueueLimits | undefined;
}

const defaultLimits: FairQueueLimits = { runningMax, waitMsMax: queueWaitMsMax };

const key = Symbol('in flight');
type Tracked = ServerResponse & { [key]?: InFlightRequest };

const isBodyless = (method: string) => method === 'GET' || method === 'HEAD';
const priorityNow = ({ routeOptions: { config, url: path }, url }: FastifyRequest): Priority =>
  isMadeBoard(path, url) ? 'background' : (config.priority ?? 'free');

const listOf = <T>(hooks: T | T[] | undefined): T[] => (hooks === undefined ? [] : ([hooks].flat() as T[]));

function createReport({ log }: FastifyInstance, queues: Limiter['queues']) {
  const clients = createRefusedClients(log);
  for (const queue of Object.values(queues)) queue.onRefused = clients.note;
  let reported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (now: number): void => {
    const refused = Object.values(queues).reduce((sum, queue) => sum + queue.refused, 0);
    if (refused === reported || now - reportedAt < refusedReportMs) return;
    const waiting = Object.fromEntries(Object.entries(queues).map(([name, queue]) => [name, queue.waiting]));
    const count = refused - reported;
    log.warn(
      { event: 'limiter.refused', count, waiting },
      `${count} requests were refused: their wait would be too long`,
    );
    clients.report();
    reported = refused;
    reportedAt = now;
  };
}

/**
 * Bounds the requests that are worked on at once. Those beyond wait in fair order, and only those that would wait for too
 * long are refused, with 429 `request.busy`.
 */
export const limiterPlugin = fp<LimiterOptions>(async (app, { signIns, limits = { ...defaultLimits } }) => {
  const backgroundLimits = {
    get runningMax() {
      return limits.runningMax / requestsPerBackground;
    },
    get waitMsMax() {
      return limits.waitMsMax;
    },
  };
  const requests = new FairQueue({ limits, perSecond: 500 });
  const background = new FairQueue({ limits: backgroundLimits, perSecond: 10 });
  const queues = { requests, background, signIns };
  const inFlight = new InFlightList<InFlightRequest>();
  const senders = createEarlySenders(app.deps.config.rateLimit);

  function queueOf(priority: Priority): FairQueue | null {
    if (priority === 'play' || priority === 'page') return requests;
    return priority === 'background' ? background : null;
  }

  function enter(one: InFlightRequest): void {
    if (one.queue?.hasSlot === false) one.sender = senders.of(one.request);
    one.queue?.enter(one);
  }

  function end(one: InFlightRequest): void {
    if (!inFlight.delete(one)) return;
    one.queue?.leave(one);
    senders.note(one.request);
  }

  // One function for all of them: a closure per request would be most of what this costs.
  function onClose(this: Tracked): void {
    if (this[key]) end(this[key]);
  }

  function track(request: FastifyRequest, reply: FastifyReply, priority: Priority): InFlightRequest {
    const one = new InFlightRequest(request, reply, costs[priority], queueOf(priority));
    inFlight.add(one);
    (reply.raw as Tracked)[key] = one;
    reply.raw.once('close', onClose);
    return one;
  }

  const signInRefusalSeconds = ({ ip }: FastifyRequest) => signIns.refusalSeconds(shareOf(addressClient(ip)));

  function enterIfComplete(one: InFlightRequest): void {
    if (one.state === 'ended') return;
    if (isComplete(one.request.raw)) {
      enter(one);
      return;
    }
    // The slot is taken when the body has arrived: until then the time is its sender's.
    one.sender = senders.of(one.request);
    const seconds = one.queue?.refusalSeconds(one);
    if (seconds === undefined) one.done();
    else one.refuse(seconds);
  }

  function enterAfterBody(_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const one = (reply.raw as Tracked)[key];
    if (one?.queue && one.state === 'new') {
      one.done = done;
      enter(one);
    } else done();
  }

  /** The slot of a live connection is for its handshake only. */
  async function endAtUpgrade(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const one = (reply.raw as Tracked)[key];
    if (request.ws && one) end(one);
  }

  app.decorateRequest('waitedMs', 0);
  app.decorate('limiter', { queues, inFlight });
  app.addHook('onRoute', (route: RouteOptions) => {
    const { config = {} } = route;
    config.priority = priorityOf(config);
    config.readsBody = !config.route?.upload && ![route.method].flat().every(isBodyless);
    route.config = config;
    if (config.readsBody) route.preValidation = [enterAfterBody, ...listOf(route.preValidation)];
    if (config.isHub) route.preHandler = [...listOf(route.preHandler), endAtUpgrade];
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    const priority = priorityNow(request);
    if (priority === 'free' && request.ws) return done();
    const one = track(request, reply, priority);
    one.done = done;
    const seconds = priority === 'signIn' ? signInRefusalSeconds(request) : undefined;
    if (seconds !== undefined) one.refuse(seconds);
    else if (!one.queue) done();
    // Most bodies come together with the headers, but Node runs ticks between the two.
    else if (config.readsBody && hasBody(request)) setImmediate(enterIfComplete, one);
    else enter(one);
  });

  const report = createReport(app, queues);
  const timer = setInterval(() => {
    const now = performance.now();
    for (const one of inFlight) if (now - one.beganAt > slotMsMax) one.queue?.leave(one);
    report(now);
  }, limiterSweepMs);
  timer.unref();

  app.addHook('onReady', async () => {
    if (app.metrics) registerLimiterMetrics(app.metrics.registry, app.limiter);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    requests.close();
    background.close();
  });
});
