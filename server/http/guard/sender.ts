import { addressGroup } from '@vexil/runtime/address.rules';
import type { FastifyRequest } from 'fastify';
import { type Actor, sessionCookie } from '../call/actor';
import type { QueueClient } from './limiter/fair-queue';
import { knownSecretsMax, queuePeople, secretLengthMax } from './limits';

/**
 * Whom a request or a connection is counted for: its account, all tokens together that play for an account, or its address
 * while no account is known.
 */
export interface Sender {
  kind: 'account' | 'token' | 'address';
  /** Of the account or its tokens, or the address as `addressGroup` gives it. */
  id: string;
  /** For the log. */
  name: string;
}

type Known = Pick<Actor, 'id' | 'userName'> & { token?: Actor['token'] };

export function senderOf({ actor, ip }: { actor: Known | null; ip: string }): Sender {
  if (actor?.token?.player) return { kind: 'token', id: `token ${actor.id}`, name: `tokens of ${actor.userName}` };
  if (actor) return { kind: 'account', id: actor.id, name: `account ${actor.userName}` };
  const id = addressGroup(ip);
  return { kind: 'address', id, name: `address ${id}` };
}

const queueClientOf = ({ kind, id, name }: Sender): QueueClient => ({ client: id, name, people: queuePeople[kind] });

export const addressClient = (ip: string): QueueClient => queueClientOf(senderOf({ actor: null, ip }));

const isBearer = /^Bearer(?: |$)/i;

/** The session or the API token, before it is authenticated. A proxy's own scheme is the same for all its callers. */
export function secretOf({ authorization, cookie }: FastifyRequest['headers'] = {}): string | undefined {
  const secret = authorization !== undefined && isBearer.test(authorization) ? authorization : sessionOf(cookie);
  return secret !== undefined && secret.length <= secretLengthMax ? secret : undefined;
}

function sessionOf(cookie: string | undefined): string | undefined {
  const from = cookie === undefined ? -1 : cookie.indexOf(`${sessionCookie}=`);
  if (cookie === undefined || from === -1) return undefined;
  const end = cookie.indexOf(';', from);
  return cookie.slice(from, end === -1 ? undefined : end);
}

/**
 * The sender of a request before it is authenticated: the account of a session or token that was seen before, else the
 * address. One that is made up was not seen.
 */
export function createEarlySenders(rateLimit: boolean) {
  const accounts = new Map<string, QueueClient>();
  return {
    of({ headers, ip }: FastifyRequest): QueueClient | undefined {
      // With budgets off one client may send everything, as a load test does.
      if (!rateLimit) return undefined;
      return accounts.get(secretOf(headers) ?? '') ?? addressClient(ip);
    },
    note(request: FastifyRequest): void {
      const secret = rateLimit && request.actor ? secretOf(request.headers) : undefined;
      if (secret === undefined || accounts.has(secret)) return;
      if (accounts.size >= knownSecretsMax) accounts.clear();
      accounts.set(secret, queueClientOf(senderOf(request)));
    },
  };
}
