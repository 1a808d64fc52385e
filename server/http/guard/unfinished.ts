import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@vexil/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Gauge } from 'prom-client';
import { unfinishedMax, unfinishedSweepMs } from './limits';
import { senderOf } from './sender';
import { judgeProgress, type Progress, startProgress } from './unfinished.policy';

interface Unfinished {
  raw: IncomingMessage;
  response: ServerResponse;
  progress: Progress;
  owner: string;
  isLate: boolean;
  refuse: ((error: DomainError) => void) | undefined;
}

interface UnfinishedRequests {
  readonly size: number;
  /** Registers the reader of a body; `refuse` ends the reading with `request.timeout`. */
  noteReading(request: FastifyRequest, refuse: (error: DomainError) => void): void;
  /** `now` is a time of `performance.now()`. */
  sweep(now: number): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    unfinished: UnfinishedRequests;
  }
}

const key = Symbol('unfinished');
const reader = Symbol('reader');
type Watched = IncomingMessage & { [key]?: Unfinished; [reader]?: Unfinished['refuse'] };

/** Bodies that `app.inject` hands over are there at once, and do not say so. */
export const isComplete = (raw: IncomingMessage): boolean => raw.complete !== false;

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Limits number and time of unfinished requests per sender; past them the oldest is answered 408. */
export const unfinishedPlugin = fp(async (app) => {
  const byOwner = new Map<string, Set<Unfinished>>();
  let size = 0;

  function leave(one: Unfinished): void {
    const owned = byOwner.get(one.owner);
    if (!owned?.delete(one)) return;
    size -= 1;
    if (owned.size === 0) byOwner.delete(one.owner);
  }

  function forget(this: Watched): void {
    if (this[key]) leave(this[key]);
  }

  function giveUp(one: Unfinished): void {
    leave(one);
    if (one.response.headersSent) {
      one.raw.socket.destroy();
      return;
    }
    one.isLate = true;
    one.refuse?.(new DomainError('request.timeout'));
  }

  function enter(one: Unfinished, request: FastifyRequest): void {
    const { kind, id } = senderOf(request);
    one.owner = id;
    const owned = byOwner.get(id) ?? new Set();
    byOwner.set(id, owned.add(one));
    size += 1;
    // A Set has the oldest first. Bodies that have arrived meanwhile are only listed until the next sweep.
    for (const oldest of owned) {
      if (owned.size <= unfinishedMax[kind]) return;
      if (isComplete(oldest.raw)) leave(oldest);
      else giveUp(oldest);
    }
  }

  function watch(request: FastifyRequest, reply: FastifyReply): void {
    const raw = request.raw as Watched;
    if (isComplete(raw) || raw.destroyed) return;
    const isUpload = request.routeOptions.config.route?.upload !== undefined;
    const progress = startProgress(isUpload, performance.now(), raw.socket.bytesRead);
    progress.isRead = raw[reader] !== undefined;
    const one = { raw, response: reply.raw, progress, owner: '', isLate: false, refuse: raw[reader] };
    raw[key] = one;
    raw.once('close', forget);
    enter(one, request);
  }

  const unfinished: UnfinishedRequests = {
    get size() {
      return size;
    },
    noteReading(request, refuse) {
      const raw = request.raw as Watched;
      if (isComplete(raw)) return;
      const one = raw[key];
      if (!one) {
        // Listed at the end of this turn, if the body is still missing then.
        raw[reader] = refuse;
        return;
      }
      one.refuse = refuse;
      one.progress.isRead = true;
      if (one.isLate) {
        refuse(new DomainError('request.timeout'));
        return;
      }
      if (one.owner === senderOf(request).id) return;
      leave(one);
      enter(one, request);
    },
    sweep(now) {
      for (const owned of byOwner.values()) {
        for (const one of owned) {
          const { raw, response, progress } = one;
          const isAnswered = response.writableEnded;
          const sight = { now, bytesRead: raw.socket.bytesRead, isAnswered, isHeldUp: raw.readableLength > 0 };
          // An answered request gets no event when its connection ends.
          if (isComplete(raw) || raw.socket.destroyed) leave(one);
          else if (judgeProgress(progress, sight) !== 'wait') giveUp(one);
        }
      }
    },
  };
  app.decorate('unfinished', unfinished);
  const timer = setInterval(() => unfinished.sweep(performance.now()), unfinishedSweepMs);
  timer.unref();

  app.addHook('onRequest', (request, reply, done) => {
    // Most bodies come together with the headers, but Node runs ticks between the two.
    if (hasBody(request)) setImmediate(watch, request, reply);
    done();
  });
  app.addHook('onReady', async () => {
    if (!app.metrics) return;
    new Gauge({
      name: 'requests_unfinished',
      help: 'Requests whose body is still arriving',
      registers: [app.metrics.registry],
      collect() {
        this.set(size);
      },
    });
  });
  app.addHook('onClose', async () => clearInterval(timer));
});
