import type { Tx } from '@vexil/db';
import type { Deps } from '@vexil/http/deps';
import { publishAccessChanged } from '@vexil/runtime/live';
import type { AfterCommit } from '@vexil/runtime/transaction';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from './hash-token';
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

/** Live connections of sessions that end are checked at once, so every way to end one takes this. */
export interface SessionsEnd {
  deps: Pick<Deps, 'redis' | 'keyPrefix'>;
  tx: Tx;
  afterCommit: AfterCommit;
}

function publishEnd({ deps, afterCommit }: SessionsEnd, accountIds: readonly string[]): void {
  afterCommit(() => publishAccessChanged(deps, accountIds));
}

/** A call with an API token has no session to end. */
export async function endSession(end: SessionsEnd, sessionHash: string | null): Promise<void> {
  if (sessionHash !== null) publishEnd(end, await deleteSession(end.tx, sessionHash));
}

export async function endOtherSessions(
  end: SessionsEnd,
  accountId: string,
  keptSessionHash: string | null,
): Promise<void> {
  await deleteSessionsExcept(end.tx, accountId, keptSessionHash);
  publishEnd(end, [accountId]);
}

export async function endSessionById(end: SessionsEnd, accountId: string, sessionId: string): Promise<void> {
  await deleteSessionById(end.tx, accountId, sessionId);
  publishEnd(end, [accountId]);
}

const forbidStoring = (reply: FastifyReply) => reply.header('Cache-Control', 'no-cache, no-store');

export function sendSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  forbidStoring(reply);
  setSessionCookie(request, reply, token);
}

export function sendSignOut(request: FastifyRequest, reply: FastifyReply): void {
  forbidStoring(reply);
  clearSessionCookie(request, reply);
}
