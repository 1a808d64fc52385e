import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { PacedQueue } from '../concurrency';
import { sessionCookie } from './auth';
import { sendBusy } from './errors';
import { createPatience } from './shed.patience';
import {
  costOf,
  isMeasured,
  kindOf,
  kindOfRequest,
  type RequestKind,
  refusalOf,
  type ShedReason,
  standing,
  takesPlace,
} from './shed.policy';
import { measurePressure, type Pressure } from './shed.pressure';
import { type UnderWay, UnderWayList } from './shed.under-way';
import { createUsage } from './shed.usage';
import { hasBody, isComplete } from './unfinished';

const slot = Symbol('under way');
type Tracked = ServerResponse & { [slot]?: UnderWay };

interface Shed {
  pressure: Pressure;
  /** All that is being answered now; sockets that were accepted are not. */
  underWay: Iterable<UnderWay> & Pick<UnderWayList, 'size' | 'oldest'>;
  /** Of those, how many take a place. */
  readonly places: number;
  /** Since the start, by reason and kind: `full play`. */
  refused: ReadonlyMap<`${ShedReason} ${RequestKind}`, number>;
}

declare module 'fastify' {
  interface FastifyInstance {
    shed: Shed;
  }
  interface FastifyContextConfig {
    kind?: RequestKind;
    /** A body is read before the handler runs. */
    readsBody?: boolean;
  }
}

interface ShedOptions {
  /** Measured where none is given. */
  pressure?: Pressure | undefined;
  /** The queue that sign-ins wait in. */
  logins: Pick<PacedQueue, 'isLong' | 'retryAfterSeconds' | 'waiting'>;
}

const usageWindowMs = 5000;
/** Below this part of the limit nobody is in anybody's way, and nobody is counted. */
const quietPart = 0.1;
/** Methods whose bodies the framework does not read. */
const isBodyless = (method: string) => method === 'GET' || method === 'HEAD';

/** As many share an address as in the budgets of requests. */
const perAddress = 10;

/** Who asks, before anybody has looked whether it is true: whoever makes up a name stands where newcomers stand. */
function callerOf(request: FastifyRequest): { caller: string; weight: number } {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return { caller: authorization.slice(0, 160), weight: 1 };
  const at = cookie === undefined ? -1 : cookie.indexOf(`${sessionCookie}=`);
  if (cookie === undefined || at === -1) return { caller: request.ip, weight: 1 / perAddress };
  const from = at + sessionCookie.length + 1;
  const end = cookie.indexOf(';', from);
  return { caller: cookie.slice(from, end === -1 ? from + 160 : Math.min(end, from + 160)), weight: 1 };
}

/**
 * Refuses requests before anything was done for them when this process has too many already, so that those it took are
 * answered soon: 429 `request.busy` with the time to come back. Who has asked most lately goes first, and what matters
 * least. Holds whether budgets of requests are on or off; without them all callers stand alike.
 */
export const shedPlugin = fp<ShedOptions>(async (app, options) => {
  const { deps } = app;
  const { logins } = options;
  const underWay = new UnderWayList();
  const refused = new Map<`${ShedReason} ${RequestKind}`, number>();
  const usage = createUsage(usageWindowMs);
  const patience = createPatience();
  let places = 0;
  let peak = 0;

  const traffic = {
    takePeak() {
      const value = peak;
      peak = places;
      return value;
    },
    oldestMs() {
      const oldest = underWay.oldest(isMeasured);
      return oldest === undefined ? 0 : performance.now() - oldest;
    },
  };
  const random = () => deps.random.integer(1000) / 1000;
  const pressure = options.pressure ?? measurePressure(traffic, random);
  app.decorate('shed', {
    pressure,
    underWay,
    refused,
    get places() {
      return places;
    },
  });

  /** Gives after how many seconds to come back. */
  function refuse(reason: ShedReason, kind: RequestKind, caller?: string): number {
    pressure.noteRefused();
    const name = `${reason} ${kind}` as const;
    refused.set(name, (refused.get(name) ?? 0) + 1);
    if (reason === 'logins') return logins.retryAfterSeconds();
    const seconds = pressure.retryAfterSeconds();
    if (caller !== undefined) patience.noteRefused(caller, seconds);
    return seconds;
  }

  /** Undefined when the request is let in, else after how many seconds it may come back. */
  function refusalSeconds(request: FastifyRequest, kind: RequestKind): number | undefined {
    if (kind === 'vital') return undefined;
    if (kind === 'login') return logins.isLong() ? refuse('logins', kind) : undefined;
    if (places < pressure.places * quietPart) return undefined;
    let stands = 1;
    if (deps.config.rateLimit) {
      const { caller, weight } = callerOf(request);
      // Of the many behind one address nobody knows who has waited.
      const isOne = weight === 1;
      stands = standing(usage.of(caller) * weight, usage.mean(), isOne ? patience.of(caller) : 0);
      // Refusals count too, a little: nobody gets anything by not waiting.
      const reason = refusalOf(kind, places, pressure.places, stands);
      usage.add(caller, reason ? costOf(kind) / 4 : costOf(kind));
      return reason ? refuse(reason, kind, isOne ? caller : undefined) : undefined;
    }
    const reason = refusalOf(kind, places, pressure.places, stands);
    return reason ? refuse(reason, kind) : undefined;
  }

  /** From here on the request takes a slot and its age counts: the time before was its sender's. */
  function begin(one: UnderWay): void {
    if (one.since !== null || one.place === -1) return;
    one.since = performance.now();
    if (!takesPlace(one.kind)) return;
    places += 1;
    if (places > peak) peak = places;
  }
  function beginIfComplete(one: UnderWay): void {
    if (isComplete(one.raw.req)) begin(one);
  }

  function end(one: UnderWay): void {
    if (!underWay.delete(one) || one.since === null || !takesPlace(one.kind)) return;
    places -= 1;
    pressure.noteEnded(isMeasured(one.kind) ? performance.now() - one.since : null);
  }
  // One function for all of them: a closure per request would be most of what this costs.
  function onClose(this: Tracked): void {
    if (this[slot]) end(this[slot]);
  }

  /** Of a request whose body came later than its headers, nothing is known yet of what is under way now. */
  function beginRead(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const one = (reply.raw as Tracked)[slot];
    const isLate = one?.since === null && takesPlace(one.kind);
    const reason = isLate ? refusalOf(one.kind, places, pressure.places, standing(0, 0)) : null;
    if (one && reason) {
      sendBusy(request, reply, refuse(reason, one.kind));
      return;
    }
    if (one) begin(one);
    done();
  }

  app.addHook('onRoute', (route) => {
    const { config = {}, url } = route;
    config.kind = kindOf(url, config.route, config.isHub);
    route.config = config;
    config.readsBody = !config.route?.upload && ![route.method].flat().every(isBodyless);
    if (config.readsBody)
      route.preValidation = [beginRead, ...(route.preValidation ? [route.preValidation].flat() : [])];
    if (!config.isHub) return;
    // A socket that was let in stays for hours and is no request any more.
    const before = route.preHandler ? [route.preHandler].flat() : [];
    route.preHandler = [
      ...before,
      async (request, reply) => {
        const one = (reply.raw as Tracked)[slot];
        if (request.ws && one) end(one);
      },
    ];
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const kind = kindOfRequest(config.kind ?? 'memory', url, request.url);
    const seconds = refusalSeconds(request, kind);
    if (seconds !== undefined) {
      if (request.headers.upgrade !== undefined) hangUpAfter(reply.raw);
      sendBusy(request, reply, seconds);
      return;
    }
    // Tunnels are counted by those who hold them.
    if (kind === 'long' && request.headers.upgrade !== undefined) return done();
    const one = underWay.add(kind, null, reply.raw);
    (reply.raw as Tracked)[slot] = one;
    // Only after this turn is it known whether the body came together with the headers.
    if (config.readsBody && hasBody(request)) process.nextTick(beginIfComplete, one);
    else begin(one);
    reply.raw.once('close', onClose);
    done();
  });

  app.addHook('onReady', async () => {
    if (app.metrics) tellMetrics(app.metrics.registry, app.shed, logins);
  });
  app.addHook('onClose', async () => pressure.close());
});

/** The line of an upgrade that is refused belongs to nobody any more: it would stay open, and a server wait for it. */
function hangUpAfter(response: ServerResponse): void {
  const { socket } = response;
  response.once('finish', () => socket?.destroySoon());
}

/** What an operator watches in a crowd. */
function tellMetrics(registry: Registry, shed: Shed, logins: ShedOptions['logins']): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('requests_under_way', 'Requests that take a place now', () => shed.places);
  gauge('requests_under_way_limit', 'Places that requests may take', () => shed.pressure.places);
  gauge('requests_oldest_seconds', 'Age of the oldest request that is being answered', () => {
    const oldest = shed.underWay.oldest();
    return oldest === undefined ? 0 : (performance.now() - oldest) / 1000;
  });
  gauge('event_loop_delay_seconds', 'How late the event loop was in the last quarter of a second', () => {
    return shed.pressure.loopDelayMs / 1000;
  });
  gauge('password_hashes_waiting', 'Sign-ins that wait for their turn', () => logins.waiting);
  new Counter({
    name: 'requests_shed_total',
    help: 'Requests that were refused because the process had too many',
    labelNames: ['reason', 'kind'] as const,
    registers,
    collect() {
      this.reset();
      for (const [name, count] of shed.refused) {
        const [reason, kind] = name.split(' ') as [ShedReason, RequestKind];
        this.inc({ reason, kind }, count);
      }
    },
  });
}
