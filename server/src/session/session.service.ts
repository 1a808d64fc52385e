import type { Tx } from '@vexil/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps';
import { hashToken } from '../hash-token';
import { clearSessionCookie, sessionLifetimeMs, setSessionCookie } from './session.cookie';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionById,
  deleteSessionsExcept,
  insertSession,
} from './session.queries';

export { findOwnSessions } from './session.queries';

export interface Client {
  ip: string;
  userAgent: string;
}

const userAgentLengthMax = 256;

export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
});

/** Opens a session and returns its token, which exists nowhere else; expired sessions of the account are deleted. */
export async function openSession(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  accountId: string,
  client: Client,
): Promise<string> {
  const now = deps.clock.now();
  const token = deps.random.bytes(32).toString('base64url');
  await deleteExpiredSessions(tx, accountId, now);
  await insertSession(tx, {
    tokenHash: hashToken(token),
    accountId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetimeMs),
    ...client,
  });
  return token;
}

/** A call with an API token has no session to end. */
export async function endSession(tx: Tx, sessionHash: string | null): Promise<void> {
  if (sessionHash !== null) await deleteSession(tx, sessionHash);
}

export const endOtherSessions = (tx: Tx, accountId: string, keptSessionHash: string | null): Promise<void> =>
  deleteSessionsExcept(tx, accountId, keptSessionHash);

export const endSessionById = (tx: Tx, accountId: string, sessionId: string): Promise<void> =>
  deleteSessionById(tx, accountId, sessionId);

const forbidStoring = (reply: FastifyReply) => reply.header('Cache-Control', 'no-cache, no-store');

export function sendSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  forbidStoring(reply);
  setSessionCookie(request, reply, token);
}

export function sendSignOut(request: FastifyRequest, reply: FastifyReply): void {
  forbidStoring(reply);
  clearSessionCookie(request, reply);
}
