import type { Tx } from '@vexil/db';
import type { Deps } from '@vexil/http/deps';
import type { Work } from '@vexil/runtime/transaction';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from './hash-token';
import {
  clearSessionCookie,
  deviceCookie,
  sessionLifetimeMs,
  setDeviceCookie,
  setSessionCookie,
} from './session.cookie';
import {
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
  /** Its cookie, unchecked. */
  device: string | undefined;
}

export interface OpenedSession {
  token: string;
  /** The new cookie of the browser. */
  device: string;
}

const userAgentLengthMax = 256;

export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
  device: request.cookies[deviceCookie],
});

/** Returns its token, which exists nowhere else. */
export async function openSession(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { accountId, deviceHash = null }: { accountId: string; deviceHash?: string | null },
  { ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>,
): Promise<string> {
  const now = deps.clock.now();
  const token = deps.random.bytes(32).toString('base64url');
  await insertSession(tx, {
    ...{ tokenHash: hashToken(token), accountId, deviceHash, ip, userAgent },
    ...{ createdAt: now, lastSeenAt: now, provedAt: now },
    expiresAt: new Date(now.getTime() + sessionLifetimeMs),
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

export function sendSession(request: FastifyRequest, reply: FastifyReply, { token, device }: OpenedSession): void {
  forbidStoring(reply);
  // First, because clients of the wire format read the first cookie only.
  setSessionCookie(request, reply, token);
  setDeviceCookie(request, reply, device);
}

export function sendSignOut(request: FastifyRequest, reply: FastifyReply): void {
  forbidStoring(reply);
  clearSessionCookie(request, reply);
}
