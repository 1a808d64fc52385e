import type { FastifyRequest } from 'fastify';
import { secretOf } from '../caller-secret';
import { addressClient, type QueueClient } from './fair-queue';

const sessionsMax = 50_000;

/**
 * The client of a request before it is authenticated: the account of a session or token that was seen before, else the
 * address. One that is made up was not seen.
 */
export function createSenders(rateLimit: boolean) {
  const accounts = new Map<string, QueueClient>();
  return {
    of(request: FastifyRequest): QueueClient | undefined {
      // With budgets off one client may send everything, as a load test does.
      if (!rateLimit) return undefined;
      const account = accounts.get(secretOf(request.headers) ?? '');
      return account ?? addressClient(request.ip);
    },
    note(request: FastifyRequest): void {
      const { actor } = request;
      const secret = rateLimit && actor ? secretOf(request.headers) : undefined;
      if (!actor || secret === undefined || accounts.has(secret)) return;
      if (accounts.size >= sessionsMax) accounts.clear();
      accounts.set(secret, { client: actor.id, name: `account ${actor.userName}`, people: 1 });
    },
  };
}
