import type { Tx } from '@vexil/db';
import { sessions } from '@vexil/db/schema/account';
import { publishAccessChanged } from '@vexil/runtime/live';
import { and, eq, lte, ne } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps';
import { clearSessionCookie, hashToken, sessionLifetimeMs, setSessionCookie } from '../plugins/auth';

/** Has open live connections of these accounts checked at once in every process; after commit. */
export const tellAccessChanged = (
  { redis, keyPrefix }: Pick<Deps, 'redis' | 'keyPrefix'>,
  accountIds: readonly string[],
): Promise<void> => publishAccessChanged(redis, keyPrefix, accountIds);

/** Where a session is opened from, for the owner and administrators to see. */
export interface Client {
  ip: string;
  userAgent: string;
}

const userAgentLengthMax = 256;

export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
});

/** Opens a session and returns its token, which exists nowhere else; sessions that have run out are cleared away. */
export async function openSession(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  accountId: string,
  client: Client,
): Promise<string> {
  const now = deps.clock.now();
  const token = deps.random.bytes(32).toString('base64url');
  await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), lte(sessions.expiresAt, now)));
  await tx.insert(sessions).values({
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
  if (sessionHash === null) return;
  await tx.delete(sessions).where(eq(sessions.tokenHash, sessionHash));
}

/** Ends all sessions of the account but one, if one is named. */
export async function endOtherSessions(tx: Tx, accountId: string, keptSessionHash: string | null): Promise<void> {
  const others = keptSessionHash === null ? undefined : ne(sessions.tokenHash, keptSessionHash);
  await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), others));
}

const keepNothing = (reply: FastifyReply) => reply.header('Cache-Control', 'no-cache, no-store');

export function handOutSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  keepNothing(reply);
  setSessionCookie(request, reply, token);
}

export function takeBackSession(request: FastifyRequest, reply: FastifyReply): void {
  keepNothing(reply);
  clearSessionCookie(request, reply);
}
