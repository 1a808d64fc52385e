import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { PacedQueue } from '../concurrency';
import { sendBusy } from './errors';
import { createAdmission } from './shed.admission';
import { InFlightList, type InFlightRequest } from './shed.in-flight';
import { registerShedMetrics } from './shed.metrics';
import {
  isMeasured,
  kindOf,
  kindOfRequest,
  priorityOf,
  type RequestKind,
  refusalOf,
  type ShedReason,
  takesSlot,
} from './shed.policy';
import { measurePressure, type Pressure } from './shed.pressure';
import { hasBody, isComplete } from './unfinished';

const key = Symbol('in flight');
type Tracked = ServerResponse & { [key]?: InFlightRequest };

export interface Shed {
  pressure: Pressure;
  inFlight: Iterable<InFlightRequest> & Pick<InFlightList, 'size' | 'oldest'>;
  readonly slots: number;
  /** Since the start, by reason and kind: `full play`. */
  refused: ReadonlyMap<`${ShedReason} ${RequestKind}`, number>;
}

export interface ShedOptions {
  pressure?: Pressure | undefined;
  logins: Pick<PacedQueue, 'isLong' | 'retryAfterSeconds' | 'waiting'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    shed: Shed;
  }
  interface FastifyContextConfig {
    kind?: RequestKind;
    readsBody?: boolean;
  }
}

const isBodyless = (method: string) => method === 'GET' || method === 'HEAD';

interface Slots {
  readonly taken: number;
  takePeak(): number;
  /** From here on the request takes a slot and its age counts: the time before was its sender's. */
  begin(request: InFlightRequest): void;
  end(request: InFlightRequest): void;
}

function createSlots(inFlight: InFlightList, onEnd: (ms: number | null) => void): Slots {
  let taken = 0;
  let peak = 0;
  return {
    get taken() {
      return taken;
    },
    takePeak() {
      const value = peak;
      peak = taken;
      return value;
    },
    begin(request) {
      if (request.since !== null || request.index === -1) return;
      request.since = performance.now();
      if (!takesSlot(request.kind)) return;
      taken += 1;
      if (taken > peak) peak = taken;
    },
    end(request) {
      if (!inFlight.delete(request) || request.since === null || !takesSlot(request.kind)) return;
      taken -= 1;
      onEnd(isMeasured(request.kind) ? performance.now() - request.since : null);
    },
  };
}

function endAtUpgrade(route: RouteOptions, end: Slots['end']): void {
  const before = route.preHandler ? [route.preHandler].flat() : [];
  route.preHandler = [
    ...before,
    async (request, reply) => {
      const tracked = (reply.raw as Tracked)[key];
      if (request.ws && tracked) end(tracked);
    },
  ];
}

/** The connection of a refused upgrade would stay open otherwise, and a server wait for it. */
function closeAfterReply(response: ServerResponse): void {
  const { socket } = response;
  response.once('finish', () => socket?.destroySoon());
}

/**
 * Refuses with 429 `request.busy` before any work is done, so that admitted requests are answered soon. Callers that
 * sent most lately, and the least important kinds, are refused first.
 */
export const shedPlugin = fp<ShedOptions>(async (app, options) => {
  const { deps } = app;
  const { logins } = options;
  const inFlight = new InFlightList();
  const refused: Map<`${ShedReason} ${RequestKind}`, number> = new Map();
  const slots = createSlots(inFlight, (ms) => pressure.recordEnd(ms));
  const traffic = {
    takePeak: slots.takePeak,
    oldestMs() {
      const oldest = inFlight.oldest(isMeasured);
      return oldest === undefined ? 0 : performance.now() - oldest;
    },
  };
  const pressure = options.pressure ?? measurePressure(traffic, () => deps.random.integer(1000) / 1000);
  const { rateLimit } = deps.config;
  const admission = createAdmission({ pressure, logins, rateLimit }, refused, () => slots.taken);
  app.decorate('shed', {
    pressure,
    inFlight,
    refused,
    get slots() {
      return slots.taken;
    },
  });

  function beginIfComplete(request: InFlightRequest): void {
    if (isComplete(request.raw.req)) slots.begin(request);
  }

  // One function for all of them: a closure per request would be most of what this costs.
  function onClose(this: Tracked): void {
    if (this[key]) slots.end(this[key]);
  }

  function beginAfterBody(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const tracked = (reply.raw as Tracked)[key];
    const isLate = tracked?.since === null && takesSlot(tracked.kind);
    const reason = isLate ? refusalOf(tracked.kind, slots.taken, pressure.slots, priorityOf(0, 0)) : null;
    if (tracked && reason) {
      sendBusy(request, reply, admission.refuse(reason, tracked.kind));
      return;
    }
    if (tracked) slots.begin(tracked);
    done();
  }

  app.addHook('onRoute', (route) => {
    const { config = {}, url } = route;
    config.kind = kindOf(url, config.route, config.isHub);
    route.config = config;
    config.readsBody = !config.route?.upload && ![route.method].flat().every(isBodyless);
    if (config.readsBody)
      route.preValidation = [beginAfterBody, ...(route.preValidation ? [route.preValidation].flat() : [])];
    if (config.isHub) endAtUpgrade(route, slots.end);
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const kind = kindOfRequest(config.kind ?? 'memory', url, request.url);
    const isUpgrade = request.headers.upgrade !== undefined;
    const seconds = admission.refusalSeconds(request, kind);
    if (seconds !== undefined) {
      if (isUpgrade) closeAfterReply(reply.raw);
      sendBusy(request, reply, seconds);
      return;
    }
    if (kind === 'long' && isUpgrade) return done();
    const tracked = inFlight.add(kind, null, reply.raw);
    (reply.raw as Tracked)[key] = tracked;
    // Only after this turn is it known whether the body came together with the headers.
    if (config.readsBody && hasBody(request)) process.nextTick(beginIfComplete, tracked);
    else slots.begin(tracked);
    reply.raw.once('close', onClose);
    done();
  });

  app.addHook('onReady', async () => {
    if (app.metrics) registerShedMetrics(app.metrics.registry, app.shed, logins);
  });
  app.addHook('onClose', async () => pressure.close());
});
