// A session whose role was too low for a call is refused again without reading it anew. Only refusals are held, so no
// held role can allow anything, and every message that someone's access has changed forgets them all.

import type { Route } from '@vexil/contract/route';
import { isAtLeast, type Role, roles } from '@vexil/db/enums/account';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import fp from 'fastify-plugin';
import { secretOf } from './caller-secret';
import { sendRefusal } from './errors';

/** In case the message is lost. */
const heldMs = 5000;
const heldMax = 20_000;

/** Other kinds of access depend on the game. */
export const isRole = (access: Route['access'] | Role): access is Role => (roles as readonly string[]).includes(access);

type Caller = Pick<FastifyRequest, 'headers' | 'accessChanges'>;

export interface RefusedSessions {
  /** Grows with every change of access. */
  readonly changes: number;
  /** @param role as read for this request; one that was read before a change is not held */
  note(request: Caller, role: Role): void;
  has(request: Pick<Caller, 'headers'>, access: Route['access'] | undefined): boolean;
  forgetAll(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    refusedSessions: RefusedSessions;
  }
  interface FastifyRequest {
    /** `RefusedSessions.changes` at its arrival. */
    accessChanges: number;
  }
}

export function createRefusedSessions(): RefusedSessions {
  const held = new Map<string, { role: Role; endsAt: number }>();
  let changes = 0;
  return {
    get changes() {
      return changes;
    },
    note({ headers, accessChanges }, role) {
      const secret = accessChanges === changes ? secretOf(headers) : undefined;
      if (secret === undefined) return;
      if (held.size >= heldMax) held.clear();
      held.set(secret, { role, endsAt: performance.now() + heldMs });
    },
    has({ headers }, access) {
      if (held.size === 0 || access === undefined || !isRole(access)) return false;
      const one = held.get(secretOf(headers) ?? '');
      return one !== undefined && one.endsAt > performance.now() && !isAtLeast(one.role, access);
    },
    forgetAll() {
      changes += 1;
      held.clear();
    },
  };
}

export const refusedSessionsPlugin = fp(async (app) => {
  const sessions = createRefusedSessions();
  app.decorate('refusedSessions', sessions);
  app.decorateRequest('accessChanges', 0);

  /** At the end of the turn: a change that was published before the request was sent has been received by then. */
  function refuse(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    request.accessChanges = sessions.changes;
    if (!sessions.has(request, request.routeOptions.config.route?.access)) done();
    else sendRefusal(request, reply, { code: 'account.forbidden' });
  }

  app.addHook('onRequest', (request, reply, done) => {
    request.accessChanges = sessions.changes;
    if (sessions.has(request, request.routeOptions.config.route?.access)) setImmediate(refuse, request, reply, done);
    else done();
  });
});
