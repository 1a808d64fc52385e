import type { Tx } from '@vexil/db';
import type { Deps } from '@vexil/http/deps';
import type { Work } from '@vexil/runtime/transaction';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from './hash-token';
import { clearSessionCookie, sessionLifetimeMs, setSessionCookie } from './session.cookie';
import {
  deleteExpiredSessions,
  deletePlayerTokens,
  deleteSession,
  deleteSessionById,
  deleteSessionsExcept,
  insertSession,
} from './session.queries';

export { deletePlayerTokens as endPlayerTokens, findOwnSessions } from './session.queries';

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
    provedAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetimeMs),
    ...client,
  });
  return token;
}

/** Live connections of a session that ends are checked at once. A call with an API token has none to end. */
export async function endSession(work: Work, sessionHash: string | null): Promise<void> {
  if (sessionHash !== null) work.accessChanged(await deleteSession(work.tx, sessionHash));
}

/** Tokens that play for the account end as well. */
export async function endOtherSessions(work: Work, accountId: string, keptSessionHash: string | null): Promise<void> {
  await deletePlayerTokens(work.tx, accountId);
  await deleteSessionsExcept(work.tx, accountId, keptSessionHash);
  work.accessChanged([accountId]);
}

export async function endSessionById(work: Work, accountId: string, sessionId: string): Promise<void> {
  await deleteSessionById(work.tx, accountId, sessionId);
  work.accessChanged([accountId]);
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
